import type { Tx } from "#server/db/db.ts";
import { deleteModerated, insertModerated, insertWaiting, type RemovedTarget } from "./screening.store.ts";

export { hashPicture } from "./picture-hash.ts";
export {
  type Finding,
  findModeratedLike,
  isInLatest,
  isInPublished,
  listFindings,
  listWaiting,
  markRaised,
  noteFailure,
  postponeScreening,
  queueMoreScreening,
  saveHash,
  saveScore,
  targetsOf,
  type WaitingPicture,
} from "./screening.store.ts";

/**
 * Has a picture screened that comes into use, in the caller's transaction. Nothing waits for it.
 * Writes `image_screenings` and the job queue.
 *
 * @see docs/product.md#image-screening
 */
export async function queueScreening(tx: Tx, imageId: string): Promise<void> {
  await insertWaiting(tx, imageId);
}

/** Remembers the pictures of something that moderators hid or deleted, so that copies of them are found. */
export async function rememberRemovedPictures(tx: Tx, target: RemovedTarget): Promise<void> {
  await insertModerated(tx, target);
}

/** Forgets the pictures of something that moderators or an appeal show again. */
export async function forgetRemovedPictures(tx: Tx, target: RemovedTarget): Promise<void> {
  await deleteModerated(tx, target);
}
