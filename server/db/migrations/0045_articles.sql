-- An article has versions, of which the newest is the working copy, and a published copy in its own columns.
create table articles (
  id uuid primary key,
  author_id uuid not null references profiles on delete cascade,
  status text not null default 'draft'
    check (status in ('draft', 'submitted', 'changes_requested', 'published', 'withdrawn')),
  -- Grows with each save: a save that names another one was made from an old copy.
  revision integer not null check (revision > 0),
  -- What an editor last asked for.
  note text check (length(note) between 1 and 2000),
  -- Since the first submission editors see it.
  submitted_at timestamptz(3),
  created_at timestamptz(3) not null default clock_timestamp(),

  -- What readers see, from here on; empty until the first publication, kept when the article is withdrawn.
  published_revision integer,
  is_public boolean not null generated always as (published_revision is not null) stored,
  published_at timestamptz(3),
  -- When a later version took the place of the first.
  revised_at timestamptz(3),
  title text not null default '' check (length(title) <= 120),
  summary text not null default '' check (length(summary) <= 300),
  tags text[] not null default '{}' check (cardinality(tags) <= 10),
  -- The tags in lower case, as filters compare them.
  tag_keys text[] not null default '{}',
  cover_image_id uuid references images on delete set null,
  cover_alt text not null default '',
  cover_caption text not null default '',
  body jsonb not null default '[]',
  -- What the body shows, in its order.
  image_ids uuid[] not null default '{}',
  outfit_ids uuid[] not null default '{}',
  reading_minutes integer not null default 1 check (reading_minutes > 0),
  -- Title and tags as searches compare them, see server/lib/search-text.ts.
  search_text text not null default '',
  likes_count integer not null default 0 check (likes_count >= 0),
  check (published_revision is null or (published_at is not null and title <> ''))
) with (fillfactor = 85);
create index articles_newest on articles (published_at desc, id desc) where is_public;
create index articles_search on articles using gin (search_text gin_trgm_ops) where is_public;
create index articles_by_tag on articles using gin (tag_keys) where is_public;
create index articles_by_author on articles (author_id, created_at desc, id desc);
create index articles_submitted on articles (submitted_at desc, id desc) where submitted_at is not null;
create index articles_submitted_by_status on articles (status, submitted_at desc, id desc) where submitted_at is not null;
create index articles_by_cover on articles (cover_image_id);

create table article_versions (
  article_id uuid not null references articles on delete cascade,
  number integer not null check (number > 0),
  -- Of its last save.
  revision integer not null,
  -- Submitted and published ones are kept for good.
  kind text not null default 'saved' check (kind in ('saved', 'submitted', 'published')),
  editor_id uuid references profiles on delete set null,
  -- The contract's ArticleContent.
  content jsonb not null,
  word_count integer not null,
  started_at timestamptz(3) not null,
  saved_at timestamptz(3) not null,
  primary key (article_id, number)
);
create index article_versions_by_editor on article_versions (editor_id);

-- Every picture that a version uses belongs to one article, and goes with it.
create table article_images (
  image_id uuid primary key references images on delete cascade,
  article_id uuid not null references articles on delete cascade
);
create index article_images_by_article on article_images (article_id);

create table article_reviews (
  id uuid primary key,
  article_id uuid not null references articles on delete cascade,
  actor_id uuid references profiles on delete set null,
  action text not null check (action in ('submitted', 'recalled', 'changes_requested', 'published', 'withdrawn')),
  note text,
  revision integer not null,
  created_at timestamptz(3) not null
);
create index article_reviews_by_article on article_reviews (article_id, created_at desc, id desc);
create index article_reviews_by_actor on article_reviews (actor_id);

create table article_likes (
  user_id uuid not null references profiles on delete cascade,
  article_id uuid not null references articles on delete cascade,
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (user_id, article_id)
);
create index article_likes_by_article on article_likes (article_id);

create table article_saves (
  user_id uuid not null references profiles on delete cascade,
  article_id uuid not null references articles on delete cascade,
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (user_id, article_id)
);
create index article_saves_by_user on article_saves (user_id, created_at desc, article_id desc);
create index article_saves_by_article on article_saves (article_id);

-- Events and articles have pictures and can be reported, too. Whichever migration comes last names both.
alter table images drop constraint images_kind_check;
alter table images add constraint images_kind_check
  check (kind in ('outfit', 'avatar', 'banner', 'event', 'article')) not valid;
alter table reports drop constraint reports_target_type_check;
alter table reports add constraint reports_target_type_check
  check (target_type in ('outfit', 'comment', 'profile', 'message', 'event', 'article')) not valid;
