import type { Call } from "#server/http/call.ts";
import type { PreparedReply } from "#server/http/serve.ts";
import { replyWithCards } from "#server/outfits/card-lists.service.ts";
import { findMostViewed, findTrendingFor, hasTaste } from "./trending.store.ts";

/**
 * At most six outfits of others, best first: for a member who has posted or liked anything the best of the newest in the
 * styles of it, for everybody else the most viewed. Empty where those styles hold nothing of others.
 *
 * @see Spec §7 "Personalised trending"; decisions.md "Trending"
 */
export async function readTrending(call: Call): Promise<PreparedReply> {
  const { pool, userId } = call;
  const found = userId === null ? [] : await findTrendingFor(pool, userId);
  const isPersonal = found.length > 0 || (userId !== null && (await hasTaste(pool, userId)));
  return replyWithCards(call, isPersonal ? found : await findMostViewed(pool, userId));
}
