-- outside a transaction
drop index concurrently if exists outfit_looks_without_garments;
create index concurrently outfit_looks_without_garments on outfit_looks (outfit_id desc) where not are_garments_known;
