import { afterCommit, transact, type Tx } from "#server/db/db.ts";
import type { AppContext } from "#server/http/context.ts";
import { seemsAway } from "#server/outside/storage.ts";
import { newImageKey } from "./image-keys.ts";
import {
  claimRotation,
  insertRotations,
  noteNewKey,
  queueRotations,
  type RotatedPictures,
  type Rotation,
  switchKey,
} from "./image-rotations.store.ts";
import { removeFiles } from "./media.service.ts";
import { renditionKeys } from "./media.store.ts";

/**
 * Gives pictures new addresses, in the transaction that hides what shows them: anyone who knows an old address gets a 404
 * soon after the commit. A job copies the files and removes the old ones. Writes `image_rotations`.
 *
 * @see docs/security.md#s-90
 */
export async function rotateImages(tx: Tx, which: RotatedPictures): Promise<void> {
  if (await insertRotations(tx, which)) await queueRotations(tx);
}

type RotationTools = Pick<AppContext, "db" | "storage" | "clock"> & {
  /** Drops what caches know of addresses; called after each commit, before the old files go. */
  dropCaches: () => void;
};

/** Few, so that the server need not wait long for a job when it stops. */
const picturesPerRun = 20;

/** The databases whose pictures this process is copying: one job at a time, so that the others find a place. */
const underWay = new WeakSet<AppContext["db"]>();

/**
 * Gives up to 20 pictures their new keys, a job; queues itself while there are more. Does nothing while it is under way in
 * this process, which then finds what is new. It may be killed at any point: the old files are removed only after the
 * commit of the new key, and the key of the copies is noted before the first of them. A picture that fails is tried again
 * after some minutes.
 *
 * @throws the first failure, after the other pictures
 */
export async function applyRotations(app: RotationTools): Promise<number> {
  if (underWay.has(app.db)) return 0;
  underWay.add(app.db);
  const { rotated, failures } = await rotateClaimed(app).finally(() => underWay.delete(app.db));
  if (rotated + failures.length === picturesPerRun) await queueRotations(app.db);
  // No longer under way: a store that is slow to remove files must not keep what is new waiting.
  await removeFiles(app).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
  return rotated;
}

async function rotateClaimed(app: RotationTools): Promise<{ rotated: number; failures: unknown[] }> {
  let rotated = 0;
  const failures: unknown[] = [];
  while (rotated + failures.length < picturesPerRun && !seemsAway(failures)) {
    const claimed = await claimRotation(app.db);
    if (!claimed) break;
    try {
      await rotate(app, claimed);
      rotated += 1;
    } catch (error) {
      failures.push(error);
    }
  }
  return { rotated, failures };
}

async function rotate(app: RotationTools, { imageId, image }: Rotation): Promise<void> {
  if (image && !(await copyFiles(app, imageId, image))) return;
  await transact(app.db, async (tx) => {
    await switchKey(tx, imageId);
    afterCommit(tx, app.dropCaches);
  });
}

/** Copies all files of a picture to the key of its rotation; false if another worker has ended that. */
async function copyFiles(
  { db, storage, clock }: RotationTools,
  imageId: string,
  image: NonNullable<Rotation["image"]>,
): Promise<boolean> {
  const { userId, kind, widths } = image;
  const key = await noteNewKey(db, { imageId, newKey: newImageKey({ userId, kind, now: clock.now() }), widths });
  if (key === undefined) return false;
  const copies = renditionKeys({ key, widths });
  for (const [index, from] of renditionKeys(image).entries()) {
    const to = copies[index];
    // A missing file must not keep an address alive: the others get the new key without it.
    if (to !== undefined) await storage.copy(from, to);
  }
  return true;
}
