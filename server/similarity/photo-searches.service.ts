import { limits } from "#contract/limits.ts";
import type { PhotoPart } from "#contract/photo-searches.ts";
import type { RequestContext } from "#server/http/context.ts";
import { perApp } from "#server/http/per-app.ts";
import { spendLimit } from "#server/http/rate-limit.ts";
import { SerializedReply } from "#server/http/serve.ts";
import { AppError, fail } from "#server/lib/app-error.ts";
import { createQueue, QueueFullError } from "#server/lib/queue.ts";
import { type HeldBytes, readLimited } from "#server/lib/read-limited.ts";
import { inTurnOf } from "#server/media/media.service.ts";
import { listCards } from "#server/outfits/card-lists.service.ts";
import { toOutfitViewer } from "#server/outfits/outfits.service.ts";
import { type Analysis, VisionUnavailableError } from "#server/vision/vision.ts";
import { findNearestLooks } from "./nearest-looks.service.ts";
import { toSignedBytes } from "./vectors.ts";

const busySeconds = 10;
/** Visitors cannot take the memory of members' uploads. */
const heldOf = perApp((): HeldBytes => ({ bytes: 0, bytesMax: 64 * 1024 * 1024 }));
/** Of the models' places in the queue, most are left to members who post. */
const inLineOf = perApp(() => createQueue({ atOnce: 1, waitingMax: 3, waitMsMax: 20_000 }));

/**
 * Outfits with clothes like those in a photo, as serialized JSON: by all clothes together, and by each garment. The photo
 * is in memory only, and is forgotten with the reply. The work stops when the caller has left.
 *
 * @param file The streamed bytes, read no further than the limit.
 * @throws rate.limited, image.not_a_picture, image.too_large, image.too_many_pixels, image.busy, detection.busy,
 *   detection.failed, request.malformed
 * @see docs/product.md#search-by-photo and docs/security.md#s-133
 */
export async function searchByPhoto(
  context: RequestContext,
  file: AsyncIterable<Uint8Array>,
): Promise<SerializedReply> {
  const key = context.userId ?? context.clientKey;
  await spendLimit(context, context.viewer ? "photoSearches" : "visitorPhotoSearches");
  const bytes = await inTurnOf(context, key, () => readLimited(file, limits.outfitImageBytesMax, heldOf(context)));
  const parts = await findParts(context, await look(context, key, bytes ?? fail("image.too_large")));
  const ids = new Set(parts.flatMap(({ outfitIds }) => outfitIds));
  const cards = await listCards(context.pool, toOutfitViewer(context), [...ids]);
  return new SerializedReply(`{"parts":${JSON.stringify(parts)},"outfits":${cards}}`, {
    "cache-control": "private, no-store",
  });
}

async function look(context: RequestContext, owner: string, bytes: Buffer): Promise<Analysis> {
  const picture = await context.pictures.shrink(bytes);
  const signal = context.disconnected();
  try {
    return await inLineOf(context)(() => context.vision.analyse(picture, { signal }), { owner, signal });
  } catch (error) {
    if (error instanceof VisionUnavailableError || error instanceof QueueFullError)
      throw new AppError("detection.busy", { cause: error, retryAfterSeconds: busySeconds });
    throw new AppError("detection.failed", { cause: error });
  }
}

async function findParts(context: RequestContext, { title, embedding, garments }: Analysis): Promise<PhotoPart[]> {
  if (!embedding) return [];
  const all = { space: "outfit" as const, category: null, name: title, box: null, embedding };
  const each = garments.map((garment) => ({ ...garment, space: garment.category }));
  const parts: PhotoPart[] = [];
  // One after the other: a photo costs one connection at most.
  for (const { space, category, name, box, embedding: own } of [all, ...each]) {
    const found = await findNearestLooks(context, {
      space,
      vector: toSignedBytes(own),
      viewerId: context.userId,
      count: limits.photoSearchItems,
    });
    parts.push({ category, name, box, outfitIds: found.map(({ id }) => id) });
  }
  return parts;
}
