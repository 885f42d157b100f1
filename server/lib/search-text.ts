/**
 * Stands for `_` in stored text and in patterns alike. A trigram index cuts words at `_`, which leaves `linen_linen` with
 * the trigrams of `linen` only; a letter (the dental click) keeps the word whole.
 */
const underscoreLetter = "ǀ";
const termsMax = 6;
/** Shorter terms have no trigram of their own, so they match from the start of a word. */
const anywhereCharsMin = 3;

/** Text as searches compare it: without case, in one normal form, words parted by one space, a space before the first. */
export function toSearchText(parts: readonly string[]): string {
  const words = parts.flatMap(toWords);
  return words.map((word) => ` ${word}`).join("");
}

/**
 * LIKE patterns that all must match the stored search text, one for each word of what was typed; none for a blank search.
 * Wildcards are letters like any other here. A word of one or two characters matches the start of a word only.
 *
 * @see performance.md 2e
 */
export function toSearchPatterns(typed: string): string[] {
  return toSearchTerms(typed).map((term) => `%${term.replace(/[\\%]/g, String.raw`\$&`)}%`);
}

/**
 * What the stored search text must hold, letter by letter, to be found: one term for each word of what was typed. A short one
 * has a space before it, since it must begin a word.
 */
export function toSearchTerms(typed: string): string[] {
  const words = new Set(toWords(typed).map((word) => word.replace(/^[#@](?=.)/, "")));
  return [...words].slice(0, termsMax).map((word) => (Array.from(word).length < anywhereCharsMin ? ` ${word}` : word));
}

/** The words of a text, in lower case and in their order, without the signs between them; no word twice. */
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
