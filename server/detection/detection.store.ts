import { Detection } from "#contract/detection.ts";
import type { Db } from "#server/db/db.ts";

/** The storage key and id of an outfit picture if it is the member's own. */
export async function findOwnPicture(
  db: Db,
  userId: string,
  wanted: { imageId?: string | undefined; outfitId?: string | undefined },
): Promise<{ id: string; key: string } | undefined> {
  const pictures = db
    .selectFrom("images as i")
    .select(["i.id", "i.key"])
    .where("i.user_id", "=", userId)
    .where("i.kind", "=", "outfit");
  if (wanted.imageId !== undefined) return pictures.where("i.id", "=", wanted.imageId).executeTakeFirst();
  return pictures
    .innerJoin("outfits as o", "o.image_id", "i.id")
    .where("o.id", "=", wanted.outfitId ?? "")
    .where("o.user_id", "=", userId)
    .executeTakeFirst();
}

/** What a provider found in a picture before; undefined if it was not asked, or the format has changed since. */
export async function findDetection(db: Db, imageId: string, provider: string): Promise<Detection | undefined> {
  const row = await db
    .selectFrom("detections")
    .select("result")
    .where("image_id", "=", imageId)
    .where("provider", "=", provider)
    .executeTakeFirst();
  return Detection.safeParse(row?.result).data;
}

/** Keeps what was found in a picture, unless the picture is gone. Writes `detections`. */
export async function saveDetection(
  db: Db,
  { imageId, provider, result }: { imageId: string; provider: string; result: Detection },
): Promise<void> {
  await db
    .insertInto("detections")
    .columns(["image_id", "provider", "result"])
    .expression((b) =>
      b
        .selectFrom("images")
        .where("id", "=", imageId)
        .select(({ val, cast }) => [
          "id",
          val(provider).as("provider"),
          cast<unknown>(val(JSON.stringify(result)), "jsonb").as("result"),
        ]),
    )
    .onConflict((conflict) =>
      conflict.column("image_id").doUpdateSet(({ ref }) => ({
        provider: ref("excluded.provider"),
        result: ref("excluded.result"),
      })),
    )
    .execute();
}

const brandsMax = 50;

/** The brands of a member's items, the most recently posted first. */
export async function listOwnBrands(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("outfit_items as i")
    .innerJoin("outfits as o", "o.id", "i.outfit_id")
    .where("o.user_id", "=", userId)
    .groupBy("i.brand")
    .select("i.brand")
    .orderBy((b) => b.fn.max("o.created_at"), "desc")
    .limit(brandsMax)
    .execute();
  return rows.map(({ brand }) => brand);
}
