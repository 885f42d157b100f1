import type { SearchMatches } from "#contract/search.ts";
import type { Call } from "#server/http/call.ts";
import { toPlainWords } from "#server/lib/search-text.ts";
import { findNearWords, hasOutfit } from "#server/outfits/outfits.service.ts";
import { searchPeople, searchStyles, searchTerms } from "./search.store.ts";

const nothing: SearchMatches = { people: [], styles: [], tags: [], brands: [], correction: null };
const correctedWordsMax = 4;
const correctedCharsMin = 4;

/**
 * What a search means beside the outfits that it finds: people, styles, tags and brands whose names are like it, and, where no
 * outfit holds its words, the nearest words that some do.
 *
 * @throws rate.limited
 * @see Issue "Discover": search also finds people and brands, tolerates a typo, and says what it matched
 */
export async function findSearchMatches(call: Call, search: string): Promise<SearchMatches> {
  const words = search.replace(/^[#@]+/, "").trim();
  if (words === "") return nothing;
  await call.rateLimiter.spend("suggestions", { key: call.userId ?? call.ip });
  const [people, styles, terms, correction] = await Promise.all([
    searchPeople(call.db, words, call.userId),
    searchStyles(call.db, words),
    searchTerms(call.db, words, call.userId),
    findCorrection(call, search),
  ]);
  return { people, styles, ...terms, correction };
}

async function findCorrection({ pool, userId }: Call, search: string): Promise<string | null> {
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

/** The word itself where it stands in an outfit, or where nothing is near. */
async function correctWord(
  word: string,
  isFound: (term: string) => Promise<boolean>,
  pool: Call["pool"],
): Promise<string> {
  if (word.length < correctedCharsMin || (await isFound(word))) return word;
  for (const near of await findNearWords(pool, word)) {
    if (await isFound(near)) return near;
  }
  return word;
}
