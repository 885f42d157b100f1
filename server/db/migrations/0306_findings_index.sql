-- outside a transaction
-- An interrupted build leaves an unusable index behind.
drop index concurrently if exists image_screenings_raised;
create index concurrently image_screenings_raised on image_screenings (image_id) where raised_at is not null;
