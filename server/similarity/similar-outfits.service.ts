import type { RequestContext } from "#server/http/context.ts";
import type { SerializedReply } from "#server/http/serve.ts";
import { fail } from "#server/lib/app-error.ts";
import { replyWithCards } from "#server/outfits/card-lists.service.ts";
import { canSeeOutfit, toOutfitViewer } from "#server/outfits/outfits.service.ts";
import type { SearchedSite } from "./cell-members.ts";
import { findNearestLooks } from "./nearest-looks.service.ts";
import { findSimilarOutfits } from "./similar-outfits.store.ts";
import { findOutfitVector } from "./vectors.store.ts";

/** How many of the outfits that look most similar are considered, and what the most similar one adds to its weight. */
export interface LookBlend {
  considered: number;
  weight: number;
}
/** Less than any shared feature: looks decide among equals. More was worse, see docs/benchmarks.md#similar-outfits. */
const usualBlend: LookBlend = { considered: 40, weight: 1 };

/**
 * Outfits similar to one, the most similar first, as serialized JSON.
 *
 * @throws outfit.not_found, also if it is hidden from the caller
 * @see docs/product.md#similar-outfits
 */
export async function getSimilarOutfits(context: RequestContext, outfitId: string): Promise<SerializedReply> {
  const [canSee, ids] = await Promise.all([
    canSeeOutfit(context.pool, toOutfitViewer(context), outfitId),
    rankSimilarOutfits(context, { viewerId: context.userId, outfitId }),
  ]);
  if (!canSee) fail("outfit.not_found");
  return replyWithCards(context, ids);
}

/** Ids of the listed outfits that are most similar to one, the most similar first. */
export async function rankSimilarOutfits(
  app: SearchedSite,
  { viewerId, outfitId, count }: { viewerId: string | null; outfitId: string; count?: number },
  blend: LookBlend = usualBlend,
): Promise<string[]> {
  const vector = blend.weight === 0 ? undefined : await findOutfitVector(app.pool, outfitId);
  const nearest = vector
    ? await findNearestLooks(app, { space: "outfit", vector, viewerId, count: blend.considered, exceptId: outfitId })
    : [];
  // By place and not by the cosine, whose scale differs between kinds of pictures.
  const alike = nearest.map(({ id }, place) => ({ id, weight: blend.weight * (1 - place / blend.considered) }));
  return findSimilarOutfits(app.pool, { viewerId, outfitId, alike, ...(count === undefined ? {} : { count }) });
}
