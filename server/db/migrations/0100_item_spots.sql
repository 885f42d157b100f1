-- Where an item is on a photo of its outfit, as shares of its width and height. A spot on a photo that is gone is not shown.
alter table outfit_items
  add column spot_image_id uuid,
  add column spot_x real,
  add column spot_y real,
  add constraint outfit_items_spot check (
    num_nonnulls(spot_image_id, spot_x, spot_y) in (0, 3)
    and coalesce(spot_x between 0 and 1 and spot_y between 0 and 1, true)
  ) not valid;
