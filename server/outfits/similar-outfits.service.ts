import type { RequestContext } from "#server/http/context.ts";
import type { SerializedReply } from "#server/http/serve.ts";
import { fail } from "#server/lib/app-error.ts";
import { replyWithCards } from "./card-lists.service.ts";
import { canSeeOutfit, toOutfitViewer } from "./outfits.service.ts";
import { findSimilarOutfits } from "./similar-outfits.store.ts";

/**
 * Outfits similar to one, the most similar first, as serialized JSON.
 *
 * @throws outfit.not_found, also if it is hidden from the caller
 * @see docs/product.md#similar-outfits
 */
export async function getSimilarOutfits(context: RequestContext, outfitId: string): Promise<SerializedReply> {
  if (!(await canSeeOutfit(context.pool, toOutfitViewer(context), outfitId))) fail("outfit.not_found");
  return replyWithCards(context, await findSimilarOutfits(context.pool, context.userId, outfitId));
}
