-- What the image screening knows about each picture in use. A row is added when a picture comes into use.
create table image_screenings (
  image_id uuid primary key references images on delete cascade,
  -- The higher of the model's two scores; null until it was scored.
  percent smallint check (percent between 0 and 100),
  -- See server/screening/picture-hash.ts; null until computed, and for pictures too plain to be compared.
  hash bit(256),
  -- The picture removed by moderators that it resembles.
  matched_image_id uuid,
  failures smallint not null default 0,
  retry_at timestamptz(3),
  -- When it was put into the moderation queue.
  raised_at timestamptz(3)
);
create index image_screenings_waiting on image_screenings (image_id desc) where percent is null and failures < 3;
create index image_screenings_given_up on image_screenings (image_id) where percent is null and failures >= 3;
create index image_screenings_by_score on image_screenings (percent) where raised_at is null;
create index image_screenings_matched on image_screenings (image_id) where raised_at is null and matched_image_id is not null;
-- Pictures from before are screened in the background, the newest first.
insert into image_screenings (image_id) select id from images where attached_at is not null;

-- Pictures of what moderators hid or deleted. Kept when the content is erased: a hash says nothing about a member.
create table moderated_pictures (
  image_id uuid primary key,
  target_type text not null,
  target_id uuid not null,
  -- Null until computed, and for pictures too plain to be compared.
  hash bit(256)
);
create index moderated_pictures_by_target on moderated_pictures (target_type, target_id);

-- The picture that the screening found; the case shows it instead of the cover.
alter table moderation_cases add column screened_image_id uuid;

-- Pictures taken off a profile by the screening or by moderators, until they are shown again.
create table withheld_profile_pictures (
  user_id uuid not null references profiles on delete cascade,
  kind text not null check (kind in ('avatar', 'banner')),
  url text not null,
  primary key (user_id, kind)
);
