-- What the embedded models see of the clothes on an outfit's cover.
create table outfit_looks (
  outfit_id uuid primary key references outfits on delete cascade,
  -- At most five colours of the clothes, largest share first: OKLab, hex, share, and the key of contract/colours.ts.
  palette jsonb not null,
  -- A unit vector as 128 signed bytes, each divided by 127; null if no clothes were seen.
  embedding bytea check (length(embedding) = 128)
);

-- The palette by key, for filters.
create table outfit_colours (
  colour text not null,
  outfit_id uuid not null references outfits on delete cascade,
  share real not null check (share > 0 and share <= 1),
  primary key (colour, outfit_id)
);
create index outfit_colours_by_outfit on outfit_colours (outfit_id);

alter table outfits
  -- The cover that outfit_looks describes.
  add column analysed_image_id uuid,
  add column analysis_failures smallint not null default 0;
