import type { CountedRow } from "#server/counts/recount.service.ts";
import { type Db, runSql, type Tx } from "#server/db/db.ts";

/** What a member has that others' counts include. */
export type Counted = "likes" | "saves" | "comment likes" | "comments" | "followed" | "followers";

/**
 * For each: SQL that deletes some rows of the member $1, at most $2, and gives others' counts that included them. The member's own
 * end with the account: to recount them with each step would read all that is left, while others' rows are locked.
 */
const deletions: Record<Counted, string> = {
  likes: `with gone as (
      delete from likes where user_id = $1
        and outfit_id in (select outfit_id from likes where user_id = $1 order by outfit_id limit $2) returning outfit_id
    )
    select 'outfits.likes_count' as count, outfit_id as id from gone
    union select 'profiles.total_likes', o.user_id from gone join outfits o on o.id = gone.outfit_id`,
  saves: `with gone as (
      delete from closet_saves where id in (select id from closet_saves where user_id = $1 order by id limit $2)
      returning outfit_id
    )
    select 'outfits.saves_count' as count, outfit_id as id from gone`,
  "comment likes": `with gone as (
      delete from comment_likes where user_id = $1
        and comment_id in (select comment_id from comment_likes where user_id = $1 order by comment_id limit $2)
      returning comment_id
    )
    select 'comments.likes_count' as count, comment_id as id from gone`,
  // Those with replies follow once their own are gone; others' replies keep them, without author and words.
  comments: `with gone as (
      delete from comments where id in (
        select id from comments c where user_id = $1 and not exists (select from comments r where r.parent_id = c.id)
        order by id limit $2)
      returning outfit_id, event_id, parent_id
    )
    select 'outfits.comments_count' as count, outfit_id as id from gone where outfit_id is not null
    union select 'events.comments_count', event_id from gone where event_id is not null
    union select 'comments.replies_count', parent_id from gone where parent_id is not null`,
  followed: `with gone as (
      delete from follows where follower_id = $1
        and following_id in (select following_id from follows where follower_id = $1 order by following_id limit $2)
      returning following_id
    )
    select 'profiles.followers_count' as count, following_id as id from gone`,
  followers: `with gone as (
      delete from follows where following_id = $1
        and follower_id in (select follower_id from follows where following_id = $1 order by follower_id limit $2)
      returning follower_id
    )
    select 'profiles.following_count' as count, follower_id as id from gone`,
};
export const countedThings = Object.keys(deletions) as Counted[];

/** Deletes some of these of a member; returns others' counts that are wrong now, none where nothing was left. */
export function deleteSome(tx: Tx, thing: Counted, userId: string, limit: number): Promise<CountedRow[]> {
  return runSql<CountedRow>(tx, deletions[thing], [userId, limit]);
}

/** The ids of a member's outfits, at most `limit`. */
export async function listOutfitIds(db: Db, userId: string, limit: number): Promise<string[]> {
  const rows = await db.selectFrom("outfits").select("id").where("user_id", "=", userId).limit(limit).execute();
  return rows.map(({ id }) => id);
}
