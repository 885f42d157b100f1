import type { ColourKey } from "#contract/colours.ts";
import { type Db, runSql } from "#server/db/db.ts";
import { toColourWords } from "#server/lib/colour-words.ts";
import { describeForSearch, lockAuthor, type SearchSource, searchSourceColumns } from "./outfits.store.ts";
import { learnTerms } from "./search-terms.store.ts";

/** Queues the analysis of outfits that were not analysed yet. Jobs of this queue run one after the other. */
export async function queueAnalysis(tx: Db): Promise<void> {
  await runSql(tx, "select graphile_worker.add_job('analyseOutfits', queue_name := 'looks', max_attempts := 3)", []);
}

/** As `queueAnalysis`, outside a transaction: one waiting job is enough, but posts must not wait for each other. */
export async function queueMoreAnalysis(db: Db): Promise<void> {
  await runSql(
    db,
    `select graphile_worker.add_job('analyseOutfits', queue_name := 'looks', job_key := 'analyseOutfits',
       max_attempts := 3)`,
    [],
  );
}

/**
 * SQL for whether what was seen of outfit `o` is of its present cover. For the planner, a comparison of two columns is true for one
 * outfit of all, which would have it read every outfit of a colour to find the newest; `coalesce` is half of them.
 */
export const isLookCurrent = "coalesce(o.analysed_image_id = o.image_id, false)";

/**
 * Notes that the cover of an outfit was analysed, and writes its colours into the search text and terms. Writes `outfits` and
 * `search_terms`.
 *
 * @returns False where the outfit is gone or has another cover by now.
 */
export async function saveAnalysis(
  tx: Db,
  { id, imageId, colours }: { id: string; imageId: string; colours: readonly ColourKey[] },
): Promise<boolean> {
  const [owner] = await runSql<{ userId: string }>(tx, `select user_id as "userId" from outfits where id = $1`, [id]);
  if (!owner) return false;
  // In the order of a change of the author's names, which rewrites search texts as well.
  const author = await lockAuthor(tx, owner.userId);
  const [outfit] = await runSql<Omit<SearchSource, "author" | "colours">>(
    tx,
    `select ${searchSourceColumns} from outfits o where o.id = $1 and o.image_id = $2 for no key update of o`,
    [id, imageId],
  );
  if (!outfit) return false;
  await tx
    .updateTable("outfits")
    .set({
      search_text: describeForSearch({ ...outfit, author, colours }),
      analysed_image_id: imageId,
      analysis_failures: 0,
      analysis_retry_at: null,
    })
    .where("id", "=", id)
    .execute();
  await learnTerms(tx, { title: toColourWords(colours).join(" "), tags: [], brands: [] });
  return true;
}

/** Counts a failed analysis by a version of the models; the third one is the last. Writes `outfits`. */
export async function noteAnalysisFailure(
  db: Db,
  outfitId: string,
  { version, retryAt }: { version: number; retryAt: Date },
): Promise<void> {
  await db
    .updateTable("outfits")
    .set((b) => ({
      analysis_failures: b("analysis_failures", "+", 1),
      analysis_retry_at: retryAt,
      analysis_failed_by: version,
    }))
    .where("id", "=", outfitId)
    .execute();
}

/** Puts an analysis off without counting a failure. Writes `outfits`. */
export async function postponeAnalysis(db: Db, outfitId: string, retryAt: Date): Promise<void> {
  await db.updateTable("outfits").set({ analysis_retry_at: retryAt }).where("id", "=", outfitId).execute();
}

/** Has outfits analysed again that versions of the models before this one gave up. Writes `outfits`. */
export async function forgetEarlierFailures(db: Db, version: number): Promise<void> {
  await runSql(
    db,
    `update outfits set analysis_failures = 0, analysis_retry_at = null
     where analysis_failures >= 3 and analysis_failed_by < $1`,
    [version],
  );
}
