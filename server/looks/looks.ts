import { colours, type ColourKey } from "#contract/colours.ts";
import { type Oklab, toHex, toOklab } from "#server/vision/colours.ts";
import type { OutfitVector } from "#server/similarity/similarity.service.ts";
import { toSignedBytes } from "#server/similarity/vectors.ts";
import type { Analysis, GarmentColour } from "#server/vision/vision.ts";

/** One colour of an outfit's clothes, as stored. */
export interface PaletteColour {
  lab: Oklab;
  hex: string;
  share: number;
  /** The closest colour of contract/colours.ts. */
  key: ColourKey;
}

/** An outfit found by a colour: the colours of its palette, and others that are close to them. */
export interface IndexedColour {
  key: ColourKey;
  share: number;
}

/** Colours closer than this are both found: about the difference between two neighbours that a viewer confuses. */
const closeDistance = 0.06;
/** A smaller part of the clothes is no colour of the outfit. */
const shareMin = 0.04;
const coloursMax = 5;

const channel = (hex: string, start: number) => Number.parseInt(hex.slice(start, start + 2), 16);
const toLab = (hex: string) => toOklab(channel(hex, 1), channel(hex, 3), channel(hex, 5));

/**
 * Where one example is not enough: washed denim has too little hue for the blues, and dark, light and greyish shades are closer to
 * the example of another colour than to that of their own.
 */
const furtherExamples: Partial<Record<ColourKey, string[]>> = {
  yellow: ["#f6e9a6"],
  olive: ["#9a8f68"],
  green: ["#24472f", "#0b3d2e", "#a4c639"],
  mint: ["#9aaa8c"],
  teal: ["#3fb6b8"],
  sky: ["#8fa6bd", "#a9b9ca"],
  blue: ["#54708f"],
  navy: ["#2f3d52"],
  purple: ["#3b2154"],
  pink: ["#efcfcf", "#f4c2c2", "#dcb5aa", "#9a6a75", "#bd9090"],
  burgundy: ["#5a2a46"],
  black: ["#2f2e34"],
  grey: ["#3c3d41", "#55565a", "#a39b98", "#b4b6b8", "#cbcccd"],
  beige: ["#cbbfb3"],
  camel: ["#c8986c"],
  brown: ["#3b2a22", "#85705a"],
};
const known = colours.map(({ key, hex }) => ({ key, labs: [hex, ...(furtherExamples[key] ?? [])].map(toLab) }));

/** Hue counts more than lightness, since light and shadow change the latter. */
function distance(one: Oklab, other: Oklab): number {
  return Math.hypot(0.7 * (one[0] - other[0]), 1.5 * (one[1] - other[1]), 1.5 * (one[2] - other[2]));
}

const byDistance = (lab: Oklab) =>
  known
    .map(({ key, labs }) => ({ key, distance: Math.min(...labs.map((example) => distance(lab, example))) }))
    .toSorted((one, other) => one.distance - other.distance);

/** The palette to store for what was seen, without traces. Two shades of one name are one colour, the average of both. */
export function toPalette(seen: readonly GarmentColour[]): PaletteColour[] {
  const byKey = new Map<ColourKey, GarmentColour[]>();
  for (const colour of seen) {
    const [nearest] = byDistance(colour.lab);
    if (nearest) byKey.set(nearest.key, [...(byKey.get(nearest.key) ?? []), colour]);
  }
  return [...byKey]
    .map(([key, shades]) => ({ key, ...mix(shades) }))
    .filter(({ share }) => share >= shareMin)
    .toSorted((one, other) => other.share - one.share)
    .slice(0, coloursMax);
}

function mix(shades: readonly GarmentColour[]): Omit<PaletteColour, "key"> {
  const share = shades.reduce((sum, shade) => sum + shade.share, 0);
  const average = (axis: 0 | 1 | 2) => shades.reduce((sum, shade) => sum + shade.lab[axis] * shade.share, 0) / share;
  const lab: Oklab = [average(0), average(1), average(2)];
  const [only, another] = shades;
  return { lab, hex: only && !another ? only.hex : toHex(lab), share: Math.min(1, share) };
}

/** The colours that a palette is found by, with the share of the clothes that each has. */
export function toIndexedColours(palette: readonly PaletteColour[]): IndexedColour[] {
  const shares = new Map<ColourKey, number>();
  for (const { lab, share, key } of palette) {
    const close = byDistance(lab).filter((colour) => colour.key === key || colour.distance <= closeDistance);
    for (const colour of close) shares.set(colour.key, Math.min(1, (shares.get(colour.key) ?? 0) + share));
  }
  return [...shares].map(([key, share]) => ({ key, share }));
}

/** What the clothes look like together and each garment alone, numbered within its category. */
export function toVectors({ embedding, garments }: Pick<Analysis, "embedding" | "garments">): OutfitVector[] {
  if (!embedding) return [];
  const each = garments.map(({ category, embedding: own }, index): OutfitVector => {
    const place = garments.slice(0, index).filter((other) => other.category === category).length;
    return { space: category, place, vector: toSignedBytes(own) };
  });
  return [{ space: "outfit", place: 0, vector: toSignedBytes(embedding) }, ...each];
}
