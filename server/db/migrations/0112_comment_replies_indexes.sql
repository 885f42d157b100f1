-- outside a transaction
-- An interrupted build leaves an unusable index behind.
drop index concurrently if exists comments_by_parent;
create index concurrently comments_by_parent on comments (parent_id, created_at, id) where parent_id is not null;
drop index concurrently if exists comment_threads_by_outfit;
create index concurrently comment_threads_by_outfit on comments (outfit_id, created_at desc, id desc) where parent_id is null;
