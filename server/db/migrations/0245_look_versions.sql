-- By which models and rules an outfit was seen (server/vision/detector-version.ts): the analysis job reads covers that earlier ones
-- saw again, and what they were seen as answers until then. All were seen by earlier ones, as far as is known.
alter table outfit_looks
  add column detector_version integer not null default 0,
  -- Instead of this one, which only servers of the previous release read: they leave alone what the others write.
  alter column are_garments_known set default true;
