import { type ColourKey, colours } from "#contract/colours.ts";

/** The words that a search finds colours by, docs/product.md#colours. */
export function toColourWords(keys: readonly ColourKey[]): string[] {
  return colours.filter(({ key }) => keys.includes(key)).flatMap(({ name, words }) => [name, ...words]);
}

/** Two colours in the order of `outfit_colour_pairs`. */
export const toColourPair = (one: string, other: string): [string, string] =>
  one < other ? [one, other] : [other, one];
