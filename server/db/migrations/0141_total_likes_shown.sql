-- The likes of a profile are those of its active outfits now. Outfits, then members are locked in the order of all writers, so
-- that no outfit is liked, shown or hidden meanwhile.
select from outfits where not is_active and likes_count > 0 order by id for no key update;
select from profiles p
where exists (select from outfits o where o.user_id = p.id and not o.is_active and o.likes_count > 0)
order by p.id for no key update;
update profiles p set total_likes = p.total_likes - h.likes
from (
  select user_id, sum(likes_count)::integer as likes from outfits where not is_active and likes_count > 0 group by user_id
) h where p.id = h.user_id;
