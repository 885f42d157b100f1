import type { SiteSettings } from "#contract/settings.ts";
import { transact, type Tx } from "#server/db/db.ts";
import type { AppContext } from "#server/http/context.ts";
import { readBytes, seemsAway, UnreadableFileError } from "#server/outside/storage.ts";
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
import { VisionError, VisionUnavailableError } from "#server/vision/vision.ts";
import { listHiddenFindings, listUnheldFindings, lockScreeningOf } from "./case-openings.store.ts";
import { openScreeningCase } from "./screening.service.ts";

/** Few, so that the server need not wait long for a job when it stops. */
const picturesPerRun = 10;
const findingsPerRun = 50;
/** A failure is often a busy machine, which a pause helps. */
const pauseMs = 5 * 60_000;

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
  const done = { screened: 0, failed: 0 };
  const unread: UnreadableFileError[] = [];
  for (const picture of waiting) {
    try {
      if (await screen(app, picture, settings)) await raiseFindings(app, settings);
      done.screened += 1;
    } catch (error) {
      // Requests of members go first, or the server stops; the next run continues.
      if (error instanceof VisionUnavailableError) return done;
      const retryAt = new Date(app.clock.now().getTime() + pauseMs);
      if (error instanceof UnreadableFileError) {
        unread.push(error);
        await postponeScreening(app.db, picture.imageId, retryAt);
        if (seemsAway(unread)) throw error;
      } else if (error instanceof VisionError) {
        done.failed += 1;
        await noteFailure(app.db, picture.imageId, retryAt);
      } else throw error;
    }
  }
  await raiseFindings(app, settings);
  if (waiting.length === picturesPerRun) await queueMoreScreening(app.db);
  if (unread[0]) throw unread[0];
  return done;
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
  const findings = await listFindings(app.db, settings.screeningQueuePercent, findingsPerRun);
  for (const finding of findings) {
    // A second server may have been faster.
    await raise(app, finding, settings, (tx) => markRaised(tx, finding.imageId, app.clock.now()));
  }
  const hidden = await listHiddenFindings(app.db, settings.screeningQueuePercent, findingsPerRun);
  const unheld = await listUnheldFindings(app.db, settings.screeningHoldPercent, findingsPerRun);
  for (const finding of [...hidden, ...unheld]) {
    const target = { type: finding.targetType, id: finding.targetId };
    // A moderator may have decided by now.
    await raise(app, finding, settings, async (tx) => (await lockScreeningOf(tx, target)) !== undefined);
  }
}

async function raise(
  app: AppContext,
  finding: Finding,
  settings: SiteSettings,
  isDue: (tx: Tx) => Promise<boolean>,
): Promise<void> {
  const { imageId, kind, memberId, percent, matchedImageId, isProposed } = finding;
  await transact(app.db, async (tx) => {
    if (!(await isDue(tx))) return;
    await openScreeningCase(tx, app, {
      target: { type: finding.targetType, id: finding.targetId },
      memberId,
      imageId,
      profilePicture: kind === "avatar" || kind === "banner" ? kind : null,
      percent,
      matchedImageId,
      isHeld: !isProposed && (matchedImageId !== null || (percent ?? 0) >= settings.screeningHoldPercent),
    });
  });
}
