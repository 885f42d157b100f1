create table styles (
  id uuid primary key,
  name text not null unique check (length(name) between 1 and 100),
  image_url text,
  active_outfit_count integer not null default 0 check (active_outfit_count >= 0)
) with (fillfactor = 50);

create table categories (
  id uuid primary key,
  name text not null unique check (length(name) between 1 and 100)
);

create table images (
  id uuid primary key,
  user_id uuid not null references profiles on delete cascade,
  kind text not null check (kind in ('outfit', 'avatar', 'banner')),
  -- {user_id}/{timestamp}.webp (avatar-, banner- before the time); the renditions' keys follow from it.
  key text not null unique,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  -- Widths in pixels that exist beside the full one, ascending.
  widths integer[] not null,
  thumbhash text not null,
  bytes bigint not null check (bytes > 0),
  -- Null while no outfit or profile shows it; such pictures are collected after a day.
  attached_at timestamptz(3),
  created_at timestamptz(3) not null default clock_timestamp()
);
create index images_by_user on images (user_id, created_at desc);
create index images_orphans on images (created_at) where attached_at is null;

-- Files whose picture is gone, whatever removed the row (an edit, a deleted outfit or account); a job empties it.
create table removed_images (
  key text primary key,
  widths integer[] not null,
  removed_at timestamptz(3) not null default clock_timestamp()
);
create function remember_removed_image() returns trigger language plpgsql as $$
begin
  insert into removed_images (key, widths) values (old.key, old.widths) on conflict do nothing;
  return null;
end $$;
create trigger images_removed after delete on images for each row execute function remember_removed_image();

create table outfits (
  id uuid primary key,
  user_id uuid not null references profiles on delete cascade,
  style_id uuid not null references styles,
  image_id uuid not null references images,
  title text not null check (length(btrim(title)) between 1 and 200),
  description text check (length(description) <= 2000),
  alt_text text check (length(alt_text) <= 300),
  -- What screen readers say: the poster's words, or title and items.
  shown_alt_text text not null,
  image_url text not null,
  image_width integer not null check (image_width > 0),
  image_height integer not null check (image_height > 0),
  thumbhash text not null,
  -- The admins' switch: 'Active' or 'Hidden'.
  is_active boolean not null default true,
  -- False while the author's profile is private or the author is banned; set with the profile, in one transaction.
  is_author_listed boolean not null default true,
  -- Whether everyone may meet it in lists and searches.
  is_listed boolean not null generated always as (is_active and is_author_listed) stored,
  views_count integer not null default 0 check (views_count >= 0),
  likes_count integer not null default 0 check (likes_count >= 0),
  saves_count integer not null default 0 check (saves_count >= 0),
  comments_count integer not null default 0 check (comments_count >= 0),
  -- A copy of outfit_tags in the order of entry, so that a page of cards is one index scan.
  tags text[] not null default '{}' check (cardinality(tags) <= 20),
  -- Title, description, username, tags and brands as searches compare them, see server/lib/search-text.ts.
  search_text text not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp()
) with (fillfactor = 85);
create index outfits_feed on outfits (created_at desc, id desc) where is_listed;
create index outfits_by_style on outfits (style_id, created_at desc, id desc) where is_listed;
create index outfits_by_user on outfits (user_id, created_at desc, id desc);
create index outfits_by_views on outfits (views_count desc, id desc) where is_listed;
create index outfits_by_image on outfits (image_id);
create index outfits_search on outfits using gin (search_text gin_trgm_ops);

create table outfit_tags (
  outfit_id uuid not null references outfits on delete cascade,
  tag text not null check (length(btrim(tag)) between 1 and 50),
  position smallint not null check (position between 1 and 20),
  primary key (outfit_id, tag),
  unique (outfit_id, position)
);
create index outfit_tags_by_tag on outfit_tags (lower(tag), outfit_id desc);

create table outfit_items (
  id uuid primary key,
  outfit_id uuid not null references outfits on delete cascade,
  category_id uuid not null references categories,
  brand text not null check (length(btrim(brand)) between 1 and 100),
  product_name text not null check (length(btrim(product_name)) between 1 and 200),
  product_url text check (product_url like 'https://%' and length(product_url) <= 2000),
  position smallint not null check (position between 1 and 10),
  unique (outfit_id, position)
);
create index outfit_items_by_brand on outfit_items (lower(brand), outfit_id desc);

-- What searches may have meant: tags, brands, and the words of both and of titles. Rows only ever come; whoever shows one
-- asks first whether an outfit that the viewer may see still bears it.
create table search_terms (
  kind text not null check (kind in ('tag', 'brand', 'word')),
  -- The name in lower case.
  key text not null check (length(key) between 1 and 100),
  name text not null,
  primary key (kind, key)
);
create index search_terms_alike on search_terms using gin (key gin_trgm_ops);

-- One counted view a member, outfit and hour.
create table outfit_views (
  user_id uuid not null references profiles on delete cascade,
  outfit_id uuid not null references outfits on delete cascade,
  counted_at timestamptz(3) not null default clock_timestamp(),
  primary key (user_id, outfit_id)
);
create index outfit_views_by_outfit on outfit_views (outfit_id);

insert into categories (id, name) values
  ('01930000-0000-7000-8000-000000000101', 'Shirt'),
  ('01930000-0000-7000-8000-000000000102', 'Pants'),
  ('01930000-0000-7000-8000-000000000103', 'Shoes'),
  ('01930000-0000-7000-8000-000000000104', 'Cap'),
  ('01930000-0000-7000-8000-000000000105', 'Jacket'),
  ('01930000-0000-7000-8000-000000000106', 'Accessories');

insert into styles (id, name, image_url) values
  ('01930000-0000-7000-8000-000000000001', 'Streetwear', '/styles/streetwear.webp'),
  ('01930000-0000-7000-8000-000000000002', 'Casual', '/styles/casual.webp'),
  ('01930000-0000-7000-8000-000000000003', 'Business Casual', '/styles/business-casual.webp'),
  ('01930000-0000-7000-8000-000000000004', 'Retro', '/styles/retro.webp'),
  ('01930000-0000-7000-8000-000000000005', 'Formal', '/styles/formal.webp'),
  ('01930000-0000-7000-8000-000000000006', 'Sporty', '/styles/sporty.webp'),
  ('01930000-0000-7000-8000-000000000007', 'Bohemian', '/styles/bohemian.webp'),
  ('01930000-0000-7000-8000-000000000008', 'Vintage', '/styles/vintage.webp'),
  ('01930000-0000-7000-8000-000000000009', 'Minimalist', '/styles/minimalist.webp'),
  ('01930000-0000-7000-8000-00000000000a', 'Grunge', '/styles/grunge.webp'),
  ('01930000-0000-7000-8000-00000000000b', 'Preppy', '/styles/preppy.webp'),
  ('01930000-0000-7000-8000-00000000000c', 'Y2K', '/styles/y2k.webp');
