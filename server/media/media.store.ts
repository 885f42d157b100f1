import { sql } from "kysely";
import { limits } from "#contract/limits.ts";
import { type RenditionFormat, renditionUrl } from "#contract/picture-urls.ts";
import { type Db, runSql } from "#server/db/db.ts";
import type { ImageTable } from "#server/db/schema.ts";

/** A stored picture as in its row. */
export type Image = Pick<ImageTable, "id" | "key" | "width" | "height" | "thumbhash">;

const imageColumns = ["id", "key", "width", "height", "thumbhash"] as const;
const formats: RenditionFormat[] = ["webp", "avif"];

/** The storage keys of all files of a picture: full size and each width, in both formats. */
export function renditionKeys({ key, widths }: { key: string; widths: number[] }): string[] {
  return [undefined, ...widths].flatMap((width) => formats.map((format) => renditionUrl(key, format, width)));
}

/** Inserts an unattached picture; undefined if its key is taken. Writes `images`. */
export async function insertImage(
  db: Db,
  row: Omit<ImageTable, "attached_at" | "created_at"> & { created_at: Date },
): Promise<Image | undefined> {
  return db
    .insertInto("images")
    .values(row)
    .onConflict((conflict) => conflict.column("key").doNothing())
    .returning(imageColumns)
    .executeTakeFirst();
}

/**
 * The number and bytes of a member's stored pictures. Locks the member's row until the transaction ends, so that
 * concurrent uploads are counted one by one.
 */
export async function sumImages(tx: Db, userId: string): Promise<{ images: number; bytes: number }> {
  await tx.selectFrom("profiles").select("id").where("id", "=", userId).forNoKeyUpdate().execute();
  return tx
    .selectFrom("images")
    .where("user_id", "=", userId)
    .select((b) => [
      b.fn.countAll<number>().as("images"),
      b.fn.coalesce(b.fn.sum<number>("bytes"), sql<number>`0`).as("bytes"),
    ])
    .executeTakeFirstOrThrow();
}

/**
 * Marks a picture as attached if it is the member's, of that kind and unattached; undefined otherwise. It belongs to
 * `ownerId` from then on. Writes `images`.
 */
export async function markAttached(
  tx: Db,
  { userId, ownerId, imageId, kind }: { userId: string; ownerId: string; imageId: string; kind: ImageTable["kind"] },
): Promise<Image | undefined> {
  return tx
    .updateTable("images")
    .set({ attached_at: sql<Date>`clock_timestamp()`, user_id: ownerId })
    .where("id", "=", imageId)
    .where("user_id", "=", userId)
    .where("kind", "=", kind)
    .where("attached_at", "is", null)
    .returning(imageColumns)
    .executeTakeFirst();
}

/** Deletes pictures; the next clean-up removes their files. Writes `images` and, by trigger, `removed_images`. */
export async function deleteImages(tx: Db, where: { ids: string[] } | { key: string }): Promise<void> {
  const deletion = tx.deleteFrom("images");
  await ("ids" in where ? deletion.where("id", "in", where.ids) : deletion.where("key", "=", where.key)).execute();
}

/** Deletes pictures unattached for a day and returns their number. Writes `images`. */
export async function deleteOrphans(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - limits.orphanImageHours * 3_600_000);
  const { numDeletedRows } = await db
    .deleteFrom("images")
    .where("attached_at", "is", null)
    .where("created_at", "<", before)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** At most 200 pictures whose files are still to be removed, oldest first. */
export async function listRemoved(db: Db): Promise<{ key: string; widths: number[] }[]> {
  return db.selectFrom("removed_images").select(["key", "widths"]).orderBy("removed_at").limit(200).execute();
}

/** The key that a picture has at the moment; undefined if it is deleted. */
export async function findImageKey(db: Db, imageId: string): Promise<string | undefined> {
  const image = await db.selectFrom("images").select("key").where("id", "=", imageId).executeTakeFirst();
  return image?.key;
}

/** Deletes the entries of pictures whose files are removed. Writes `removed_images`. */
export async function deleteRemoved(db: Db, keys: string[]): Promise<void> {
  await runSql(db, "delete from removed_images where key = any($1::text[])", [keys]);
}

/** Puts the entries of pictures whose files could not be removed behind all others. Writes `removed_images`. */
export async function postponeRemoved(db: Db, keys: string[]): Promise<void> {
  await runSql(db, "update removed_images set removed_at = clock_timestamp() where key = any($1::text[])", [keys]);
}
