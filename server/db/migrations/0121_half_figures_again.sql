-- Half figures are read in the size of whole ones now, and an unsure jacket without anything under it is a top. Covers without
-- shoes, or with a jacket alone, may be such: the analysis job reads them again, and what they were seen as answers until then.
update outfit_looks l set are_garments_known = false
where l.are_garments_known and (
  not exists (select from look_vectors v where v.outfit_id = l.outfit_id and v.space = 'Shoes')
  or exists (select from look_vectors v where v.outfit_id = l.outfit_id and v.space = 'Jacket')
    and not exists (select from look_vectors v where v.outfit_id = l.outfit_id and v.space = 'Shirt'));
