-- Standard names for what earlier migrations called by names of our own.
alter table points_ledger rename column deed to subject;
comment on column points_ledger.subject is 'What earned the points: an outfit, an address of an item, a day. Each is paid once per member and action.';
alter table retracted_deeds rename to retracted_actions;
alter index retracted_deeds_by_outfit rename to retracted_actions_by_outfit;
alter table swipe_frontiers rename to swipe_seen_ranges;
alter table swipe_leftovers rename to swipe_backlog;
alter index swipe_leftovers_by_outfit rename to swipe_backlog_by_outfit;
