import { at } from "./arrays.ts";

/** A colour in OKLab: lightness 0 to 1, then the axes green to red and blue to yellow. */
export type Oklab = [lightness: number, a: number, b: number];

/**
 * Colour names of fashion with their examples. A name has several where photographs spread it: black reaches up to dark
 * grey, and tints keep their hue.
 */
const examples: Record<string, string> = {
  Black: "#141416 #232429 #2a2a2d #25221f",
  Charcoal: "#3c3d41 #484a4e",
  Grey: "#6f7174 #8a8c8f",
  "Light grey": "#b4b6b8 #cbcccd",
  White: "#f4f4f3 #e6e6e5",
  Cream: "#f1e8d6 #e6dac2",
  Beige: "#d3c1a2 #c4b59c",
  Tan: "#b8936a",
  Camel: "#b07d4a",
  Brown: "#6b4630 #7a5a46",
  "Dark brown": "#3b2a22",
  Khaki: "#9a8f68",
  Olive: "#5d5e38 #4a4b33",
  "Forest green": "#24472f",
  Green: "#3d8a4c #4f9a6a",
  Sage: "#9aaa8c",
  Mint: "#a9d9c1",
  Teal: "#1f6f70",
  Turquoise: "#3fb6b8",
  "Light blue": "#c3d6ea #dbe6f2",
  "Sky blue": "#8fbbe2",
  Blue: "#2f63b5 #4a6fae",
  Cobalt: "#2140a8",
  Navy: "#1b2546 #26304f #323c60",
  "Slate blue": "#54627f",
  Denim: "#54708f",
  "Light denim": "#8fa6bd",
  "Dark denim": "#2f3d52",
  Purple: "#5f3b82",
  Lavender: "#b9a6d3",
  Plum: "#5a2a46",
  Burgundy: "#5c1c2a",
  Red: "#c0262c",
  Coral: "#ec6f5a",
  Rust: "#a24a26",
  Orange: "#ee7a1c",
  Mustard: "#cf9a2a",
  Yellow: "#f2d24b",
  "Light pink": "#efcfcf #f7e6e6",
  Pink: "#e58aa6",
  Blush: "#dcb5aa",
  Fuchsia: "#cc2f7c",
};

const toLinear = (channel: number) => {
  const value = channel / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};

/** The OKLab colour of sRGB channels from 0 to 255. */
export function toOklab(red: number, green: number, blue: number): Oklab {
  const [r, g, b] = [toLinear(red), toLinear(green), toLinear(blue)];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

const toChannel = (linear: number) => {
  const value = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
  return Math.round(Math.min(1, Math.max(0, value)) * 255);
};

/** The sRGB colour as `#rrggbb`, clipped to what sRGB can show. */
export function toHex([lightness, a, b]: Oklab): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return `#${channels.map((channel) => toChannel(Math.max(0, channel)).toString(16).padStart(2, "0")).join("")}`;
}

const channelsOf = (hex: string) => [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16));
const anchors = Object.entries(examples).flatMap(([name, hexes]) =>
  hexes.split(" ").map((hex) => {
    const [red = 0, green = 0, blue = 0] = channelsOf(hex);
    return { name, lab: toOklab(red, green, blue) };
  }),
);

/** The closest colour name. The names of denim are only for jeans and skirts. */
export function nameColour([lightness, a, b]: Oklab, options: { isDenim?: boolean } = {}): string {
  // In light colours a little hue already makes the name.
  const hueWeight = 2.5 + 14 * Math.max(0, lightness - 0.6);
  let best = { name: "", distance: Number.POSITIVE_INFINITY };
  for (const { name, lab } of anchors) {
    if (!options.isDenim && /denim/i.test(name)) continue;
    const distance = (lightness - lab[0]) ** 2 + hueWeight * ((a - lab[1]) ** 2 + (b - lab[2]) ** 2);
    if (distance < best.distance) best = { name, distance };
  }
  return best.name;
}

export interface ColourCluster {
  lab: Oklab;
  /** Share of the colours, 0 to 1. */
  share: number;
}

const rounds = 9;

/** Groups colours around `count` centres (k-means), largest group first. Hue counts three times as much as lightness. */
export function clusterColours(colours: readonly Oklab[], count: number): ColourCluster[] {
  if (colours.length === 0) return [];
  const byLightness = colours.toSorted((one, other) => one[0] - other[0]);
  let centres = Array.from({ length: count }, (_, index) => ({
    lab: byLightness[Math.floor(((index + 0.5) / count) * colours.length)] ?? ([0, 0, 0] as Oklab),
    members: 0,
  }));
  for (let round = 0; round < rounds; round++) {
    const sums = centres.map(() => [0, 0, 0, 0] as [number, number, number, number]);
    for (const colour of colours) {
      const sum = sums[indexOfNearest(colour, centres)];
      if (!sum) continue;
      sum[0] += colour[0];
      sum[1] += colour[1];
      sum[2] += colour[2];
      sum[3] += 1;
    }
    centres = sums.map(([l, a, b, members], index) => ({
      lab: members > 0 ? [l / members, a / members, b / members] : (centres[index]?.lab ?? [0, 0, 0]),
      members,
    }));
  }
  return centres
    .map(({ lab, members }) => ({ lab, share: members / colours.length }))
    .toSorted((one, other) => other.share - one.share);
}

function indexOfNearest(colour: Oklab, centres: readonly { lab: Oklab }[]): number {
  let best = 0;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const [index, { lab }] of centres.entries()) {
    const distance = (colour[0] - lab[0]) ** 2 + 3 * ((colour[1] - lab[1]) ** 2 + (colour[2] - lab[2]) ** 2);
    if (distance < bestDistance) [best, bestDistance] = [index, distance];
  }
  return best;
}

/** The median of each axis. */
export function medianColour(colours: readonly Oklab[]): Oklab {
  const middle = (axis: 0 | 1 | 2) =>
    at(
      colours.map((colour) => colour[axis]).toSorted((one, other) => one - other),
      colours.length >> 1,
    );
  return [middle(0), middle(1), middle(2)];
}
