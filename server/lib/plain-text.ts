/** The number of links in a text: URLs, and host names that a browser would turn into one. */
export function countLinks(text: string): number {
  return withoutInvisible(text).match(links)?.length ?? 0;
}

/** Endings that a bare name is taken for a link by; "nice.And" is a missing space. */
const endings =
  "com|net|org|io|co|me|app|dev|shop|store|online|site|website|xyz|info|biz|club|top|link|click|live|fun|vip|win|bet|icu|ru|cn|tk|ml|ga|cf|gq|uk|de|fr|in|us|eu|ly|gg|to|cc|tv|be";
const links = new RegExp(
  `https?:\\/\\/\\S+|www\\.\\S+|(?<![\\p{L}\\p{N}@])(?:[\\p{L}\\p{N}-]+\\.)+(?:${endings})(?![\\p{L}\\p{N}])(?:\\/\\S*)?`,
  "giu",
);

/** Without what a reader does not see, such as spaces of no width, which would make other words of the same ones. */
const withoutInvisible = (text: string) => text.normalize("NFKC").replace(/\p{Default_Ignorable_Code_Point}/gu, "");

/** Normalizes a text to compare meaning: letters and digits, without case, accents and width. */
export const toSameness = (text: string): string => toWords(text) || withoutInvisible(text).trim();

/**
 * Whether the text contains one of the words as a whole word, ignoring case, accents and character width.
 *
 * @param words As configured; blank ones are ignored.
 */
export function holdsWord(text: string, words: readonly string[]): boolean {
  const said = ` ${toWords(text)} `;
  return words.map(toWords).some((word) => word !== "" && said.includes(` ${word} `));
}

/** Letters and digits, folded, with one space between words. */
function toWords(text: string): string {
  const folded = withoutInvisible(text).normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return folded.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}
