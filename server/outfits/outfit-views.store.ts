import { type PreparedStatement, type Pool, runPrepared } from "#server/db/db.ts";
import { limits } from "#contract/limits.ts";

/** One view of an outfit by a member. */
export interface View {
  userId: string;
  outfitId: string;
  at: Date;
}

// Lock order: outfits by id, as for likes. What is being deleted, an outfit or a viewer, is left out: it would hold up the views
// of all others, and fail them.
const countViews: PreparedStatement = {
  name: "count_views",
  text: `with there as (
      select n.user_id, n.outfit_id, n.at from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) n(user_id, outfit_id, at)
      join outfits o on o.id = n.outfit_id join profiles p on p.id = n.user_id
      order by n.outfit_id, n.user_id for key share of o, p skip locked
    ), seen as (
      insert into outfit_views as v (user_id, outfit_id, counted_at)
      select user_id, outfit_id, at from there
      on conflict (user_id, outfit_id) do update set counted_at = excluded.counted_at
        where v.counted_at <= excluded.counted_at - interval '${limits.viewCountedOncePerHours} hours'
      returning outfit_id
    ), counted as (
      select o.id, s.views from (select outfit_id, count(*) as views from seen group by outfit_id) s
      join outfits o on o.id = s.outfit_id order by o.id for no key update of o
    )
    update outfits o set views_count = o.views_count + c.views from counted c where o.id = c.id`,
};

/**
 * Counts views, at most one per member, outfit and hour. Writes `outfit_views` and `outfits.views_count`, atomically.
 */
export async function insertViews(pool: Pool, views: View[]): Promise<void> {
  await runPrepared(pool, countViews, [
    views.map((view) => view.userId),
    views.map((view) => view.outfitId),
    views.map((view) => view.at),
  ]);
}
