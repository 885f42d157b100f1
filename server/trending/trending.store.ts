import { limits } from "#contract/limits.ts";
import { type HotStatement, type Pool, runHot } from "#server/db/db.ts";
import { membersOutOfSight } from "#server/outfits/outfits.service.ts";

const { trendingItems, trendingCandidatesFactor, trendingViewsWeight, trendingLikesWeight, trendingCommentsWeight } =
  limits;
const candidates = trendingItems * trendingCandidatesFactor;

/** SQL that is true for a listed outfit `o` of somebody else whom the member sees. */
const isOfOthers = `o.is_listed and o.user_id is distinct from $1::uuid and o.user_id <> all (${membersOutOfSight("$1")})`;
/** SQL for the styles in which a member has posted or liked something. */
const tasteOf = "from user_styles u where u.user_id = $1::uuid and u.outfits_count > 0";

// The newest of each style, read from its index: as one condition on all styles the planner would sort them all.
const trendingFor: HotStatement = {
  name: "trending_for",
  text: `select newest.id from (
      select o.* from (select u.style_id ${tasteOf}) taste cross join lateral (
        select o.id, o.created_at, o.views_count, o.likes_count, o.comments_count from outfits o
        where o.style_id = taste.style_id and ${isOfOthers}
        order by o.created_at desc, o.id desc limit ${candidates}
      ) o
      order by o.created_at desc, o.id desc limit ${candidates}
    ) newest
    order by newest.views_count * ${trendingViewsWeight} + newest.likes_count * ${trendingLikesWeight}
      + newest.comments_count * ${trendingCommentsWeight} desc, newest.created_at desc, newest.id desc
    limit ${trendingItems}`,
};

/** Ids of the best of the newest outfits in the member's styles; of two that are as good the newer first. */
export async function findTrendingFor(pool: Pool, userId: string): Promise<string[]> {
  const rows = await runHot<{ id: string }>(pool, trendingFor, [userId]);
  return rows.map((row) => row.id);
}

const taste: HotStatement = { name: "trending_taste", text: `select 1 as found ${tasteOf} limit 1` };

/** Whether a member has posted or liked anything. */
export async function hasTaste(pool: Pool, userId: string): Promise<boolean> {
  const rows = await runHot(pool, taste, [userId]);
  return rows.length > 0;
}

const mostViewed: HotStatement = {
  name: "trending_most_viewed",
  text: `select o.id from outfits o where ${isOfOthers}
    order by o.views_count desc, o.id desc limit ${trendingItems}`,
};

/** Ids of the most viewed outfits of others; of two that are as often viewed the newer first. */
export async function findMostViewed(pool: Pool, userId: string | null): Promise<string[]> {
  const rows = await runHot<{ id: string }>(pool, mostViewed, [userId]);
  return rows.map((row) => row.id);
}
