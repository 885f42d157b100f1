import { type Db, runSql } from "#server/db/db.ts";

/** Picks an outfit; the latest pick leads. False where it was picked already. Writes `cover_picks`. */
export async function insertPick(tx: Db, outfitId: string, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto("cover_picks")
    .values({ outfit_id: outfitId, picked_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Picks an outfit no longer. False where it was not picked. Writes `cover_picks`. */
export async function deletePick(tx: Db, outfitId: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom("cover_picks").where("outfit_id", "=", outfitId).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The owner of an outfit, whose row stays as it is until the transaction ends. */
export async function lockPickedOutfit(tx: Db, outfitId: string): Promise<string | undefined> {
  const text = "select user_id from outfits where id = $1 for key share";
  const [row] = await runSql<{ user_id: string }>(tx, text, [outfitId]);
  return row?.user_id;
}
