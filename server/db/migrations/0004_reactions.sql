create table likes (
  user_id uuid not null references profiles on delete cascade,
  outfit_id uuid not null references outfits on delete cascade,
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (user_id, outfit_id)
);
create index likes_by_outfit on likes (outfit_id, created_at desc);

create table closet_saves (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references profiles on delete cascade,
  outfit_id uuid not null references outfits on delete cascade,
  is_hidden boolean not null default false,
  created_at timestamptz(3) not null default clock_timestamp(),
  unique (user_id, outfit_id)
);
create index closet_saves_by_user on closet_saves (user_id, created_at desc, id desc);
create index closet_saves_by_outfit on closet_saves (outfit_id);

create type swipe_direction as enum ('like', 'pass');
create table swipes (
  user_id uuid not null references profiles on delete cascade,
  outfit_id uuid not null references outfits on delete cascade,
  direction swipe_direction not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (user_id, outfit_id)
);
create index swipes_by_outfit on swipes (outfit_id);

-- Which styles a member owns or likes, with how many outfits each: the personal trending reads it instead of joining likes.
create table user_styles (
  user_id uuid not null references profiles on delete cascade,
  style_id uuid not null references styles on delete cascade,
  outfits_count integer not null check (outfits_count >= 0),
  primary key (user_id, style_id)
);
