import { buffer } from "node:stream/consumers";
import type { Detection } from "#contract/detection.ts";
import type { RequestContext } from "#server/http/context.ts";
import { createLimitWindow } from "#server/http/limit-window.ts";
import { perApp } from "#server/http/per-app.ts";
import { requireMember } from "#server/http/require-member.ts";
import { AppError, fail } from "#server/lib/app-error.ts";
import { ClothingServiceBusyError } from "#server/outside/clothing-requests.ts";
import { detectorVersion } from "#server/vision/detector-version.ts";
import { type Analysis, VisionUnavailableError } from "#server/vision/vision.ts";
import { busySeconds, createDetectionJobs, type DetectionWork } from "./detection-jobs.ts";
import { findDetection, findOwnPicture, listOwnBrands, saveDetection } from "./detection.store.ts";

interface Wanted {
  imageId?: string | undefined;
  outfitId?: string | undefined;
  point?: { x: number; y: number } | undefined;
}

const daySeconds = 86_400;

/** What members may have looked at in a day; what is known already costs nothing. */
const dailyBudgetOf = perApp((app) =>
  createLimitWindow(app.pool, "detections_day", { points: app.config.vision.dailyBudget, seconds: daySeconds }),
);
/** @throws image.not_yours, at the field that names the picture */
function refusePicture(wanted: Wanted): never {
  const path = wanted.imageId === undefined ? "outfitId" : "imageId";
  return fail("image.not_yours", { issues: [{ path, message: "Not one of your pictures" }] });
}

const jobsOf = perApp(createDetectionJobs);

/**
 * Suggests title, style and items from one of the caller's own outfit pictures, read from our storage. The result is
 * kept, one for each picture; one for a point is not. The work stops when all who wait for it have left. Writes
 * `detections`.
 *
 * @throws auth.required, image.not_yours, detection.budget_spent, detection.busy, detection.failed
 * @see docs/product.md#clothing-detection and docs/security.md#s-121
 */
export async function detectClothing(context: RequestContext, wanted: Wanted): Promise<Detection> {
  const viewer = requireMember(context);
  const picture = (await findOwnPicture(context.db, viewer.userId, wanted)) ?? refusePicture(wanted);
  const provider = context.clothingService
    ? `external ${context.clothingService.model}`
    : `embedded ${detectorVersion}`;
  // A service is not told about points: its answer would be the same, and cost again.
  const point = context.clothingService ? undefined : wanted.point;
  const known = point ? undefined : await findDetection(context.db, picture.id, provider);
  if (known) return known;
  const job = { userId: viewer.userId, imageId: picture.id, name: `${picture.id} ${JSON.stringify(point)}` };
  return jobsOf(context).join(job, context.disconnected(), async (work) => {
    const found = await withinBudget(context, viewer.userId, work.signal, () =>
      look(context, { key: picture.key, point, ...work }),
    );
    if (!point) await saveDetection(context.db, { imageId: picture.id, provider, result: found });
    return found;
  });
}

/**
 * How many pictures are looked at before the caller's one.
 *
 * @returns `ahead` is 0 when it is being looked at, and null if nothing of the caller's waits on this server.
 * @throws auth.required
 */
export function getDetectionPlace(context: RequestContext, imageId: string): { ahead: number | null } {
  return { ahead: jobsOf(context).place(requireMember(context).userId, imageId) };
}

/**
 * Whether pictures leave the server for detection, and the caller's earlier brands.
 *
 * @throws auth.required
 */
export async function getDetectionHelp(
  context: RequestContext,
): Promise<{ externalHost: string | null; brands: string[] }> {
  const viewer = requireMember(context);
  return {
    externalHost: context.clothingService?.host ?? null,
    brands: await listOwnBrands(context.db, viewer.userId),
  };
}

/** What fails is given back. What its member cancels is not, because it may have been paid for already. */
async function withinBudget<T>(
  app: RequestContext,
  userId: string,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  if (!app.config.areRateLimitsOn) return work();
  const { isAllowed, waitSeconds } = await dailyBudgetOf(app).spend(userId);
  if (!isAllowed) throw new AppError("detection.budget_spent", { retryAfterSeconds: waitSeconds });
  try {
    return await work();
  } catch (error) {
    if (!signal.aborted) await dailyBudgetOf(app).giveBack(userId);
    throw error;
  }
}

interface Look extends DetectionWork {
  key: string;
  point: Wanted["point"];
}

async function look(app: RequestContext, { key, point, signal, onPlace }: Look): Promise<Detection> {
  const stored = (await app.storage.read(key)) ?? fail("image.not_yours");
  const file = await buffer(stored.bytes);
  try {
    return app.clothingService
      ? await app.clothingService.detect(await app.pictures.shrink(file, "jpeg"), { signal, onPlace })
      : toDetection(await app.vision.analyse(file, { point, signal, onPlace }));
  } catch (error) {
    if (isBusy(error)) throw new AppError("detection.busy", { cause: error, retryAfterSeconds: busySeconds });
    if (!signal.aborted) app.log.warn({ err: error }, "clothing detection failed");
    throw new AppError("detection.failed", { cause: error });
  }
}

const isBusy = (error: unknown) =>
  error instanceof VisionUnavailableError ||
  error instanceof ClothingServiceBusyError ||
  (error instanceof AppError && error.code === "image.busy");

/** The embedded models never guess a brand. */
function toDetection({ title, style, garments, people }: Analysis): Detection {
  return {
    title,
    style: garments.length === 0 ? null : style,
    items: garments.map(({ category, name, box, point }) => ({ category, brand: "", productName: name, box, point })),
    people,
  };
}
