-- Every two colours of an outfit: a filter of several colours reads the newest outfits of one pair, instead of all outfits of
-- each colour. Triggers write it, so that a server process of the previous version does as well.
create table outfit_colour_pairs (
  first_colour text not null,
  second_colour text not null,
  outfit_id uuid not null references outfits on delete cascade,
  primary key (first_colour, second_colour, outfit_id),
  check (first_colour collate "C" < second_colour collate "C")
);
create index outfit_colour_pairs_by_outfit on outfit_colour_pairs (outfit_id);

create function add_colour_pairs() returns trigger language plpgsql as $$
begin
  insert into outfit_colour_pairs (first_colour, second_colour, outfit_id)
  select one.colour, other.colour, one.outfit_id
  from (select distinct outfit_id from added) changed
  join outfit_colours one on one.outfit_id = changed.outfit_id
  join outfit_colours other on other.outfit_id = changed.outfit_id and one.colour collate "C" < other.colour collate "C"
  on conflict do nothing;
  return null;
end $$;
create function remove_colour_pairs() returns trigger language plpgsql as $$
begin
  delete from outfit_colour_pairs p using removed r
  where p.outfit_id = r.outfit_id and r.colour in (p.first_colour, p.second_colour);
  return null;
end $$;
create trigger add_colour_pairs after insert on outfit_colours
  referencing new table as added for each statement execute function add_colour_pairs();
create trigger remove_colour_pairs after delete on outfit_colours
  referencing old table as removed for each statement execute function remove_colour_pairs();

insert into outfit_colour_pairs (first_colour, second_colour, outfit_id)
select one.colour, other.colour, one.outfit_id
from outfit_colours one
join outfit_colours other on other.outfit_id = one.outfit_id and one.colour collate "C" < other.colour collate "C";

-- Two shades of one name are one colour of a palette from now on; stored palettes keep the larger shade with the sum.
update outfit_looks l set palette = merged.palette
from (
  select outfit_id, jsonb_agg(jsonb_set(shade, '{share}', to_jsonb(least(1, share))) order by share desc) as palette
  from (
    select outfit_id, sum((c->>'share')::float8) as share,
      (array_agg(c order by (c->>'share')::float8 desc))[1] as shade
    from outfit_looks, jsonb_array_elements(palette) c
    group by outfit_id, c->>'key'
  ) colours
  group by outfit_id
) merged
where merged.outfit_id = l.outfit_id and jsonb_array_length(merged.palette) < jsonb_array_length(l.palette);
