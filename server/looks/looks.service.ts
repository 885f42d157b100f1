import { transact } from "#server/db/db.ts";
import type { AppContext } from "#server/http/context.ts";
import {
  forgetEarlierFailures,
  noteAnalysisFailure,
  postponeAnalysis,
  queueMoreAnalysis,
  saveAnalysis,
} from "#server/outfits/outfits.service.ts";
import { readBytes } from "#server/outside/storage.ts";
import { type OutfitVector, storeVectors } from "#server/similarity/similarity.service.ts";
import { detectorVersion } from "#server/vision/detector-version.ts";
import { seeInTurn } from "#server/vision/see-in-turn.ts";
import { VisionError } from "#server/vision/vision.ts";
import { toIndexedColours, toPalette, toVectors } from "./looks.ts";
import { listSeenEarlier, listUnanalysed, type Look, replaceLook, type UnanalysedOutfit } from "./looks.store.ts";

type Models = Pick<AppContext, "clock" | "db" | "storage" | "vision">;

/** Few, so that the server need not wait long for a job when it stops. */
const outfitsPerRun = 10;

/**
 * Analyses the covers of the newest outfits that were not analysed yet, one after the other, then those that an earlier
 * version saw, a job; queues itself while there are more. It can stop at any time: what is left is found again. A picture
 * that fails three times, with pauses, is left alone until there is a newer version. One whose file cannot be read is tried
 * again after each pause, since it may be the store.
 *
 * @returns The number of outfits that were analysed.
 * @throws UnreadableFileError for the first file that could not be read, after the others
 */
export async function analyseOutfits(app: Models): Promise<{ analysed: number; failed: number }> {
  await forgetEarlierFailures(app.db, detectorVersion);
  const wanted = { count: outfitsPerRun, now: app.clock.now() };
  const unanalysed = await listUnanalysed(app.db, wanted);
  const waiting = unanalysed.length > 0 ? unanalysed : await listSeenEarlier(app.db, wanted);
  const { seen, failed, isStopped, unread } = await seeInTurn(app, waiting, {
    see: (outfit) => analyse(app, outfit),
    putOff: ({ id }, retryAt) => postponeAnalysis(app.db, id, retryAt),
    noteFailure: ({ id }, retryAt) => noteAnalysisFailure(app.db, id, { version: detectorVersion, retryAt }),
  });
  if (waiting.length === outfitsPerRun && !isStopped) await queueMoreAnalysis(app.db);
  if (unread) throw unread;
  return { analysed: seen, failed };
}

async function analyse(app: Models, { id, imageId, key }: UnanalysedOutfit): Promise<void> {
  const look = await see(app, key);
  await transact(app.db, async (tx) => {
    // The outfit may have another cover by now, or be gone.
    const keys = look.palette.map((colour) => colour.key);
    if (!(await saveAnalysis(tx, { id, imageId, colours: keys }))) return;
    await replaceLook(tx, id, look);
    await storeVectors(tx, id, look.vectors);
  });
}

async function see({ storage, vision }: Models, key: string): Promise<Look & { vectors: OutfitVector[] }> {
  const file = await readBytes(storage, key);
  if (!file) throw new VisionError(`The file of the picture ${key} is missing`);
  const seen = await vision.analyse(file, { priority: "background" });
  const palette = toPalette(seen.palette);
  return { palette, indexed: toIndexedColours(palette), vectors: toVectors(seen) };
}
