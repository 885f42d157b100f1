import { onePerPool } from "#server/db/db.ts";
import type { Call } from "#server/http/call.ts";
import { fail } from "#server/lib/app-error.ts";
import { createBatcher } from "#server/lib/batcher.ts";
import { insertViews, type View } from "./outfit-views.store.ts";
import { canSeeOutfit } from "./outfit-visibility.store.ts";
import { onlookerOf } from "./outfits.service.ts";

const countViewOf = onePerPool((pool) =>
  createBatcher<View, void>({
    itemsMax: 200,
    inFlightMax: 1,
    async run(views) {
      // A statement may touch a row of `outfit_views` once only.
      const distinct = new Map(views.map((view) => [`${view.userId} ${view.outfitId}`, view]));
      await insertViews(pool, [...distinct.values()]);
      return views.map(() => undefined);
    },
  }),
);

/**
 * Counts the caller's view of an outfit, once an hour. Views of the same moment are written together.
 *
 * @throws auth.required, outfit.not_found
 * @see decisions.md "views_count": reloading inflates nothing.
 */
export async function viewOutfit(call: Call, outfitId: string): Promise<{ ok: true }> {
  const userId = call.userId ?? fail("auth.required");
  if (!(await canSeeOutfit(call.pool, onlookerOf(call), outfitId))) fail("outfit.not_found");
  await countViewOf(call.pool)({ userId, outfitId, at: call.clock.now() });
  return { ok: true };
}
