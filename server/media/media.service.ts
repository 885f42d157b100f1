import { randomInt } from "node:crypto";
import type { ErrorCode } from "#contract/errors.ts";
import { limits } from "#contract/limits.ts";
import type { Upload, UploadKind } from "#contract/media.ts";
import { pictureUrl, renditionUrl } from "#contract/picture-urls.ts";
import { type Tx, transact } from "#server/db/db.ts";
import type { Call, World } from "#server/http/call.ts";
import { AppError, fail } from "#server/lib/app-error.ts";
import { newId } from "#server/lib/ids.ts";
import { type PreparedPicture, preparePicture } from "#server/lib/images.ts";
import { readLimited } from "#server/lib/read-limited.ts";
import {
  deleteImages,
  deleteOrphans,
  deleteRemoved,
  type Image,
  insertImage,
  listRemoved,
  markAttached,
  renditionKeys,
  sumImages,
} from "./media.store.ts";

const contentTypes = { webp: "image/webp", avif: "image/avif" } as const;
/** The names of spec §7 "Storage". */
const keyPrefixes: Record<UploadKind, string> = { outfit: "", avatar: "avatar-", banner: "banner-" };

/** What each kind may weigh, and what is said of a file that is too heavy or no picture, §5. */
const rules: Record<UploadKind, { bytesMax: number; tooLarge: string; notAPicture: string }> = {
  outfit: {
    bytesMax: limits.outfitImageBytesMax,
    tooLarge: "File size must be less than 10MB",
    notAPicture: "Please upload an image file",
  },
  avatar: {
    bytesMax: limits.avatarBytesMax,
    tooLarge: "File too large. Please upload an image smaller than 5MB",
    notAPicture: "Invalid file type. Please upload a JPG, PNG, or WEBP image",
  },
  banner: {
    bytesMax: limits.bannerBytesMax,
    tooLarge: "Image must be less than 5MB",
    notAPicture: "Please select an image file",
  },
};

/** Where files are kept and what time it is: all that the storing of a picture needs of the world. */
type Store = Pick<World, "db" | "storage" | "clock">;

/**
 * Stores a picture of the caller, which nothing shows yet; within a day it must be attached or it is collected.
 * The row is written before the files, so that no file is ever without a row; a failure takes both back.
 *
 * @param file The bytes as they come; read no further than the kind allows.
 * @throws auth.required, rate.limited, image.too_large, image.not_a_picture, image.too_many_pixels, image.busy, image.quota
 * @see Spec §5 and security.md section 5
 */
export async function uploadPicture(call: Call, kind: UploadKind, file: AsyncIterable<Uint8Array>): Promise<Upload> {
  const viewer = call.viewer ?? fail("auth.required");
  await call.rateLimiter.spend("uploads", { key: viewer.userId, isNew: viewer.isNew });
  const bytes = (await readLimited(file, rules[kind].bytesMax)) ?? refuse("image.too_large", rules[kind].tooLarge);
  return storePicture(call, { userId: viewer.userId, kind, bytes });
}

/**
 * Prepares and stores the picture in `bytes` for a member; `uploadPicture` without the limits of a request.
 *
 * @throws image.not_a_picture, image.too_many_pixels, image.busy, image.quota
 */
export async function storePicture(
  store: Store,
  { userId, kind, bytes }: { userId: string; kind: UploadKind; bytes: Buffer },
): Promise<Upload> {
  const prepared = await preparePicture(bytes, kind).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "image.not_a_picture") refuse(error.code, rules[kind].notAPicture);
    throw error;
  });
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
 * The caller's own, not yet shown picture, from now on shown by one outfit or profile.
 *
 * @throws image.not_yours also when it is of another kind or shown elsewhere already
 */
export async function attachImage(
  tx: Tx,
  wanted: { userId: string; imageId: string; kind: UploadKind },
): Promise<Image & { url: string }> {
  const image = (await markAttached(tx, wanted)) ?? fail("image.not_yours");
  return { ...image, url: pictureUrl(image.key) };
}

/** Gives up pictures that were shown until now: their rows go at once, their files within a minute. Writes `images`. */
export async function releaseImages(tx: Tx, imageIds: string[]): Promise<void> {
  if (imageIds.length > 0) await deleteImages(tx, { ids: imageIds });
}

/** `releaseImages` for a picture that is known by its address only; null is none. Writes `images`. */
export async function releaseImageAt(tx: Tx, url: string | null): Promise<void> {
  if (url !== null) await deleteImages(tx, { key: url.replace(pictureUrl(""), "") });
}

/**
 * Removes the files of pictures that are gone, and pictures that nothing has shown for a day.
 * What the store refuses to remove stays noted for the next time.
 */
export async function collectPictures(store: Store): Promise<{ orphans: number; pictures: number }> {
  const orphans = await deleteOrphans(store.db, store.clock.now());
  let pictures = 0;
  for (;;) {
    const removed = await listRemoved(store.db);
    if (removed.length === 0) return { orphans, pictures };
    await store.storage.remove(removed.flatMap(renditionKeys));
    await deleteRemoved(
      store.db,
      removed.map(({ key }) => key),
    );
    pictures += removed.length;
  }
}

function refuse(code: ErrorCode, message: string): never {
  return fail(code, { issues: [{ path: "file", message }] });
}

/** Inserts the row under a fresh key, when the member's quota has room for it. */
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
      const key = `${userId}/${keyPrefixes[kind]}${freshTime(now)}.webp`;
      const row = { id: newId(), user_id: userId, kind, key, width, height, widths, thumbhash, bytes, created_at: now };
      const image = await insertImage(tx, row);
      if (image) return image;
    }
  });
}

/** A time with random digits below the millisecond, so that the address of a private picture cannot be counted out. */
function freshTime(now: Date): string {
  return `${now.getTime()}${String(randomInt(10 ** 12)).padStart(12, "0")}`;
}

async function putAll({ storage }: Store, key: string, { renditions }: PreparedPicture): Promise<void> {
  const puts = renditions.map(({ format, width, bytes }) =>
    storage.put(renditionUrl(key, format, width), bytes, contentTypes[format]),
  );
  // All puts have ended before a failure is told, so that none writes after the clean-up.
  const outcomes = await Promise.allSettled(puts);
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  if (failed) throw failed.reason;
}
