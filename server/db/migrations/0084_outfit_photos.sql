-- The photos of an outfit after its cover, which stays in outfits.image_id with its alt text.
create table outfit_photos (
  outfit_id uuid not null references outfits on delete cascade,
  image_id uuid not null references images on delete cascade,
  -- The cover is 1.
  position smallint not null check (position between 2 and 6),
  alt_text text check (length(alt_text) between 1 and 300),
  primary key (outfit_id, position)
);
create unique index outfit_photos_by_image on outfit_photos (image_id);

-- As ticked by the poster.
alter table outfits add column is_ai_made boolean not null default false;
