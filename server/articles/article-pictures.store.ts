import { type Db, runSql } from "#server/db/db.ts";

/** Articles with pictures that were given to them in this time and that readers do not see. */
export async function listArticlesToClear(db: Db, { from, before }: { from: Date; before: Date }): Promise<string[]> {
  const rows = await runSql<{ id: string }>(
    db,
    `select distinct a.id from article_images p join images i on i.id = p.image_id join articles a on a.id = p.article_id
     where i.attached_at >= $1 and i.attached_at < $2
       and i.id <> all (a.image_ids) and i.id is distinct from a.cover_image_id`,
    [from, before],
  );
  return rows.map(({ id }) => id);
}
