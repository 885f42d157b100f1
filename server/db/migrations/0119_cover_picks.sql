-- Outfits that admins chose to lead the covers. Those that are hidden later are passed over when they are read.
create table cover_picks (
  outfit_id uuid primary key references outfits on delete cascade,
  picked_at timestamptz(3) not null
);
create index cover_picks_latest on cover_picks (picked_at desc);
