import { type Db, runSql } from "#server/db/db.ts";

/**
 * Changes the kept counts of listed outfits of styles, in id order. Writes `styles`. Call it last in a transaction,
 * because every post of a style waits for its row.
 */
export async function changeStyleCounts(tx: Db, changes: { styleId: string; by: number }[]): Promise<void> {
  const sums = new Map<string, number>();
  for (const { styleId, by } of changes) sums.set(styleId, (sums.get(styleId) ?? 0) + by);
  const ids = [...sums.keys()].filter((id) => sums.get(id) !== 0).toSorted();
  if (ids.length === 0) return;
  await runSql(tx, "select id from styles where id = any ($1::uuid[]) order by id for no key update", [ids]);
  await runSql(
    tx,
    `update styles s set active_outfit_count = s.active_outfit_count + c.by
     from unnest($1::uuid[], $2::integer[]) c(id, by) where s.id = c.id`,
    [ids, ids.map((id) => sums.get(id))],
  );
}

/** Changes an author's kept counts of active outfits and of their likes. Writes `profiles`. */
export async function changeAuthorCounts(
  tx: Db,
  userId: string,
  by: { outfits: number; likes: number },
): Promise<void> {
  await tx
    .updateTable("profiles")
    .set((b) => ({
      outfit_count: b("outfit_count", "+", by.outfits),
      total_likes: b("total_likes", "+", by.likes),
    }))
    .where("id", "=", userId)
    .execute();
}

/** Changes the kept like counts of many authors at once. Writes `profiles`. */
export async function changeTotalLikes(tx: Db, changes: { userId: string; by: number }[]): Promise<void> {
  if (changes.length === 0) return;
  await runSql(
    tx,
    `update profiles p set total_likes = p.total_likes + c.by
     from (select user_id, sum(by)::integer as by from unnest($1::uuid[], $2::integer[]) c(user_id, by) group by user_id) c
     where p.id = c.user_id`,
    [changes.map((c) => c.userId), changes.map((c) => c.by)],
  );
}

/** Changes the kept counts of outfits that members own or like in each style. Writes `user_styles`. */
export async function changeUserStyles(
  tx: Db,
  changes: { userId: string; styleId: string; by: number }[],
): Promise<void> {
  if (changes.length === 0) return;
  // A lowered count has a row already; inserting a negative count would violate the check constraint.
  await runSql(
    tx,
    `with changes as (
       select user_id, style_id, sum(by)::integer as by
       from unnest($1::uuid[], $2::uuid[], $3::integer[]) c(user_id, style_id, by) group by user_id, style_id
     ), raised as (
       insert into user_styles as u (user_id, style_id, outfits_count)
       select user_id, style_id, by from changes where by > 0 order by user_id, style_id
       on conflict (user_id, style_id) do update set outfits_count = u.outfits_count + excluded.outfits_count
     )
     update user_styles u set outfits_count = u.outfits_count + c.by
     from changes c where c.by < 0 and u.user_id = c.user_id and u.style_id = c.style_id`,
    [changes.map((c) => c.userId), changes.map((c) => c.styleId), changes.map((c) => c.by)],
  );
}

/** Lowers the count of an outfit's likers in one style, and raises it in another if given. Writes `user_styles`. */
export async function moveLikersStyle(tx: Db, outfitId: string, from: string, to: string | null): Promise<void> {
  const likers = await runSql<{ userId: string }>(tx, `select user_id as "userId" from likes where outfit_id = $1`, [
    outfitId,
  ]);
  await changeUserStyles(
    tx,
    likers.flatMap(({ userId }) => [
      { userId, styleId: from, by: -1 },
      ...(to === null ? [] : [{ userId, styleId: to, by: 1 }]),
    ]),
  );
}
