-- Replies to comments, likes of comments and mentions. A deleted comment that has replies keeps its row without its words
-- and its author.
alter table comments
  add column parent_id uuid,
  add column likes_count integer not null default 0,
  add column replies_count integer not null default 0,
  add column deleted_at timestamptz(3),
  alter column user_id drop not null,
  drop constraint comments_content_check;
alter table comments
  add constraint comments_parent_id_fkey foreign key (parent_id) references comments on delete cascade not valid,
  add constraint comments_content_check check (deleted_at is not null or length(btrim(content)) between 1 and 1000) not valid,
  add constraint comments_have_author check (deleted_at is not null or user_id is not null) not valid,
  add constraint comments_counts_not_negative check (likes_count >= 0 and replies_count >= 0) not valid;

create table comment_likes (
  comment_id uuid not null references comments on delete cascade,
  user_id uuid not null references profiles on delete cascade,
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (comment_id, user_id)
);
create index comment_likes_by_user on comment_likes (user_id);

create table comment_mentions (
  comment_id uuid not null references comments on delete cascade,
  user_id uuid not null references profiles on delete cascade,
  -- The username as it was written; members change theirs.
  name text not null,
  primary key (comment_id, user_id)
);
create index comment_mentions_by_user on comment_mentions (user_id);

alter type notification_type add value 'mention';
