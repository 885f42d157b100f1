-- outside a transaction
alter table profiles validate constraint profiles_display_name_length;
-- An interrupted build leaves an unusable index behind.
drop index concurrently if exists profiles_display_name_search;
create index concurrently profiles_display_name_search on profiles using gin (lower(display_name) gin_trgm_ops);
