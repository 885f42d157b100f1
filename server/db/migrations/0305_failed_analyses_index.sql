-- outside a transaction
-- An interrupted build leaves an unusable index behind.
drop index concurrently if exists outfits_analysis_given_up;
create index concurrently outfits_analysis_given_up on outfits (analysis_failed_by) where analysis_failures >= 3;
