-- outside a transaction
-- A try that was broken off leaves its index behind, unusable.
drop index concurrently if exists comments_by_event;
create index concurrently comments_by_event on comments (event_id, created_at desc, id desc) where event_id is not null;
