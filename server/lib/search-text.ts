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

/** Besides spaces, what separates words; as a class of regular expressions. */
const separator = String.raw`[ ,.;:!?()"“”#@/\-]`;

/**
 * POSIX regular expressions that all match the stored search text if it has each word of the search as a whole.
 *
 * @see https://www.postgresql.org/docs/current/functions-matching.html#POSIX-SYNTAX-DETAILS
 */
export function toWholeWordExpressions(typed: string): string[] {
  return toSearchTerms(typed).flatMap((term) => {
    const parts = term.split(separators).filter(Boolean).map(escapeExpression);
    return parts.length === 0 ? [] : [`(^|${separator})${parts.join(`${separator}+`)}($|${separator})`];
  });
}

const separators = new RegExp(separator, "u");

/** A backslash before anything but letters, digits and `_` stands for that character. */
const escapeExpression = (text: string): string => text.replace(/[^\p{L}\p{N}\p{M}_]/gu, String.raw`\$&`);

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
