-- outside a transaction
drop index concurrently if exists outfits_unanalysed;
create index concurrently outfits_unanalysed on outfits (id desc)
  where analysed_image_id is distinct from image_id and analysis_failures < 3;
