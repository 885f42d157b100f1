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
  -- Whether the like that came with it is its own: undoing the swipe then takes it back.
  made_like boolean not null default false,
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (user_id, outfit_id)
);
create index swipes_by_outfit on swipes (outfit_id);
create index swipes_passes on swipes (user_id, created_at) where direction = 'pass';

-- The stretch of the feed, from newest (left out) down to oldest (left out), in which a member has no cards but those of
-- swipe_leftovers: the deck steps over it instead of asking for each outfit whether it was swiped.
create table swipe_frontiers (
  user_id uuid primary key references profiles on delete cascade,
  newest_at timestamptz(3) not null,
  newest_id uuid not null,
  oldest_at timestamptz(3) not null,
  oldest_id uuid not null,
  -- Outfits that came back into the lists before this are in swipe_leftovers already.
  caught_up_at timestamptz(3) not null
) with (fillfactor = 70);

-- Cards within a member's stretch: not swiped yet, passed so long ago that they return, undone, or listed again.
create table swipe_leftovers (
  user_id uuid not null references profiles on delete cascade,
  -- The outfit's own time, so that the newest are read first.
  outfit_created_at timestamptz(3) not null,
  outfit_id uuid not null references outfits on delete cascade,
  primary key (user_id, outfit_created_at, outfit_id)
);
create index swipe_leftovers_by_outfit on swipe_leftovers (outfit_id);

-- Outfits that came back into the lists: decks have stepped over them while they were hidden.
create table relisted_outfits (
  outfit_id uuid primary key references outfits on delete cascade,
  relisted_at timestamptz(3) not null default clock_timestamp()
);
create index relisted_outfits_recent on relisted_outfits (relisted_at);
-- A trigger, because whoever shows an outfit again need not know of decks.
create function remember_relisted_outfit() returns trigger language plpgsql as $$
begin
  insert into relisted_outfits (outfit_id) values (new.id)
  on conflict (outfit_id) do update set relisted_at = clock_timestamp();
  return null;
end $$;
create trigger outfits_relisted after update of is_active, is_author_listed on outfits
  for each row when (new.is_listed and not old.is_listed) execute function remember_relisted_outfit();

-- Which styles a member owns or likes, with how many outfits each: the personal trending reads it instead of joining likes.
create table user_styles (
  user_id uuid not null references profiles on delete cascade,
  style_id uuid not null references styles on delete cascade,
  outfits_count integer not null check (outfits_count >= 0),
  primary key (user_id, style_id)
);
