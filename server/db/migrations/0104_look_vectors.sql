-- What outfits and their garments look like, as unit vectors of 128 signed bytes, each divided by 127.
create table look_vectors (
  -- 'outfit' for all clothes of a cover together, otherwise the category of one garment. Only vectors of one space compare.
  space text not null check (space in ('outfit', 'Shirt', 'Pants', 'Shoes', 'Cap', 'Jacket', 'Accessories')),
  outfit_id uuid not null references outfits on delete cascade,
  -- Sets the garments of one category apart.
  place smallint not null,
  vector bytea not null check (length(vector) = 128),
  primary key (space, outfit_id, place)
);
create index look_vectors_by_outfit on look_vectors (outfit_id);
insert into look_vectors select 'outfit', outfit_id, 0, embedding from outfit_looks where embedding is not null;

alter table outfit_looks
  drop column embedding,
  -- False for covers that were analysed before vectors of single garments were stored.
  add column are_garments_known boolean not null default false;

-- Inverted files over the vectors of a space: while one is built, the previous one answers.
create table look_indexes (
  id integer generated always as identity primary key,
  space text not null,
  state text not null check (state in ('training', 'assigning', 'active', 'retired')),
  -- Of the training.
  batches_left integer not null,
  -- The last vector that was assigned to a cell, in the order of the primary key of look_vectors.
  assigned_outfit_id uuid,
  assigned_place smallint,
  -- As many as the space had when this was begun.
  vectors integer not null,
  changed_at timestamptz not null
);
create unique index look_indexes_active on look_indexes (space) where state = 'active';
create unique index look_indexes_building on look_indexes (space) where state in ('training', 'assigning');

create table look_cells (
  id integer generated always as identity primary key,
  index_id integer not null references look_indexes,
  -- 128 floats of 4 bytes, little-endian, in the scale of the signed bytes.
  centroid bytea not null check (length(centroid) = 512),
  -- How many vectors have moved it.
  weight integer not null
);
create index look_cells_by_index on look_cells (index_id);

create table look_cell_members (
  cell_id integer not null references look_cells,
  outfit_id uuid not null references outfits on delete cascade,
  place smallint not null,
  vector bytea not null,
  -- A cell is read from this index alone.
  primary key (cell_id, outfit_id, place) include (vector)
);
create index look_cell_members_by_outfit on look_cell_members (outfit_id);
