-- outside a transaction
-- A month's events are counted and put in order from the index alone.
-- An interrupted build leaves an unusable index behind.
drop index concurrently if exists events_calendar;
create index concurrently events_calendar on events (starts_on, starts_at, id) include (user_id)
  where is_listed and not is_hidden;
drop index concurrently if exists events_by_day;
