import type { Call } from "#server/http/call.ts";
import type { PreparedReply } from "#server/http/serve.ts";
import { fail } from "#server/lib/app-error.ts";
import { replyWithCards } from "./card-lists.service.ts";
import { canSeeOutfit, onlookerOf } from "./outfits.service.ts";
import { findSimilarOutfits } from "./similar-outfits.store.ts";

/**
 * More like an outfit, the most alike first, as ready JSON.
 *
 * @throws outfit.not_found also for one that is hidden from the caller
 * @see Issue "Discover": 'more like this' under an outfit
 */
export async function readSimilarOutfits(call: Call, outfitId: string): Promise<PreparedReply> {
  if (!(await canSeeOutfit(call.pool, onlookerOf(call), outfitId))) fail("outfit.not_found");
  return replyWithCards(call, await findSimilarOutfits(call.pool, call.userId, outfitId));
}
