import type { Style } from "#contract/styles.ts";
import { type Db, type PreparedStatement, type Pool, runPrepared } from "#server/db/db.ts";

const allStyles: PreparedStatement = {
  name: "styles",
  text: `select id, name, image_url as "imageUrl", active_outfit_count as "activeOutfitCount" from styles order by name`,
};

/** All styles by name, each with its number of listed outfits. */
export function listStyles(pool: Pool): Promise<Style[]> {
  return runPrepared<Style>(pool, allStyles, []);
}

/** The style with this id. */
export async function findStyle(db: Db, styleId: string): Promise<{ id: string; name: string } | undefined> {
  return db.selectFrom("styles").select(["id", "name"]).where("id", "=", styleId).executeTakeFirst();
}
