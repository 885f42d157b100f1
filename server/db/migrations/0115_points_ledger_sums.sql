-- outside a transaction
-- Sums of months and weeks are read from the index alone: a member may have thousands of rows in each.
-- An interrupted build leaves an unusable index behind.
drop index concurrently if exists points_ledger_newest;
create index concurrently points_ledger_newest on points_ledger (user_id, created_at desc, id desc) include (action, points);
drop index concurrently if exists points_ledger_by_user;
