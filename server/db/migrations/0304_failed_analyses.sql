alter table outfits
  -- An analysis that failed is tried again after a pause.
  add column analysis_retry_at timestamptz(3),
  -- The detector version that failed (server/vision/detector-version.ts): a later one tries again. Failures so far had no pause.
  add column analysis_failed_by integer not null default 0;
