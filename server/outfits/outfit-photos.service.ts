import { failField } from "#server/lib/app-error.ts";
import type { Tx } from "#server/db/db.ts";
import { attachImage, releaseImages } from "#server/media/media.service.ts";
import { getPicture, listMorePhotos, type MorePhoto, replaceMorePhotos } from "./outfit-photos.store.ts";
import type { LockedOutfit, OutfitPicture } from "./outfits.store.ts";

interface Photos {
  imageId: string;
  morePhotos: readonly MorePhoto[];
}

/**
 * Attaches the uploads of a new outfit.
 *
 * @returns The cover's picture.
 * @throws image.not_yours; request.invalid if a photo occurs twice
 */
export async function attachPhotos(tx: Tx, userId: string, photos: Photos): Promise<OutfitPicture> {
  await attachAll(tx, userId, idsOf(photos));
  return getPicture(tx, photos.imageId);
}

/** Inserts the photos of a new outfit after its cover. Writes `outfit_photos`. */
export async function insertMorePhotos(tx: Tx, outfitId: string, photos: readonly MorePhoto[]): Promise<void> {
  if (photos.length > 0) await replaceMorePhotos(tx, outfitId, toStored(photos));
}

/** The photos of an outfit before an edit, and after it. */
export interface PhotoChange {
  /** Given if another photo becomes the cover. */
  cover: OutfitPicture | undefined;
  /** Given if they are to be replaced. */
  more: readonly MorePhoto[] | undefined;
  gone: string[];
  /** The ids of all photos after the edit. */
  wanted: string[];
}

/**
 * Attaches what an edit adds to an outfit's photos and says what it changes. A part that the edit leaves out is kept.
 *
 * @throws image.not_yours; request.invalid if a photo occurs twice
 */
export async function planPhotoChange(
  tx: Tx,
  held: LockedOutfit,
  edit: { imageId?: string | undefined; morePhotos?: readonly MorePhoto[] | undefined },
): Promise<PhotoChange> {
  const heldMore = await listMorePhotos(tx, held.id);
  const known = [held.imageId, ...heldMore.map(({ imageId }) => imageId)];
  const imageId = edit.imageId ?? held.imageId;
  const wanted = idsOf({ imageId, morePhotos: edit.morePhotos ?? heldMore });
  await attachAll(tx, held.userId, wanted, known);
  return {
    cover: imageId === held.imageId ? undefined : await getPicture(tx, imageId),
    more: edit.morePhotos && toStored(edit.morePhotos),
    gone: known.filter((id) => !wanted.includes(id)),
    wanted,
  };
}

/** Puts the photos after the cover in place and releases those that are gone; the outfit's row has its cover already. */
export async function applyPhotoChange(tx: Tx, outfitId: string, { more, gone }: PhotoChange): Promise<void> {
  if (more) await replaceMorePhotos(tx, outfitId, more);
  await releaseImages(tx, gone);
}

/** The ids of all photos of an outfit, the cover first. */
export async function listPhotoIds(tx: Tx, { id, imageId }: Pick<LockedOutfit, "id" | "imageId">): Promise<string[]> {
  const more = await listMorePhotos(tx, id);
  return [imageId, ...more.map((photo) => photo.imageId)];
}

/**
 * Refuses items that are marked on a photo which the outfit does not have.
 *
 * @throws request.invalid
 */
export function checkSpots(items: readonly { spot: { imageId: string } | null }[], photoIds: readonly string[]): void {
  for (const [index, { spot }] of items.entries()) {
    if (spot && !photoIds.includes(spot.imageId))
      failField(`items.${index}.spot.imageId`, "The photo isn't part of this outfit");
  }
}

/**
 * The ids of an outfit's photos, the cover first.
 *
 * @throws request.invalid if a photo occurs twice
 */
export function idsOf({ imageId, morePhotos }: Photos): string[] {
  const ids = [imageId, ...morePhotos.map((photo) => photo.imageId)];
  const repeated = ids.findIndex((id, index) => ids.indexOf(id) !== index);
  if (repeated > 0) failField(pathOf(repeated), "Each photo can be used once");
  return ids;
}

/**
 * Attaches those of an outfit's photos that are not `known`; in one order everywhere, so that two requests with the same photos
 * cannot wait for each other.
 */
async function attachAll(
  tx: Tx,
  userId: string,
  photoIds: readonly string[],
  known: readonly string[] = [],
): Promise<void> {
  for (const imageId of photoIds.filter((id) => !known.includes(id)).toSorted()) {
    await attachImage(tx, { userId, imageId, kind: "outfit", path: pathOf(photoIds.indexOf(imageId)) });
  }
}

/** The field that names the photo at `index`, the cover being the first. */
const pathOf = (index: number) => (index === 0 ? "imageId" : `morePhotos.${index - 1}.imageId`);

const toStored = (photos: readonly MorePhoto[]): MorePhoto[] =>
  photos.map(({ imageId, altText }) => ({ imageId, altText: altText || null }));
