-- New words and a new cover of a published event that wait for an admin; readers keep what the event's row says.
create table event_proposals (
  event_id uuid primary key references events on delete cascade,
  title text not null check (length(btrim(title)) between 1 and 120),
  description text check (length(description) <= 4000),
  -- Null where the cover stays.
  image_id uuid references images,
  cover_alt text check (length(cover_alt) <= 300),
  -- Whether an admin has to look at it; else its member has to change something.
  is_waiting boolean not null default true,
  submitted_at timestamptz(3) not null
);
create index event_proposals_by_image on event_proposals (image_id) where image_id is not null;
