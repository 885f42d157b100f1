/**
 * Replaces `_` in stored text and in patterns. A trigram index splits words at `_`, so `linen_linen` would have the
 * trigrams of `linen` only; a letter (the dental click) keeps the word whole.
 */
const underscoreLetter = "ǀ";
const termsMax = 6;
/** Shorter terms have no trigram, so they match from the start of a word. */
const anywhereCharsMin = 3;

/** Normalizes text for searching: lower case, one normal form, one space before each word. */
export function toSearchText(parts: readonly string[]): string {
  const words = parts.flatMap(toWords);
  return words.map((word) => ` ${word}`).join("");
}

/**
 * LIKE patterns that all must match the stored search text, one per word of the search; none for a blank search.
 * Wildcards are escaped. A word of one or two characters matches only the start of a word.
 *
 * @see docs/performance.md#search
 */
export function toSearchPatterns(typed: string): string[] {
  return toSearchTerms(typed).map((term) => `%${term.replace(/[\\%]/g, String.raw`\$&`)}%`);
}

/**
 * The terms that the stored search text must contain, one per word of the search. A short one has a leading space,
 * since it must begin a word.
 */
export function toSearchTerms(typed: string): string[] {
  const words = new Set(toWords(typed).map((word) => word.replace(/^[#@](?=.)/, "")));
  return [...words].slice(0, termsMax).map((word) => (Array.from(word).length < anywhereCharsMin ? ` ${word}` : word));
}

/** Besides spaces, what separates words. */
export const wordMarks = `,.;:!?()"“”#@/-`;

/** LIKE patterns that all match a text with a space for each of `wordMarks` if it has each word of the search as a whole. */
export function toWholeWordPatterns(typed: string): string[] {
  return toSearchTerms(typed).flatMap((term) => {
    const word = Array.from(term, (letter) => (wordMarks.includes(letter) ? " " : letter))
      .join("")
      .trim();
    return word === "" ? [] : [`% ${word.replace(/[\\%]/g, String.raw`\$&`)} %`];
  });
}

/** The distinct words of a text, in lower case and in order, without punctuation. */
export function toPlainWords(text: string): string[] {
  const words = text
    .normalize("NFKC")
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}]+/u);
  return [...new Set(words.filter(Boolean))];
}

function toWords(text: string): string[] {
  return text.normalize("NFKC").toLowerCase().replaceAll("_", underscoreLetter).split(/\s+/).filter(Boolean);
}
