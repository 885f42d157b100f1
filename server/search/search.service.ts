import { limits } from "#contract/limits.ts";
import type { SearchMatches } from "#contract/search.ts";
import { findArticleLinks } from "#server/articles/articles.service.ts";
import { searchEvents } from "#server/events/events.service.ts";
import type { RequestContext } from "#server/http/context.ts";
import { spendLimit } from "#server/http/rate-limit.ts";
import { inSearchQueue } from "#server/http/search-queue.ts";
import { correctSearch } from "#server/lib/correct-search.ts";
import { findNearWords } from "#server/outfits/outfits.service.ts";
import { hasOutfit } from "./outfit-search.store.ts";
import { searchPeople, searchStyles, searchTerms } from "./search.store.ts";

export { findMatches } from "./outfit-match.ts";
export { findOutfits, findPopularOutfits, type FoundRow, type OutfitFilter } from "./outfit-search.store.ts";
export { searchOutfits } from "./ranked-search.service.ts";

const nothing: SearchMatches = {
  people: [],
  styles: [],
  tags: [],
  brands: [],
  articles: [],
  events: [],
  correction: null,
};

/**
 * The suggestions of a search besides outfits: people, styles, tags, brands, articles and upcoming events with similar
 * names, and, if no outfit contains its words, the nearest words that occur.
 *
 * @throws rate.limited, server.unavailable
 * @see docs/product.md#search
 */
export async function findSearchMatches(context: RequestContext, search: string): Promise<SearchMatches> {
  const words = search.replace(/^[#@]+/, "").trim();
  if (words === "") return nothing;
  const key = context.userId ?? context.clientKey;
  await spendLimit(context, "suggestions");
  const [people, styles, terms, articles, events, correction] = await Promise.all([
    inSearchQueue(context, key, () => searchPeople(context.db, words, context.userId)),
    inSearchQueue(context, key, () => searchStyles(context.db, words)),
    inSearchQueue(context, key, () => searchTerms(context.db, words, context.userId)),
    inSearchQueue(context, key, () => findArticleLinks(context, words)),
    inSearchQueue(context, key, () => searchEvents(context, words, limits.searchEvents)),
    inSearchQueue(context, key, () => findCorrection(context, search)),
  ]);
  return { people, styles, ...terms, articles, events, correction };
}

/** The nearest words that some outfit contains, if none contains these. */
function findCorrection({ pool, userId }: RequestContext, search: string): Promise<string | null> {
  return correctSearch(search, {
    isFound: (words) => hasOutfit(pool, userId, words),
    findNear: (word) => findNearWords(pool, word),
  });
}
