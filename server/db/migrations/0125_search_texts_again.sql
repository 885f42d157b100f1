-- Search texts contain the names of items and styles from now on. A job adds them to those of existing outfits, a few at a time.
-- A new database has neither outfits nor the queue.
do $$ begin
  if exists (select from outfits) then
    perform graphile_worker.add_job('rewriteSearchTexts');
  end if;
end $$;
