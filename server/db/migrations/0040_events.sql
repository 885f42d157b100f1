create table events (
  id uuid primary key,
  -- The organiser.
  user_id uuid not null references profiles on delete cascade,
  status text not null default 'draft'
    check (status in ('draft', 'submitted', 'changes_requested', 'published', 'withdrawn')),
  title text not null check (length(btrim(title)) between 1 and 120),
  description text check (length(description) <= 4000),
  style_id uuid references styles,
  image_id uuid references images,
  cover_alt text check (length(cover_alt) <= 300),
  location text check (length(location) <= 120),
  address text check (length(address) <= 200),
  starts_at timestamptz(3),
  ends_at timestamptz(3),
  -- IANA name, such as Europe/Lisbon: the event happens by this clock.
  time_zone text,
  -- The days of start and end by the event's own clock, for the month view and the weekend filter.
  starts_on date,
  ends_on date,
  capacity integer check (capacity between 1 and 100000),
  going_count integer not null default 0 check (going_count >= 0),
  waiting_count integer not null default 0 check (waiting_count >= 0),
  comments_count integer not null default 0 check (comments_count >= 0),
  -- SEQUENCE of RFC 5545: how often time or place changed, and whether the event was cancelled.
  sequence integer not null default 0 check (sequence >= 0),
  cancelled_at timestamptz(3),
  cancel_reason text check (length(cancel_reason) <= 500),
  submitted_at timestamptz(3),
  published_at timestamptz(3),
  -- The latest decision of a reviewer.
  review_note text check (length(review_note) <= 1000),
  reviewed_by uuid references profiles on delete set null,
  reviewed_at timestamptz(3),
  -- Whether everyone may meet it in lists and searches.
  is_listed boolean not null generated always as (status = 'published' and cancelled_at is null) stored,
  -- Title, location and address as searches compare them, and the place alone; see server/lib/search-text.ts.
  search_text text not null,
  place_text text not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp(),
  -- Only a draft may lack something.
  check (
    status = 'draft'
    or num_nonnulls(style_id, image_id, location, starts_at, ends_at, time_zone, starts_on, ends_on) = 8
  ),
  check (ends_at > starts_at),
  constraint events_within_capacity check (going_count <= capacity)
) with (fillfactor = 85);
create index events_by_start on events (starts_at, id) where is_listed;
create index events_by_style on events (style_id, starts_at, id) where is_listed;
create index events_by_day on events (starts_on) where is_listed;
create index events_by_user on events (user_id, created_at desc, id desc);
create index events_by_image on events (image_id);
create index events_review on events (status, updated_at desc, id desc);
create index events_search on events using gin (search_text gin_trgm_ops);
create index events_place on events using gin (place_text gin_trgm_ops);

-- Who is going, and who waits for a seat.
create table event_attendees (
  event_id uuid not null references events on delete cascade,
  user_id uuid not null references profiles on delete cascade,
  state text not null check (state in ('going', 'waiting')),
  -- The order in which they came; given while the event's row is locked.
  place bigint not null generated always as identity,
  -- The random part of the ticket's code; a member who leaves and comes back gets a new one.
  ticket bytea not null check (length(ticket) = 5),
  joined_at timestamptz(3) not null default clock_timestamp(),
  reminded_at timestamptz(3),
  -- The event's sequence that the member knows of.
  told_sequence integer not null,
  checked_in_at timestamptz(3),
  checked_in_by uuid references profiles on delete set null,
  primary key (event_id, user_id),
  unique (event_id, ticket),
  check (checked_in_at is null or state = 'going')
);
create index event_attendees_in_order on event_attendees (event_id, state, place);
create index event_attendees_by_user on event_attendees (user_id, event_id);
create index event_attendees_unreminded on event_attendees (event_id) where reminded_at is null and state = 'going';
create index event_attendees_by_confirmer on event_attendees (checked_in_by) where checked_in_by is not null;

-- "What to wear": outfits that their owners posted for an event.
create table event_outfits (
  outfit_id uuid primary key references outfits on delete cascade,
  event_id uuid not null references events on delete cascade,
  created_at timestamptz(3) not null default clock_timestamp()
);
create index event_outfits_by_event on event_outfits (event_id, created_at desc, outfit_id desc);

-- A member's private calendar address is signed with this number, 1 where there is no row; a higher one ends the former
-- address.
create table calendar_feeds (
  user_id uuid primary key references profiles on delete cascade,
  version integer not null,
  rotated_at timestamptz(3) not null default clock_timestamp()
);
