-- outside a transaction
-- The ledger by kind, what one outfit earned, and what was earned with one member. A build that was broken off leaves an
-- unusable index behind, hence the drops.
drop index concurrently if exists points_ledger_by_action;
create index concurrently points_ledger_by_action on points_ledger (user_id, action, created_at desc, id desc);
drop index concurrently if exists points_ledger_by_outfit;
create index concurrently points_ledger_by_outfit on points_ledger (outfit_id) where outfit_id is not null;
drop index concurrently if exists points_ledger_by_counterpart;
create index concurrently points_ledger_by_counterpart on points_ledger (counterpart_id) where counterpart_id is not null;
