/**
 * The colours that outfits are found by, docs/product.md#colours. Those of the ring come first, in its order. `words` are
 * further words of a search.
 */
export const colours = [
  { key: "red", name: "Red", hex: "#c0262c", isInRing: true, words: ["crimson", "scarlet"] },
  { key: "coral", name: "Coral", hex: "#ec6f5a", isInRing: true, words: ["salmon"] },
  { key: "rust", name: "Rust", hex: "#a24a26", isInRing: true, words: ["terracotta"] },
  { key: "orange", name: "Orange", hex: "#ee7a1c", isInRing: true, words: [] },
  { key: "mustard", name: "Mustard", hex: "#cf9a2a", isInRing: true, words: ["ochre"] },
  { key: "yellow", name: "Yellow", hex: "#f2d24b", isInRing: true, words: [] },
  { key: "olive", name: "Olive", hex: "#5d5e38", isInRing: true, words: ["khaki"] },
  { key: "green", name: "Green", hex: "#3d8a4c", isInRing: true, words: ["emerald"] },
  { key: "mint", name: "Mint", hex: "#a9d9c1", isInRing: true, words: ["sage"] },
  { key: "teal", name: "Teal", hex: "#1f6f70", isInRing: true, words: ["petrol"] },
  { key: "sky", name: "Light blue", hex: "#8fbbe2", isInRing: true, words: ["sky"] },
  { key: "blue", name: "Blue", hex: "#2f63b5", isInRing: true, words: ["cobalt"] },
  { key: "navy", name: "Navy", hex: "#1b2546", isInRing: true, words: ["indigo"] },
  { key: "purple", name: "Purple", hex: "#5f3b82", isInRing: true, words: ["violet"] },
  { key: "lavender", name: "Lavender", hex: "#b9a6d3", isInRing: true, words: ["lilac"] },
  { key: "fuchsia", name: "Fuchsia", hex: "#cc2f7c", isInRing: true, words: ["magenta"] },
  { key: "pink", name: "Pink", hex: "#e58aa6", isInRing: true, words: ["rose"] },
  { key: "burgundy", name: "Burgundy", hex: "#5c1c2a", isInRing: true, words: ["maroon", "wine"] },
  { key: "black", name: "Black", hex: "#1a1a1c", isInRing: false, words: [] },
  { key: "grey", name: "Grey", hex: "#808285", isInRing: false, words: ["gray", "charcoal"] },
  { key: "white", name: "White", hex: "#f4f4f3", isInRing: false, words: [] },
  { key: "cream", name: "Cream", hex: "#f1e8d6", isInRing: false, words: ["ivory"] },
  { key: "beige", name: "Beige", hex: "#d0bd9c", isInRing: false, words: ["sand"] },
  { key: "camel", name: "Camel", hex: "#b07d4a", isInRing: false, words: ["tan"] },
  { key: "brown", name: "Brown", hex: "#5a3c2c", isInRing: false, words: ["chocolate"] },
] as const;

export type ColourKey = (typeof colours)[number]["key"];

const keys = new Set<string>(colours.map(({ key }) => key));

/** The keys, separated by commas, that are not of a colour. */
export const listUnknownColours = (text: string): string[] => text.split(",").filter((key) => !keys.has(key));

/** The colours of keys that are separated by commas, each once. */
export function readColours(text: string): ColourKey[] {
  const wanted = new Set<string>(text.split(","));
  return colours.filter(({ key }) => wanted.has(key)).map(({ key }) => key);
}
