-- What was detected in a picture, so that asking again costs nothing. Without faces, bodies or skin.
create table detections (
  image_id uuid primary key references images (id) on delete cascade,
  provider text not null,
  result jsonb not null,
  created_at timestamptz not null default clock_timestamp()
);
