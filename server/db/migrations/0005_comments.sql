create table comments (
  id uuid primary key,
  outfit_id uuid not null references outfits on delete cascade,
  user_id uuid not null references profiles on delete cascade,
  content text not null check (length(btrim(content)) between 1 and 1000),
  is_hidden boolean not null default false,
  created_at timestamptz(3) not null default clock_timestamp()
);
create index comments_by_outfit on comments (outfit_id, created_at desc, id desc);
create index comments_by_user on comments (user_id, created_at desc);
create index comments_newest on comments (created_at desc, id desc);
