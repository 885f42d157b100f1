import { buffer } from "node:stream/consumers";
import { transact } from "#server/db/db.ts";
import type { AppContext } from "#server/http/context.ts";
import {
  forgetEarlierFailures,
  noteAnalysisFailure,
  queueMoreAnalysis,
  saveAnalysis,
} from "#server/outfits/outfits.service.ts";
import { type OutfitVector, storeVectors } from "#server/similarity/similarity.service.ts";
import { detectorVersion } from "#server/vision/detector-version.ts";
import { VisionError, VisionUnavailableError } from "#server/vision/vision.ts";
import { toIndexedColours, toPalette, toVectors } from "./looks.ts";
import { listSeenEarlier, listUnanalysed, type Look, replaceLook, type UnanalysedOutfit } from "./looks.store.ts";

type Models = Pick<AppContext, "clock" | "db" | "storage" | "vision">;

/** Few, so that the server need not wait long for a job when it stops. */
const outfitsPerRun = 10;
/** A failure is often a busy machine, which a pause helps. */
const pauseMs = 5 * 60_000;

/**
 * Analyses the covers of the newest outfits that were not analysed yet, one after the other, then those that an earlier
 * version saw, a job; queues itself while there are more. It can stop at any time: what is left is found again. A picture
 * that fails three times, with pauses, is left alone until there is a newer version.
 *
 * @returns The number of outfits that were analysed.
 */
export async function analyseOutfits(app: Models): Promise<{ analysed: number; failed: number }> {
  await forgetEarlierFailures(app.db, detectorVersion);
  const wanted = { count: outfitsPerRun, now: app.clock.now() };
  const unanalysed = await listUnanalysed(app.db, wanted);
  const waiting = unanalysed.length > 0 ? unanalysed : await listSeenEarlier(app.db, wanted);
  let failed = 0;
  for (const outfit of waiting) {
    try {
      await analyse(app, outfit);
    } catch (error) {
      // Requests of members go first, or the server stops; the next run continues.
      if (error instanceof VisionUnavailableError) return { analysed: waiting.indexOf(outfit) - failed, failed };
      if (!(error instanceof VisionError)) throw error;
      failed += 1;
      const retryAt = new Date(app.clock.now().getTime() + pauseMs);
      await noteAnalysisFailure(app.db, outfit.id, { version: detectorVersion, retryAt });
    }
  }
  if (waiting.length === outfitsPerRun) await queueMoreAnalysis(app.db);
  return { analysed: waiting.length - failed, failed };
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
  const stored = await storage.read(key);
  if (!stored) throw new VisionError(`The file of the picture ${key} is missing`);
  const seen = await vision.analyse(await buffer(stored.bytes), { priority: "background" });
  const palette = toPalette(seen.palette);
  return { palette, indexed: toIndexedColours(palette), vectors: toVectors(seen) };
}
