import { type Db, runSql, type Tx } from "#server/db/db.ts";

/**
 * Likes an article or takes the like back, with its kept count. Idempotent. Writes `article_likes` and `articles`.
 *
 * @returns Whether anything changed.
 */
export async function changeLike(
  tx: Tx,
  { userId, articleId, isOn }: { userId: string; articleId: string; isOn: boolean },
): Promise<boolean> {
  // The article first: two members who like it at once then wait for each other in one order.
  await runSql(tx, `select from articles where id = $1::uuid for no key update`, [articleId]);
  const changed = await runSql(
    tx,
    isOn
      ? `insert into article_likes (user_id, article_id) values ($1, $2) on conflict do nothing returning user_id`
      : `delete from article_likes where user_id = $1 and article_id = $2 returning user_id`,
    [userId, articleId],
  );
  if (changed.length === 0) return false;
  const text = `update articles set likes_count = likes_count + $2 where id = $1::uuid`;
  await runSql(tx, text, [articleId, isOn ? 1 : -1]);
  return true;
}

/** How many members like an article. */
export async function getLikesCount(db: Db, articleId: string): Promise<number> {
  const text = `select likes_count as count from articles where id = $1::uuid`;
  const [row] = await runSql<{ count: number }>(db, text, [articleId]);
  return row?.count ?? 0;
}

/** Keeps an article for a member, or no longer. Idempotent. Writes `article_saves`. */
export async function changeSave(
  db: Db,
  { userId, articleId, isOn }: { userId: string; articleId: string; isOn: boolean },
): Promise<void> {
  const text = isOn
    ? `insert into article_saves (user_id, article_id) values ($1, $2) on conflict do nothing`
    : `delete from article_saves where user_id = $1 and article_id = $2`;
  await runSql(db, text, [userId, articleId]);
}
