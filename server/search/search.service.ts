import { limits } from "#contract/limits.ts";
import type { SearchMatches } from "#contract/search.ts";
import { findArticleLinks } from "#server/articles/articles.service.ts";
import { searchEvents } from "#server/events/events.service.ts";
import type { RequestContext } from "#server/http/context.ts";
import { toPlainWords } from "#server/lib/search-text.ts";
import { findNearWords } from "#server/outfits/outfits.service.ts";
import { hasOutfit } from "./outfit-search.store.ts";
import { searchPeople, searchStyles, searchTerms } from "./search.store.ts";

export { findMatches } from "./outfit-match.ts";
export { findOutfits, type OutfitFilter, searchOutfits } from "./outfit-search.store.ts";

const nothing: SearchMatches = {
  people: [],
  styles: [],
  tags: [],
  brands: [],
  articles: [],
  events: [],
  correction: null,
};
const correctedWordsMax = 4;
const correctedCharsMin = 4;

/**
 * The suggestions of a search besides outfits: people, styles, tags, brands, articles and upcoming events with similar
 * names, and, if no outfit contains its words, the nearest words that occur.
 *
 * @throws rate.limited
 * @see docs/product.md#search
 */
export async function findSearchMatches(context: RequestContext, search: string): Promise<SearchMatches> {
  const words = search.replace(/^[#@]+/, "").trim();
  if (words === "") return nothing;
  await context.rateLimiter.spend("suggestions", { key: context.userId ?? context.clientKey });
  const [people, styles, terms, articles, events, correction] = await Promise.all([
    searchPeople(context.db, words, context.userId),
    searchStyles(context.db, words),
    searchTerms(context.db, words, context.userId),
    findArticleLinks(context.db, context.userId, words),
    searchEvents(context, words, limits.searchEvents),
    findCorrection(context, search),
  ]);
  return { people, styles, ...terms, articles, events, correction };
}

async function findCorrection({ pool, userId }: RequestContext, search: string): Promise<string | null> {
  if (await hasOutfit(pool, userId, search)) return null;
  const words = toPlainWords(search);
  if (words.length > correctedWordsMax) return null;
  const meant = await Promise.all(
    words.map((word) => correctWord(word, (term) => hasOutfit(pool, userId, term), pool)),
  );
  const correction = meant.join(" ");
  const isNew = meant.some((word, index) => word !== words[index]);
  return isNew && (await hasOutfit(pool, userId, correction)) ? correction : null;
}

/** The word itself if it occurs in an outfit or has no near match. */
async function correctWord(
  word: string,
  isFound: (term: string) => Promise<boolean>,
  pool: RequestContext["pool"],
): Promise<string> {
  if (word.length < correctedCharsMin || (await isFound(word))) return word;
  for (const near of await findNearWords(pool, word)) {
    if (await isFound(near)) return near;
  }
  return word;
}
