import { type Db, runSql, type Tx } from "#server/db/db.ts";

/** The author of an article that a member likes, or of which they took a like back; undefined for others. */
export async function findLikedAuthor(db: Db, userId: string, articleId: string): Promise<string | undefined> {
  const [row] = await runSql<{ authorId: string }>(
    db,
    `select a.author_id as "authorId" from articles a where a.id = $2 and (
       exists (select from article_likes l where l.user_id = $1 and l.article_id = a.id)
       or exists (select from retracted_article_likes r where r.user_id = $1 and r.article_id = a.id))`,
    [userId, articleId],
  );
  return row?.authorId;
}

const insertLike = `
  insert into article_likes (user_id, article_id) values ($1, $2) on conflict do nothing
  returning exists (select from retracted_article_likes r where r.user_id = $1 and r.article_id = $2) as "isRepeated"`;
const deleteLike = `
  with removed as (
    delete from article_likes where user_id = $1 and article_id = $2 returning user_id, article_id
  ), remembered as (
    insert into retracted_article_likes (user_id, article_id) select user_id, article_id from removed on conflict do nothing
  )
  select false as "isRepeated" from removed`;

/**
 * Likes an article or takes the like back, with its kept count. Idempotent. Writes `article_likes`,
 * `retracted_article_likes` and `articles`.
 *
 * @returns Whether anything changed, and whether the member had taken the same like back before.
 */
export async function changeLike(
  tx: Tx,
  { userId, articleId, isOn }: { userId: string; articleId: string; isOn: boolean },
): Promise<{ isChanged: boolean; isRepeated: boolean }> {
  // The article first: two members who like it at once then wait for each other in one order.
  await runSql(tx, `select from articles where id = $1::uuid for no key update`, [articleId]);
  const values = [userId, articleId];
  const [changed] = await runSql<{ isRepeated: boolean }>(tx, isOn ? insertLike : deleteLike, values);
  if (!changed) return { isChanged: false, isRepeated: false };
  const text = `update articles set likes_count = likes_count + $2 where id = $1::uuid`;
  await runSql(tx, text, [articleId, isOn ? 1 : -1]);
  return { isChanged: true, isRepeated: changed.isRepeated };
}

/** How many members like an article. */
export async function getLikesCount(db: Db, articleId: string): Promise<number> {
  const text = `select likes_count as count from articles where id = $1::uuid`;
  const [row] = await runSql<{ count: number }>(db, text, [articleId]);
  return row?.count ?? 0;
}

/** Keeps an article for a member, or no longer. Idempotent. Writes `article_saves`. Returns whether anything changed. */
export async function changeSave(
  db: Db,
  { userId, articleId, isOn }: { userId: string; articleId: string; isOn: boolean },
): Promise<boolean> {
  const text = isOn
    ? `insert into article_saves (user_id, article_id) values ($1, $2) on conflict do nothing returning user_id`
    : `delete from article_saves where user_id = $1 and article_id = $2 returning user_id`;
  return (await runSql(db, text, [userId, articleId])).length > 0;
}
