import { type Db, runSql } from "./db.ts";

/**
 * Whether something that notifications refer to has this id. They refer to it by the id alone, so what a browser names itself
 * needs an id that nothing else has.
 */
export async function isIdUsed(db: Db, id: string): Promise<boolean> {
  const tables = ["outfits", "events", "articles", "comments", "profiles", "message_threads"];
  const uses = tables.map((table) => `exists (select from ${table} where id = $1)`);
  const [found] = await runSql<{ isUsed: boolean }>(db, `select ${uses.join(" or ")} as "isUsed"`, [id]);
  return found?.isUsed ?? false;
}
