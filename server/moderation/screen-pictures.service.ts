import type { SiteSettings } from "#contract/settings.ts";
import { transact, type Tx } from "#server/db/db.ts";
import type { AppContext } from "#server/http/context.ts";
import { readBytes } from "#server/outside/storage.ts";
import { getSettings } from "#server/settings/settings.service.ts";
import {
  type Finding,
  findModeratedLike,
  hashPicture,
  listFindings,
  listWaiting,
  markRaised,
  noteFailure,
  postponeScreening,
  queueMoreScreening,
  saveHash,
  saveScore,
  type WaitingPicture,
} from "#server/screening/picture-records.service.ts";
import { seeInTurn } from "#server/vision/see-in-turn.ts";
import { VisionError } from "#server/vision/vision.ts";
import { listHiddenFindings, listUnheldFindings, lockScreeningOf } from "./case-openings.store.ts";
import { openScreeningCase } from "./screening.service.ts";

/** Few, so that the server need not wait long for a job when it stops. */
const picturesPerRun = 10;
const findingsPerRun = 50;

/**
 * Screens pictures that came into use, one after the other and the newest first, a job; queues itself while there are more.
 * Findings enter the moderation queue. It can stop at any time: what is left is found again. A picture that fails three
 * times is left unscored, which the dashboard shows. One whose file cannot be read is tried again after each pause, since it
 * may be the store.
 *
 * @throws UnreadableFileError for the first file that could not be read, after the others
 * @see docs/product.md#image-screening
 */
export async function screenPictures(app: AppContext): Promise<{ screened: number; failed: number }> {
  const waiting = await listWaiting(app.db, { count: picturesPerRun, now: app.clock.now() });
  const settings = await getSettings(app);
  const { seen, failed, isStopped, unread } = await seeInTurn(app, waiting, {
    async see(picture) {
      if (await screen(app, picture, settings)) await raiseFindings(app, settings);
    },
    putOff: ({ imageId }, retryAt) => postponeScreening(app.db, imageId, retryAt),
    noteFailure: ({ imageId }, retryAt) => noteFailure(app.db, imageId, retryAt),
  });
  await raiseFindings(app, settings);
  if (waiting.length === picturesPerRun && !isStopped) await queueMoreScreening(app.db);
  if (unread) throw unread;
  return { screened: seen, failed };
}

/**
 * Compares a picture with the removed ones, then scores it: a copy is found even if the model fails.
 *
 * @returns Whether it is a finding.
 * @throws VisionError if it is missing or cannot be scored, UnreadableFileError
 */
async function screen(app: AppContext, { imageId, key }: WaitingPicture, settings: SiteSettings): Promise<boolean> {
  const file = await readBytes(app.storage, key);
  if (!file) throw new VisionError(`The file of the picture ${key} is missing`);
  const hash = await hashPicture(file).catch((error: unknown) => {
    throw new VisionError(`The picture ${key} cannot be decoded`, { cause: error });
  });
  const matchedImageId = (hash && (await findModeratedLike(app.db, imageId, hash))) ?? null;
  await saveHash(app.db, imageId, { bits: hash?.bits ?? null, matchedImageId });
  const { porn, hentai } = await app.vision.screen(file, { priority: "background" });
  const percent = Math.round(100 * Math.max(porn, hentai));
  await saveScore(app.db, imageId, percent);
  return matchedImageId !== null || percent >= settings.screeningQueuePercent;
}

/** Puts findings into the moderation queue and withholds what is to be withheld, also what is in the queue. */
async function raiseFindings(app: AppContext, settings: SiteSettings): Promise<void> {
  const { screeningQueuePercent: queuePercent, screeningHoldPercent: holdPercent } = settings;
  for (const finding of await listFindings(app.db, queuePercent, findingsPerRun)) {
    const { imageId, percent, matchedImageId, isProposed, targetType: type, targetId: id } = finding;
    const isHeld = !isProposed && (matchedImageId !== null || (percent ?? 0) >= holdPercent);
    const isDue = async (tx: Tx) => {
      // A decision that is being made is not about this one, which therefore has to be later.
      await lockScreeningOf(tx, { type, id });
      // A second server may have been faster.
      return markRaised(tx, imageId, app.clock.now());
    };
    await raise(app, finding, { isHeld, isDue });
  }
  // A moderator may have decided by now.
  const isOpen = ({ targetType: type, targetId: id }: Finding) => {
    return async (tx: Tx) => (await lockScreeningOf(tx, { type, id })) !== undefined;
  };
  // Withheld below, unless their case was before: an admin may have shown the thing since.
  for (const finding of await listHiddenFindings(app.db, queuePercent, findingsPerRun)) {
    await raise(app, finding, { isHeld: false, isDue: isOpen(finding) });
  }
  for (const finding of await listUnheldFindings(app.db, holdPercent, findingsPerRun)) {
    await raise(app, finding, { isHeld: true, isDue: isOpen(finding) });
  }
}

async function raise(
  app: AppContext,
  { imageId, kind, memberId, percent, matchedImageId, targetType, targetId }: Finding,
  { isHeld, isDue }: { isHeld: boolean; isDue: (tx: Tx) => Promise<boolean> },
): Promise<void> {
  await transact(app.db, async (tx) => {
    if (!(await isDue(tx))) return;
    await openScreeningCase(tx, app, {
      target: { type: targetType, id: targetId },
      memberId,
      imageId,
      profilePicture: kind === "avatar" || kind === "banner" ? kind : null,
      percent,
      matchedImageId,
      isHeld,
    });
  });
}
