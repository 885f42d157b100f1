import { sql } from "kysely";
import { limits } from "#contract/limits.ts";
import type { StylistSuggestion } from "#contract/stylists.ts";
import type { Db } from "#server/db/db.ts";
import { pictureColumn } from "#server/outfits/outfits.service.ts";
import { author, isVisibleMember } from "#server/members/members.service.ts";

/** How many of the newest outfits of each style, and of all other styles together, are considered. */
const newestLooks = 300;

/**
 * Recent posters other than the viewer, not followed, muted or blocked in either direction. Those who post in the given
 * styles come first, ordered by posts, then by likes. Each with their newest outfits, those in the given styles first.
 */
export async function listSuggestions(db: Db, viewerId: string, styleIds: string[]): Promise<StylistSuggestion[]> {
  const { rows } = await sql<StylistSuggestion>`
    with recent as (
      select look.id, look.user_id, look.likes_count, look.created_at, true as is_chosen
      from unnest((select ${styleIds}::uuid[])) chosen(id) cross join lateral (
        select o.id, o.user_id, o.likes_count, o.created_at from outfits o
        where o.is_listed and o.style_id = chosen.id
        order by o.created_at desc, o.id desc limit ${sql.lit(newestLooks)}) look
      union all
      (select o.id, o.user_id, o.likes_count, o.created_at, false from outfits o
        where o.is_listed and o.style_id <> all (${styleIds}::uuid[])
        order by o.created_at desc, o.id desc limit ${sql.lit(newestLooks)})
    ), stylists as (
      select p.id, bool_or(r.is_chosen) as is_chosen, count(*) as looks_count, sum(r.likes_count) as likes_count
      from recent r join profiles p on p.id = r.user_id
      where p.id <> ${viewerId}::uuid and ${isVisibleMember(viewerId)}
        and p.id <> all (array(
          select f.following_id from follows f where f.follower_id = ${viewerId}::uuid
          union all select m.muted_id from mutes m where m.muter_id = ${viewerId}::uuid))
      group by p.id
      order by is_chosen desc, looks_count desc, likes_count desc, p.id limit ${sql.lit(limits.stylistSuggestions)}
    )
    select ${author} as stylist, (
      select json_agg(look) from (
        select o.id, o.shown_alt_text as "altText", ${sql.raw(pictureColumn)}
        from recent r join outfits o on o.id = r.id where r.user_id = p.id
        order by r.is_chosen desc, r.created_at desc, r.id desc limit ${sql.lit(limits.suggestionLooks)}) look) as looks
    from stylists s join profiles p on p.id = s.id
    order by s.is_chosen desc, s.looks_count desc, s.likes_count desc, p.id`.execute(db);
  return rows;
}
