import { limits } from "#contract/limits.ts";
import { type PreparedStatement, type Pool, runPrepared } from "#server/db/db.ts";
import { hiddenMemberIds, isMemberNotBanned } from "#server/members/member-sql.ts";

const { trendingItems, trendingCandidatesFactor, trendingViewsWeight, trendingLikesWeight, trendingCommentsWeight } =
  limits;
const candidates = trendingItems * trendingCandidatesFactor;

const isOfOthers = `o.user_id is distinct from $1::uuid and o.user_id <> all (${hiddenMemberIds("$1")})`;
const columns = "o.id, o.created_at, o.views_count, o.likes_count, o.comments_count";
const newestFirst = "order by o.created_at desc, o.id desc";
/** SQL for the styles in which a member has posted or liked something. */
const tasteOf = "from user_styles u where u.user_id = $1::uuid and u.outfits_count > 0";

/**
 * SQL for outfits of each private member whom the viewer follows: no index of listed outfits has them. Ordered by their author
 * and time, the newest of many are found without reading the others.
 */
const ofFollowedPrivate = (where: string, order: string, count: number): string => `
  select o.* from follows f join profiles fp on fp.id = f.following_id and fp.is_private cross join lateral (
    select ${columns} from outfits o
    where o.user_id = f.following_id and o.is_active and ${where} ${order} limit ${count}
  ) o
  where f.follower_id = $1::uuid and ${isMemberNotBanned("f.following_id")} and f.following_id <> all (${hiddenMemberIds("$1")})`;

// The newest of each style by its index: with one condition on all styles the planner would sort all of them.
const trendingFor: PreparedStatement = {
  name: "trending_for",
  text: `select newest.id from (
      select o.* from (
        (select o.* from (select u.style_id ${tasteOf}) taste cross join lateral (
            select ${columns} from outfits o
            where o.style_id = taste.style_id and o.is_listed and ${isOfOthers} ${newestFirst} limit ${candidates}
          ) o ${newestFirst} limit ${candidates})
        union all (${ofFollowedPrivate(`o.style_id in (select u.style_id ${tasteOf})`, newestFirst, candidates)})
      ) o ${newestFirst} limit ${candidates}
    ) newest
    order by newest.views_count * ${trendingViewsWeight} + newest.likes_count * ${trendingLikesWeight}
      + newest.comments_count * ${trendingCommentsWeight} desc, newest.created_at desc, newest.id desc
    limit ${trendingItems}`,
};

/** Ids of the best of the newest outfits in the member's styles; ties newest first. */
export async function findTrendingFor(pool: Pool, userId: string): Promise<string[]> {
  const rows = await runPrepared<{ id: string }>(pool, trendingFor, [userId]);
  return rows.map((row) => row.id);
}

const taste: PreparedStatement = { name: "trending_taste", text: `select 1 as found ${tasteOf} limit 1` };

/** Whether a member has posted or liked anything. */
export async function hasTaste(pool: Pool, userId: string): Promise<boolean> {
  const rows = await runPrepared(pool, taste, [userId]);
  return rows.length > 0;
}

const mostViewedFirst = "order by o.views_count desc, o.id desc";

const mostViewed: PreparedStatement = {
  name: "trending_most_viewed",
  text: `select o.id from (
      (select ${columns} from outfits o where o.is_listed and ${isOfOthers} ${mostViewedFirst} limit ${trendingItems})
      union all (${ofFollowedPrivate("true", mostViewedFirst, trendingItems)})
    ) o ${mostViewedFirst} limit ${trendingItems}`,
};

/** Ids of the most viewed outfits of others; ties newest first. */
export async function findMostViewed(pool: Pool, userId: string | null): Promise<string[]> {
  const rows = await runPrepared<{ id: string }>(pool, mostViewed, [userId]);
  return rows.map((row) => row.id);
}
