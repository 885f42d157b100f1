-- outside a transaction
-- A try that was broken off leaves its index behind, unusable.
drop index concurrently if exists search_terms_by_seen;
create index concurrently search_terms_by_seen on search_terms (seen_at);
