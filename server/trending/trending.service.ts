import type { RequestContext } from "#server/http/context.ts";
import type { SerializedReply } from "#server/http/serve.ts";
import { replyWithCards } from "#server/outfits/card-lists.service.ts";
import { findMostViewed, findTrendingFor, hasTaste } from "./trending.store.ts";

/**
 * At most six outfits of others, best first: for a member who has posted or liked anything, the best of the newest in
 * those styles; for everyone else, the most viewed. Empty if those styles have no outfits of others.
 *
 * @see docs/product.md#trending
 */
export async function getTrending(context: RequestContext): Promise<SerializedReply> {
  const { pool, userId } = context;
  const found = userId === null ? [] : await findTrendingFor(pool, userId);
  const isPersonal = found.length > 0 || (userId !== null && (await hasTaste(pool, userId)));
  return replyWithCards(context, isPersonal ? found : await findMostViewed(pool, userId));
}
