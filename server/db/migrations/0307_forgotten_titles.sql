-- A comment's reversal kept the title of an outfit whose owner was deleted, while its award forgot both.
update points_ledger r set subject_title = null from points_ledger a
where r.action = 'REVERSAL' and r.subject_title is not null
  and a.user_id = r.user_id and a.action = 'COMMENT' and a.subject = r.subject
  and a.counterpart_id is null and a.subject_title is null and not exists (select from outfits o where o.id = r.outfit_id);
