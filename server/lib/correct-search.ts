import { toPlainWords } from "./search-text.ts";

const wordsMax = 4;
const correctedCharsMin = 4;

/** How the words of a search are looked up. */
interface SearchTools {
  isFound: (words: string) => Promise<boolean>;
  /** Known words that this one may have been meant for, the nearest first. */
  findNear: (word: string) => Promise<string[]>;
}

/** The most similar words that find something, or null if the search itself does, or nothing is similar. */
export async function correctSearch(search: string, { isFound, findNear }: SearchTools): Promise<string | null> {
  const words = toPlainWords(search);
  if (words.length === 0 || words.length > wordsMax || (await isFound(search))) return null;
  const correction = (await Promise.all(words.map((word) => correctWord(word, { isFound, findNear })))).join(" ");
  return correction !== words.join(" ") && (await isFound(correction)) ? correction : null;
}

/** The word itself if it finds something or nothing is near it. */
async function correctWord(word: string, { isFound, findNear }: SearchTools): Promise<string> {
  if (word.length < correctedCharsMin || (await isFound(word))) return word;
  for (const near of await findNear(word)) {
    if (await isFound(near)) return near;
  }
  return word;
}
