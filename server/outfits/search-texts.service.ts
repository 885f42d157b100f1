import { z } from "zod";
import { transact } from "#server/db/db.ts";
import type { AppContext } from "#server/http/context.ts";
import { describeForSearch, listOldSearchTexts, queueSearchTexts, replaceSearchTexts } from "./outfits.store.ts";
import { learnTerms } from "./search-terms.store.ts";

/** Few, because likes of these outfits wait until they are written. */
const outfitsPerRun = 200;
const Payload = z.object({ after: z.guid().default("00000000-0000-0000-0000-000000000000") });

/**
 * Writes the search texts of outfits again, oldest first from behind one, a job that a migration queues; queues itself while
 * there are more, so it continues after an interruption. What changes in the meantime is left alone: that change writes the text.
 */
export async function rewriteSearchTexts(app: Pick<AppContext, "db">, payload: unknown): Promise<void> {
  const { after } = Payload.parse(payload);
  await transact(app.db, async (tx) => {
    const outfits = await listOldSearchTexts(tx, after, outfitsPerRun);
    const texts = outfits.map(({ id, oldText, ...source }) => ({ id, oldText, text: describeForSearch(source) }));
    await replaceSearchTexts(
      tx,
      texts.filter(({ oldText, text }) => text !== oldText),
    );
    await learnTerms(tx, { title: outfits.flatMap(({ products }) => products).join(" "), tags: [], brands: [] });
    const last = outfits[outfitsPerRun - 1];
    if (last) await queueSearchTexts(tx, last.id);
  });
}
