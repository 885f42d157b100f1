import { type Db, runSql } from "#server/db/db.ts";

/** Holds a comment's row until the transaction ends; undefined if it was deleted. */
export async function lockComment(tx: Db, id: string): Promise<boolean> {
  const text = "select from comments where id = $1 and deleted_at is null for no key update";
  return (await runSql(tx, text, [id])).length > 0;
}

/** Whether a member likes a comment, or took a like of it back. */
export async function hasLiked(db: Db, commentId: string, userId: string): Promise<boolean> {
  const [row] = await runSql<{ hasLiked: boolean }>(
    db,
    `select exists (select from comment_likes where comment_id = $1 and user_id = $2)
       or exists (select from retracted_comment_likes where comment_id = $1 and user_id = $2) as "hasLiked"`,
    [commentId, userId],
  );
  return row?.hasLiked === true;
}

const insertLike = `
  insert into comment_likes (comment_id, user_id) values ($1, $2) on conflict do nothing
  returning exists (select from retracted_comment_likes r where r.user_id = $2 and r.comment_id = $1) as "isRepeated"`;
const deleteLike = `
  with removed as (
    delete from comment_likes where comment_id = $1 and user_id = $2 returning user_id, comment_id
  ), remembered as (
    insert into retracted_comment_likes (user_id, comment_id) select user_id, comment_id from removed on conflict do nothing
  )
  select false as "isRepeated" from removed`;

/**
 * Likes a comment or takes the like back, with its count. The comment's row must be locked. Writes `comment_likes`,
 * `retracted_comment_likes` and `comments`.
 *
 * @returns The count, whether anything changed, and whether the member had taken the same like back before.
 */
export async function updateCommentLike(
  tx: Db,
  like: { commentId: string; userId: string; wants: boolean },
): Promise<{ likesCount: number; isChanged: boolean; isRepeated: boolean }> {
  const { commentId, userId, wants } = like;
  const values = [commentId, userId];
  const [change] = await runSql<{ isRepeated: boolean }>(tx, wants ? insertLike : deleteLike, values);
  const known = `select likes_count as "likesCount" from comments where id = $1`;
  const changed = `update comments set likes_count = likes_count ${wants ? "+" : "-"} 1 where id = $1
    returning likes_count as "likesCount"`;
  const [row] = await runSql<{ likesCount: number }>(tx, change ? changed : known, [commentId]);
  return { likesCount: row?.likesCount ?? 0, isChanged: change !== undefined, isRepeated: change?.isRepeated === true };
}
