import { type ColourKey, colours } from "#contract/colours.ts";
import { toSearchText, toTerm, toTypedWords } from "./search-text.ts";

/** The words that a search finds colours by, docs/product.md#colours. */
export function toColourWords(keys: readonly ColourKey[]): string[] {
  return colours.filter(({ key }) => keys.includes(key)).flatMap(({ name, words }) => [name, ...words]);
}

/** Two colours in the order of `outfit_colour_pairs`. */
export const toColourPair = (one: string, other: string): [string, string] =>
  one < other ? [one, other] : [other, one];

/** What a shade of these colours may be called besides its own name: "navy blue", "olive green". */
const bases: Partial<Record<ColourKey, readonly string[]>> = {
  coral: ["red", "pink", "orange"],
  rust: ["red", "orange", "brown"],
  mustard: ["yellow"],
  olive: ["green"],
  mint: ["green"],
  teal: ["blue", "green"],
  sky: ["blue"],
  navy: ["blue"],
  lavender: ["purple"],
  fuchsia: ["pink"],
  burgundy: ["red"],
  grey: ["gray"],
  cream: ["white"],
  beige: ["brown"],
  camel: ["brown"],
};

/** Other names of two words, by the closest colour. */
const furtherNames: Partial<Record<ColourKey, readonly string[]>> = {
  red: ["bright red"],
  rust: ["burnt orange"],
  mustard: ["dark yellow", "golden yellow"],
  olive: ["army green", "military green", "moss green"],
  green: ["bottle green", "bright green", "dark green", "forest green", "hunter green"],
  mint: ["light green", "pale green", "pastel green"],
  sky: ["baby blue", "ice blue", "light blue", "pale blue", "pastel blue", "powder blue"],
  blue: ["bright blue", "electric blue", "royal blue"],
  navy: ["dark blue", "midnight blue"],
  purple: ["dark purple", "deep purple"],
  lavender: ["light purple", "pale purple", "pastel purple"],
  fuchsia: ["bright pink", "hot pink"],
  pink: ["baby pink", "blush pink", "light pink", "pale pink", "pastel pink"],
  burgundy: ["dark red", "deep red"],
  black: ["jet black"],
  grey: ["dark gray", "dark grey", "light gray", "light grey"],
  cream: ["off white"],
  camel: ["light brown"],
  brown: ["dark brown"],
};

/** Alone, these words are more often something else. */
const ambiguousWords = new Set(["chocolate", "rose", "sage", "salmon", "sand", "sky", "tan", "wine"]);

/** What the search text has for each two words that are one colour: one of several terms. */
const compounds = new Map<string, readonly string[]>(
  colours.flatMap(({ key, name, words }) => {
    const names = [name, ...words].map((word) => word.toLowerCase()).filter((word) => !word.includes(" "));
    const shades = names.flatMap((shade) =>
      [...names, ...(bases[key] ?? [])].filter((base) => base !== shade).map((base) => ({ shade, base })),
    );
    return [
      ...shades.map(({ shade, base }): [string, readonly string[]] => [
        `${shade} ${base}`,
        ambiguousWords.has(shade) ? toAlternatives(`${shade} ${base}`, key) : [shade],
      ]),
      ...(furtherNames[key] ?? []).map((further): [string, readonly string[]] => [
        further,
        toAlternatives(further, key),
      ]),
    ];
  }),
);

/** As written, or as the words of the palette. */
function toAlternatives(compound: string, key: ColourKey): string[] {
  return [` ${compound}`, ` ${compound.replace(" ", "-")}`, toSearchText(toColourWords([key]))];
}

/**
 * What the search text of an outfit must contain, one of the alternatives for each word of the search. Two words that are one
 * colour are one of them: "navy blue" is navy, and not navy and light blue.
 */
export function toOutfitTerms(typed: string): (readonly string[])[] {
  const words = toTypedWords(typed);
  const found = new Map<string, readonly string[]>();
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? "";
    const two = compounds.get(`${word} ${words[index + 1] ?? ""}`);
    const terms = two ?? compounds.get(word.replace("-", " ")) ?? [toTerm(word)];
    found.set(terms.join(), terms);
    if (two) index += 1;
  }
  return [...found.values()];
}
