type Channels = readonly [red: number, green: number, blue: number];

const channels = (hex: string): Channels => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
];
const toHex = (values: Channels) =>
  `#${values.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`;

/** The colour `part` of the way from one hex colour to another. */
export function mix(from: string, to: string, part: number): string {
  const [a, b] = [channels(from), channels(to)];
  return toHex([a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part, a[2] + (b[2] - a[2]) * part]);
}

/** 0 for black, 1 for white, as the eye weighs it. */
export function luminance(hex: string): number {
  const [red, green, blue] = channels(hex);
  return 0.2126 * (red / 255) ** 2.2 + 0.7152 * (green / 255) ** 2.2 + 0.0722 * (blue / 255) ** 2.2;
}

// Shadows lean to violet and light to cream: grey mixes look dirty on skin and cloth.
export const SHADOW = "#2b1d4a";
export const darker = (hex: string, part = 0.2) => mix(hex, "#1c1430", part);
export const lighter = (hex: string, part = 0.2) => mix(hex, "#fff6e8", part);
export const contrasting = (hex: string, part = 0.3) =>
  luminance(hex) > 0.16 ? darker(hex, part) : lighter(hex, part);

// prettier-ignore
const NAMED: Readonly<Record<string, string>> = {
  Black: "#1f1f23", Charcoal: "#3a3c44", Slate: "#51617a", Grey: "#9a9aa0", Silver: "#c9ccd3",
  White: "#f6f3ec", Cream: "#efe4cf", Sand: "#d9c3a1", Stone: "#cfc9bc", Taupe: "#9c8b78",
  Camel: "#bd8f5f", Tan: "#a8733f", Brown: "#6b4530", Chocolate: "#3f2a22", Olive: "#666545",
  Forest: "#2f5a48", Sage: "#8aa58a", Mint: "#bfe0cd", Lime: "#b9d43f", Teal: "#2a6f70",
  Sky: "#a8c4dc", Blue: "#5c83b5", Indigo: "#3f5f8f", Navy: "#28354f", Cobalt: "#2f55b3",
  Violet: "#7d62b8", Plum: "#5b3f5f", Lilac: "#b9a6d3", Burgundy: "#762c38", Red: "#b83b2e",
  Scarlet: "#d8382f", Rust: "#a9582c", Orange: "#e2702f", Terracotta: "#c9593f", Coral: "#ee8670",
  Mustard: "#dfa83a", Yellow: "#f0cf5a", Blush: "#ecc9bd", Pink: "#ef9fb8", Moss: "#4a553f", Purple: "#5b3f8f", Ecru: "#e6d8b9", Cognac: "#8a5a36", Khaki: "#b3a07c", Ivory: "#f3ebdc", Fuchsia: "#d63f86",
};

/** The everyday name nearest to a hex colour, capitalised: "Navy". */
export function colourName(hex: string): string {
  const [red, green, blue] = channels(hex);
  const distance = (other: string) => {
    const [r, g, b] = channels(other);
    return 0.9 * (r - red) ** 2 + 1.2 * (g - green) ** 2 + 0.8 * (b - blue) ** 2;
  };
  const [name] = Object.entries(NAMED).reduce((best, entry) => (distance(entry[1]) < distance(best[1]) ? entry : best));
  return name;
}

/** How a shop would name the wash of denim in this colour. */
export function denimWash(hex: string): string {
  const [red, green, blue] = channels(hex);
  const brightness = (red + green + blue) / 3;
  if (brightness > 205) return "Ecru";
  if (blue - red < 18) return brightness < 90 ? "Black" : "Grey";
  if (brightness > 140) return "Light-wash";
  return brightness > 105 ? "Mid-wash" : "Dark-wash";
}

/** "Navy wool coat" without its leading colour: "wool coat". */
export const withoutColour = (name: string) => {
  const [first = "", ...rest] = name.split(" ");
  return first in NAMED && rest.length > 0 ? rest.join(" ") : name;
};
