import { type Db, runSql } from "#server/db/db.ts";

const exists = async (db: Db, text: string, values: unknown[]): Promise<boolean> =>
  (await runSql(db, text, values)).length > 0;

/** Whether a member likes an outfit or has it saved. */
export function hasReaction(db: Db, userId: string, action: "LIKE" | "FAVORITE", outfitId: string): Promise<boolean> {
  const table = action === "LIKE" ? "likes" : "closet_saves";
  return exists(db, `select from ${table} where user_id = $1 and outfit_id = $2`, [userId, outfitId]);
}

/** Whether an outfit exists and is the member's. */
export function ownsOutfit(db: Db, userId: string, outfitId: string): Promise<boolean> {
  return exists(db, "select from outfits where id = $2 and user_id = $1", [userId, outfitId]);
}

/** A member's latest comment on an outfit, optionally with this text, or null. */
export async function findCommentId(
  db: Db,
  userId: string,
  outfitId: string,
  content: string | undefined,
): Promise<string | null> {
  const [row] = await runSql<{ id: string }>(
    db,
    `select id from comments where outfit_id = $2 and user_id = $1 and ($3::text is null or content = $3)
     order by created_at desc, id desc limit 1`,
    [userId, outfitId, content ?? null],
  );
  return row?.id ?? null;
}

/** Whether an item of the member's outfits has a shop link that `isSame` accepts. */
export async function hasOwnLink(db: Db, userId: string, isSame: (url: string) => boolean): Promise<boolean> {
  const rows = await runSql<{ url: string }>(
    db,
    `select i.product_url as url from outfits o join outfit_items i on i.outfit_id = o.id
     where o.user_id = $1 and i.product_url is not null`,
    [userId],
  );
  return rows.some(({ url }) => isSame(url));
}
