import { toLikePattern } from "./like-patterns.ts";

/**
 * Replaces `_` in stored text and in patterns. A trigram index splits words at `_`, so `linen_linen` would have the
 * trigrams of `linen` only; a letter (the dental click) keeps the word whole.
 */
export const underscoreLetter = "ǀ";
/** Shorter terms have no trigram, so they match from the start of a word. */
const anywhereCharsMin = 3;

/**
 * Chinese characters and Japanese kana, in which words have no spaces between them and mostly two characters. A class of regular
 * expressions of JavaScript and of PostgreSQL.
 */
const unspacedCharacter = "[々-〇ぁ-ヿ㐀-䶿一-鿿𠀀-𳑿]";
/** The places before and after each such character that need a space. */
export const unspacedPlace = String.raw`(?<=\S)(?=${unspacedCharacter})|(?<=${unspacedCharacter})(?=\S)`;
const unspacedPlaces = new RegExp(unspacedPlace, "gu");
const startsUnspaced = new RegExp(`^${unspacedCharacter}`, "u");

/**
 * Normalizes text for searching: lower case, one normal form, one space before each word, before what follows punctuation in
 * it and around each Chinese or Japanese character, since by that space short words are found: "Coat (XS)" becomes " coat (xs) xs".
 */
export function toSearchText(parts: readonly string[]): string {
  const words = parts.flatMap(toWords).flatMap((word) => [word, ...partsBehindPunctuation(word)]);
  return words.map((word) => ` ${spaceCharacters(word)}`).join("");
}

const spaceCharacters = (word: string): string => word.replace(unspacedPlaces, " ");

/**
 * LIKE patterns that all must match the stored search text, one per word of the search; none for a blank search.
 * Wildcards are escaped. A word of one or two characters matches only the start of a word, where words have spaces between them.
 *
 * @see docs/performance.md#search
 */
export function toSearchPatterns(typed: string): string[] {
  return [...new Set(toTypedWords(typed))].map(toTerm).map(toLikePattern);
}

/** The words of a search in their order, without the sign before a tag or a name. */
export function toTypedWords(typed: string): string[] {
  return toWords(typed).map((word) => word.replace(/^[#@](?=.)/, ""));
}

/** What the stored search text must contain for a word: a short one has a leading space, since it must begin a word. */
export function toTerm(word: string): string {
  const beginsWord = Array.from(word).length < anywhereCharsMin || startsUnspaced.test(word);
  return `${beginsWord ? " " : ""}${spaceCharacters(word)}`;
}

/** What separates words, as a class of regular expressions of JavaScript and of PostgreSQL. */
export const separator = String.raw`[ ,.;:!?()"“”#@/\-]`;

/**
 * A POSIX regular expression that matches the stored search text if it has one of the terms as whole words; undefined if none of
 * them has a word.
 *
 * @see https://www.postgresql.org/docs/current/functions-matching.html#POSIX-SYNTAX-DETAILS
 */
export function toWholeWordExpression(terms: readonly string[]): string | undefined {
  const words = terms.flatMap((term) => {
    const parts = term.split(separators).filter(Boolean).map(escapeExpression);
    return parts.length === 0 ? [] : [parts.join(`${separator}+`)];
  });
  return words.length === 0 ? undefined : `(^|${separator})(${words.join("|")})($|${separator})`;
}

const separators = new RegExp(separator, "u");

const letter = String.raw`[^\P{L}${underscoreLetter}]`;
const everyFourthLetter = new RegExp(`(${letter}{3})${letter}(?=${letter})`, "gu");

/**
 * A LIKE pattern that finds what has a name with `_`, and little else: every fourth letter within its words is a wildcard. The
 * trigrams of both words are in many texts, and a trigram index reads the list of each. Undefined where nothing is left out.
 *
 * @see docs/performance.md#search
 */
export function toSparsePattern(term: string): string | undefined {
  const pattern = toLikePattern(term);
  const sparse = term.includes(underscoreLetter) ? pattern.replace(everyFourthLetter, "$1_") : pattern;
  return sparse === pattern ? undefined : sparse;
}

const partsBehindPunctuation = (word: string): string[] =>
  separators.test(word) ? word.split(separators).slice(1).filter(Boolean) : [];

/** For regular expressions: a backslash before anything but letters, digits and `_` stands for that character. */
export const escapeExpression = (text: string): string => text.replace(/[^\p{L}\p{N}\p{M}_]/gu, String.raw`\$&`);

/** The distinct words of a text, in lower case and in order, without punctuation. */
export function toPlainWords(text: string): string[] {
  const words = text
    .normalize("NFKC")
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}]+/u);
  return [...new Set(words.filter(Boolean))];
}

/** The letters of a text as `toSearchText` stores them; what is between its words stays. */
export const toSearchLetters = (text: string): string =>
  text.normalize("NFKC").toLowerCase().replaceAll("_", underscoreLetter);

function toWords(text: string): string[] {
  return toSearchLetters(text).split(/\s+/).filter(Boolean);
}
