alter table outfit_items validate constraint outfit_items_spot;
