import { limits } from "#contract/limits.ts";
import type { SearchMatches, SearchQuery } from "#contract/search.ts";
import { findArticleLinks } from "#server/articles/articles.service.ts";
import { searchEvents } from "#server/events/events.service.ts";
import type { RequestContext } from "#server/http/context.ts";
import { readWithinLimit } from "#server/http/rate-limit.ts";
import { inSearchQueue } from "#server/http/search-queue.ts";
import { correctSearch } from "#server/lib/correct-search.ts";
import { toSearchText, toTerm, toTypedWords } from "#server/lib/search-text.ts";
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
 * names, and, if nothing contains its words, the nearest words that some outfit contains.
 *
 * @throws rate.limited, server.unavailable
 * @see docs/product.md#search
 */
export async function findSearchMatches(
  context: RequestContext,
  { search, from }: SearchQuery,
): Promise<SearchMatches> {
  const words = search.replace(/^[#@]+/, "").trim();
  if (words === "") return nothing;
  const key = context.userId ?? context.clientKey;
  const findAll = (signal: AbortSignal) => {
    const inQueue = <T>(read: () => Promise<T>) => inSearchQueue(context, key, read, signal);
    return Promise.all([
      inQueue(() => searchPeople(context.db, words, context.userId)),
      inQueue(() => searchStyles(context.db, words)),
      inQueue(() => searchTerms(context.db, words, context.userId)),
      inQueue(() => findArticleLinks(context, words)),
      inQueue(() => searchEvents(context, words, limits.searchEvents)),
      inQueue(() => findCorrection(context, { search, from })),
    ]);
  };
  const [people, styles, terms, articles, events, correction] = await readWithinLimit(context, "suggestions", findAll);
  const names = [
    ...people.map(({ username, displayName }) => [username, displayName ?? ""]),
    ...[...styles.map(({ name }) => name), ...terms.tags, ...terms.brands].map((name) => [name]),
  ];
  const isFound =
    [articles, events].some(({ items, isCorrected }) => items.length > 0 && !isCorrected) ||
    names.some((parts) => hasWords(parts, words));
  return {
    people,
    styles,
    ...terms,
    articles: articles.items,
    events: events.items,
    correction: isFound ? null : correction,
  };
}

/** Whether a name has the words as they were typed: names that are only similar are found, too. */
function hasWords(name: string[], words: string): boolean {
  const text = toSearchText(name);
  return toTypedWords(words).every((word) => text.includes(toTerm(word)));
}

/** The nearest words that some outfit of the feed contains, if none contains these. */
function findCorrection({ pool, userId }: RequestContext, { search, from }: SearchQuery): Promise<string | null> {
  const isByFollowed = from === "following";
  return correctSearch(search, {
    isFound: (words) => hasOutfit(pool, userId, { search: words, isByFollowed }),
    findNear: (word) => findNearWords(pool, word),
  });
}
