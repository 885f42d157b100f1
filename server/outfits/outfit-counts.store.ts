import { type Db, runSql } from "#server/db/db.ts";

/**
 * Adds to the counts of listed outfits that styles keep, styles in the order of their ids. Writes `styles`. To be called
 * last in a transaction: every post of a style waits for its row.
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

/** Adds to the counts that an author's profile keeps of the active outfits and of the likes on all of them. Writes `profiles`. */
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

/** Adds to the likes that authors' profiles count, for many authors at once. Writes `profiles`. */
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

/** Adds to the kept counts of outfits that members own or like in each style. Writes `user_styles`. */
export async function changeUserStyles(
  tx: Db,
  changes: { userId: string; styleId: string; by: number }[],
): Promise<void> {
  if (changes.length === 0) return;
  // What is lowered has its row already; proposing a negative count for insertion would break the table's rule.
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

/** Takes the likers of an outfit one outfit further from one style, or from it to another. Writes `user_styles`. */
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
