-- outside a transaction
drop index concurrently if exists outfit_looks_by_version;
create index concurrently outfit_looks_by_version on outfit_looks (detector_version, outfit_id desc);
drop index concurrently if exists outfit_looks_without_garments;
