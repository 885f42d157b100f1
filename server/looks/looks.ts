import { colours, type ColourKey } from "#contract/colours.ts";
import { type Oklab, toOklab } from "#server/vision/colours.ts";
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

const channel = (hex: string, start: number) => Number.parseInt(hex.slice(start, start + 2), 16);
const known = colours.map(({ key, hex }) => ({ key, lab: toOklab(channel(hex, 1), channel(hex, 3), channel(hex, 5)) }));

/** Hue counts more than lightness, since light and shadow change the latter. */
function distance(one: Oklab, other: Oklab): number {
  return Math.hypot(0.7 * (one[0] - other[0]), 1.5 * (one[1] - other[1]), 1.5 * (one[2] - other[2]));
}

const byDistance = (lab: Oklab) =>
  known
    .map((colour) => ({ key: colour.key, distance: distance(lab, colour.lab) }))
    .toSorted((one, other) => one.distance - other.distance);

/** The palette to store for what was seen, without traces. */
export function toPalette(seen: readonly GarmentColour[]): PaletteColour[] {
  return seen
    .filter(({ share }) => share >= shareMin)
    .slice(0, 5)
    .flatMap(({ lab, hex, share }) => {
      const [nearest] = byDistance(lab);
      return nearest ? [{ lab, hex, share: Math.min(1, share), key: nearest.key }] : [];
    });
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
