/** How many links a text holds: web addresses, and names that would become one when typed into a browser. */
export function countLinks(text: string): number {
  return text.match(/https?:\/\/\S+|www\.\S+/gi)?.length ?? 0;
}

/**
 * Whether one of the words stands in the text as a whole word, without regard to case, accents and look-alike spellings
 * in other widths.
 *
 * @param words As they are configured; blank ones are passed over.
 */
export function holdsWord(text: string, words: readonly string[]): boolean {
  const said = ` ${toWords(text)} `;
  return words.map(toWords).some((word) => word !== "" && said.includes(` ${word} `));
}

/** Letters and digits, folded, with one space between words. */
function toWords(text: string): string {
  const folded = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return folded.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}
