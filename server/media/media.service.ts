import { ERRORS } from "#contract/errors.ts";
import { limits } from "#contract/limits.ts";
import type { Upload, UploadKind } from "#contract/media.ts";
import { pictureUrl, renditionUrl } from "#contract/picture-urls.ts";
import { type Tx, transact } from "#server/db/db.ts";
import type { RequestContext, AppContext } from "#server/http/context.ts";
import { perApp } from "#server/http/per-app.ts";
import { requireMember } from "#server/http/require-member.ts";
import { AppError, fail } from "#server/lib/app-error.ts";
import { newId } from "#server/lib/ids.ts";
import { createQueue, QueueFullError } from "#server/lib/queue.ts";
import { readLimited } from "#server/lib/read-limited.ts";
import { createRemovalGuard, removeEach } from "#server/outside/storage.ts";
import type { PreparedPicture } from "#server/pictures/picture-work.ts";
import { queueScreening } from "#server/screening/picture-records.service.ts";
import { newImageKey } from "./image-keys.ts";
import {
  deleteImages,
  deleteOrphans,
  deleteRemoved,
  type Image,
  insertImage,
  listRemoved,
  markAttached,
  postponeRemoved,
  renditionKeys,
  sumImages,
} from "./media.store.ts";

export { findImageKey } from "./media.store.ts";

const contentTypes = { webp: "image/webp", avif: "image/avif" } as const;
const bytesMax: Record<UploadKind, number> = {
  outfit: limits.outfitImageBytesMax,
  avatar: limits.avatarBytesMax,
  banner: limits.bannerBytesMax,
  article: limits.outfitImageBytesMax,
};

/** The part of the app context that storing a picture needs. */
type Store = Pick<AppContext, "db" | "storage" | "clock" | "pictures">;

/**
 * Stores a picture of the caller, unattached; it is deleted unless attached within a day. The row is written before the
 * files, so that no file is without a row; a failure removes both.
 *
 * @param file The streamed bytes, read no further than the kind's limit.
 * @throws auth.required, image.too_large, image.not_a_picture, image.too_many_pixels, image.too_small,
 * image.busy, image.quota
 * @see docs/product.md#images and docs/security.md#uploads
 */
export async function uploadPicture(
  context: RequestContext,
  kind: UploadKind,
  file: AsyncIterable<Uint8Array>,
): Promise<Upload> {
  const { userId } = requireMember(context);
  return inTurnOf(context, userId, async () => {
    const bytes = (await readLimited(file, bytesMax[kind])) ?? fail("image.too_large");
    return storePicture(context, { userId, kind, bytes });
  });
}

/** Pictures of one sender at once; further ones are not read until one of them is done. */
const uploadsAtOnce = 3;
const turnsOf = perApp(() => new Map<string, { count: number; run: ReturnType<typeof createQueue> }>());

/**
 * Runs `upload` when fewer than three of this sender are under way.
 *
 * @throws image.busy when too many of them wait, or one has waited too long
 */
export async function inTurnOf<T>(app: AppContext, sender: string, upload: () => Promise<T>): Promise<T> {
  const turns = turnsOf(app);
  const own = turns.get(sender) ?? {
    count: 0,
    run: createQueue({ atOnce: uploadsAtOnce, waitingMax: 30, waitMsMax: 60_000 }),
  };
  turns.set(sender, own);
  own.count += 1;
  try {
    return await own.run(upload);
  } catch (error) {
    if (!(error instanceof QueueFullError)) throw error;
    throw new AppError("image.busy", { cause: error, retryAfterSeconds: 10 });
  } finally {
    own.count -= 1;
    if (own.count === 0) turns.delete(sender);
  }
}

/**
 * Processes and stores the picture in `bytes` for a member; `uploadPicture` without the limits of a request.
 *
 * @param given.isCopy Of a stored picture, whose size was checked when it was uploaded.
 * @throws image.not_a_picture, image.too_many_pixels, image.too_small, image.busy, image.quota
 */
export async function storePicture(
  store: Store,
  { userId, kind, bytes, isCopy = false }: { userId: string; kind: UploadKind; bytes: Buffer; isCopy?: boolean },
): Promise<Upload> {
  const prepared = await store.pictures.prepare(bytes, kind);
  const { width: uploadedWidth, height: uploadedHeight } = prepared.original;
  const isSmall = Math.min(uploadedWidth, uploadedHeight) < limits.outfitImageSideMin;
  if (kind === "outfit" && !isCopy && isSmall) fail("image.too_small");
  const image = await reserve(store, { userId, kind, prepared });
  try {
    await putAll(store, image.key, prepared);
  } catch (error) {
    await deleteImages(store.db, { ids: [image.id] });
    throw error;
  }
  const { id, key, width, height, thumbhash } = image;
  return { id, picture: { url: pictureUrl(key), width, height, thumbhash } };
}

/**
 * Attaches the caller's unattached picture to one outfit, profile, event or article, has it screened and returns it.
 * Writes `images`.
 *
 * @param wanted.ownerId Who it belongs to from then on, where that is not the caller: it goes with that account.
 * @param wanted.path The field of the request that names it, for the refusal.
 * @throws image.not_yours, also if it is of another kind or already attached
 */
export async function attachImage(
  tx: Tx,
  { path, ...wanted }: { userId: string; ownerId?: string; imageId: string; kind: UploadKind; path?: string },
): Promise<Image & { url: string }> {
  const image = (await markAttached(tx, { ownerId: wanted.userId, ...wanted })) ?? refuseImage(path);
  await queueScreening(tx, image.id);
  return { ...image, url: pictureUrl(image.key) };
}

function refuseImage(path: string | undefined): never {
  const code = "image.not_yours";
  return fail(code, path === undefined ? {} : { issues: [{ path, message: ERRORS[code].title }] });
}

/** Releases attached pictures: deletes their rows at once and their files within a minute. Writes `images`. */
export async function releaseImages(tx: Tx, imageIds: string[]): Promise<void> {
  if (imageIds.length > 0) await deleteImages(tx, { ids: imageIds });
}

/** `releaseImages` for a picture known only by its URL; does nothing for null. Writes `images`. */
export async function releaseImageAt(tx: Tx, url: string | null): Promise<void> {
  if (url !== null) await deleteImages(tx, { key: url.replace(pictureUrl(""), "") });
}

/**
 * Removes the files of deleted pictures, and pictures unattached for a day. Failed removals are retried on the next
 * run.
 */
export async function deleteOrphanedImages(store: Store): Promise<{ orphans: number; pictures: number }> {
  const orphans = await deleteOrphans(store.db, store.clock.now());
  return { orphans, pictures: await removeFiles(store) };
}

const guardRemoval = createRemovalGuard();

/**
 * Removes the files of deleted pictures and of former keys, and returns the number of pictures. Those that fail come last
 * the next time. Does nothing while it is under way in this process, which then finds what is new.
 *
 * @throws the first failure, after the other pictures of its batch
 */
export async function removeFiles(store: Pick<AppContext, "db" | "storage">): Promise<number> {
  return guardRemoval(store.storage, () => removeListed(store));
}

async function removeListed(store: Pick<AppContext, "db" | "storage">): Promise<number> {
  let pictures = 0;
  for (;;) {
    const listed = await listRemoved(store.db);
    if (listed.length === 0) return pictures;
    const entries = listed.map((picture) => ({ key: picture.key, files: renditionKeys(picture) }));
    const { removed, failed, errors } = await removeEach(store.storage, entries);
    await deleteRemoved(store.db, removed);
    await postponeRemoved(store.db, failed);
    if (errors.length > 0) throw errors[0];
    pictures += removed.length;
  }
}

/** Inserts the row under a new key if the member's quota allows it. */
async function reserve(
  { db, clock }: Store,
  { userId, kind, prepared }: { userId: string; kind: UploadKind; prepared: PreparedPicture },
): Promise<Image> {
  const { width, height, widths, thumbhash, renditions } = prepared;
  const bytes = renditions.reduce((sum, rendition) => sum + rendition.bytes.length, 0);
  return transact(db, async (tx) => {
    const stored = await sumImages(tx, userId);
    if (stored.images >= limits.memberImagesMax || stored.bytes + bytes > limits.memberImageBytesMax)
      fail("image.quota");
    for (;;) {
      const now = clock.now();
      const key = newImageKey({ userId, kind, now });
      const row = { id: newId(), user_id: userId, kind, key, width, height, widths, thumbhash, bytes, created_at: now };
      const image = await insertImage(tx, row);
      if (image) return image;
    }
  });
}

async function putAll({ storage }: Store, key: string, { renditions }: PreparedPicture): Promise<void> {
  const puts = renditions.map(({ format, width, bytes }) =>
    storage.put(renditionUrl(key, format, width), bytes, contentTypes[format]),
  );
  // All puts settle before a failure is thrown, so that none writes after the clean-up.
  const outcomes = await Promise.allSettled(puts);
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  if (failed) throw failed.reason;
}
