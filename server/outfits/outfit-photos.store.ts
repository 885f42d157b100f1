import { type Db, runSql } from "#server/db/db.ts";
import type { OutfitPicture } from "./outfits.store.ts";

/** A photo after the cover, as stored. */
export interface MorePhoto {
  imageId: string;
  altText: string | null;
}

/** SQL for the photos of outfit `o` as the contract's OutfitPhoto, the cover first. */
export const photosColumn = `(
  select json_agg(json_build_object('imageId', photo.image_id,
    'picture', json_build_object('url', photo.url, 'width', photo.width, 'height', photo.height,
      'thumbhash', photo.thumbhash),
    'altText', photo.shown, 'writtenAltText', photo.alt_text) order by photo.position)
  from (
    select 1 as position, o.image_id, o.image_url as url, o.image_width as width, o.image_height as height,
      o.thumbhash, o.shown_alt_text as shown, o.alt_text
    union all
    select f.position, f.image_id, '/media/' || i.key, i.width, i.height, i.thumbhash,
      coalesce(f.alt_text, o.title || ', photo ' || f.position), f.alt_text
    from outfit_photos f join images i on i.id = f.image_id where f.outfit_id = o.id
  ) photo
) as photos`;

/** The photos of an outfit after its cover, in their order. */
export function listMorePhotos(db: Db, outfitId: string): Promise<MorePhoto[]> {
  return db
    .selectFrom("outfit_photos")
    .select(["image_id as imageId", "alt_text as altText"])
    .where("outfit_id", "=", outfitId)
    .orderBy("position")
    .execute();
}

/** Replaces the photos of an outfit after its cover. Writes `outfit_photos`. */
export async function replaceMorePhotos(tx: Db, outfitId: string, photos: readonly MorePhoto[]): Promise<void> {
  await tx.deleteFrom("outfit_photos").where("outfit_id", "=", outfitId).execute();
  if (photos.length === 0) return;
  const rows = photos.map(({ imageId, altText }, index) => ({
    outfit_id: outfitId,
    image_id: imageId,
    position: index + 2,
    alt_text: altText,
  }));
  await tx.insertInto("outfit_photos").values(rows).execute();
}

/** A stored picture as an outfit's row copies it. */
export async function getPicture(tx: Db, imageId: string): Promise<OutfitPicture> {
  const [picture] = await runSql<OutfitPicture>(
    tx,
    `select id, '/media/' || key as url, width, height, thumbhash from images where id = $1`,
    [imageId],
  );
  if (!picture) throw new Error("An outfit without its picture");
  return picture;
}
