create table boards (
  id uuid primary key,
  user_id uuid not null references profiles on delete cascade,
  name text not null check (length(btrim(name)) between 1 and 60),
  is_hidden boolean not null default false,
  created_at timestamptz(3) not null default clock_timestamp()
);
create index boards_by_user on boards (user_id, created_at desc, id desc);
create unique index boards_name_of_user on boards (user_id, lower(name));

create table board_saves (
  board_id uuid not null references boards on delete cascade,
  save_id uuid not null references closet_saves on delete cascade,
  -- Rising in the order in which they stand; gaps mean nothing.
  position integer not null,
  primary key (board_id, save_id)
);
create index board_saves_in_order on board_saves (board_id, position, save_id);
create index board_saves_by_save on board_saves (save_id);
