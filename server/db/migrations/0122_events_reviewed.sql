-- outside a transaction
-- The admin's list of events, the latest change first: without it, each page sorts the whole table.
-- An interrupted build leaves an unusable index behind.
drop index concurrently if exists events_reviewed;
create index concurrently events_reviewed on events (updated_at desc, id desc) where status <> 'draft';
