import { gridHeight, gridWidth } from "./backbone.ts";
import { clusterColours, toOklab } from "./colours.ts";
import { nameColouring } from "./garment-colours.ts";
import { classify, mapHeight, mapWidth, type ParsingHead } from "./parsing-head.ts";
import { averageCells, coloursOf, connectedParts, erode, innerColours, maximumOfCells } from "./regions.ts";
import type { GarmentCategory, GarmentKind } from "./vision.ts";
import { type NamedGarment, toName } from "./worn-garments.ts";
import type { PixelMap } from "./worn-regions.ts";

const garments: Record<string, { kind: GarmentKind; category: GarmentCategory; noun: string }> = {
  dress: { kind: "dress", category: "Shirt", noun: "dress" },
  hat: { kind: "hat", category: "Cap", noun: "hat" },
  longsleeve: { kind: "top", category: "Shirt", noun: "long-sleeve top" },
  outwear: { kind: "outer", category: "Jacket", noun: "jacket" },
  pants: { kind: "pants", category: "Pants", noun: "trousers" },
  shirt: { kind: "top", category: "Shirt", noun: "shirt" },
  shoes: { kind: "shoes", category: "Shoes", noun: "shoes" },
  shorts: { kind: "pants", category: "Pants", noun: "shorts" },
  skirt: { kind: "skirt", category: "Pants", noun: "skirt" },
  "t-shirt": { kind: "top", category: "Shirt", noun: "T-shirt" },
};

const probabilityMin = 0.35;
/** The classifier knows garments only, so what is no garment must be told by its shape: a smaller part of the picture is none. */
const foregroundShareMin = 0.1;
/** A garment is one piece, shoes are two; a view or a screen has many. */
const largestPartsMin = 0.8;
/** Cloth has folds and a weave. A drawn shape has an even colour, or one that changes evenly. */
const evenShareMax = 0.9;
/** The sum of the differences from four neighbours, of 255, up to which a pixel is even. */
const evenDifferenceMax = 4;
/** The width of an outline in the map: when a picture is made smaller, its two sides mix. */
const outlinePixels = 4;

/** The one garment of a picture without a person, laid out or on a hanger; undefined if it is not clear. */
export function findFlatLay(map: PixelMap, head: ParsingHead): NamedGarment | undefined {
  const { cells } = map.parsed;
  const everywhere = Array.from({ length: gridWidth * gridHeight }, (_, cell) => cell);
  const middle = everywhere.filter((cell) => {
    const [column, row] = [cell % gridWidth, Math.floor(cell / gridWidth)];
    return row >= 16 && row < 48 && column >= 12 && column < 36;
  });
  const { label, probability } = classify(head.flatLay, [
    ...averageCells(everywhere, cells),
    ...averageCells(middle, cells),
    ...maximumOfCells(everywhere, cells),
  ]);
  const garment = garments[label];
  if (!garment || probability < probabilityMin) return undefined;
  const pixels = findForeground(map.pixels);
  if (!isGarment(pixels, map.pixels, garment.kind === "shoes" ? 2 : 1)) return undefined;
  const isDenim = garment.category === "Pants";
  const colouring = nameColouring(innerColours(pixels, map.pixels), { isDenim });
  return {
    ...garment,
    name: toName({ ...colouring, second: undefined }, garment.noun, false),
    confidence: probability,
    colours: colouring.colours,
    isPatterned: colouring.isPatterned,
    pixels,
  };
}

/** Whether what differs from the border looks like cloth, in at most so many pieces. */
function isGarment(foreground: readonly number[], pixels: Uint8Array, pieces: number): boolean {
  if (foreground.length < foregroundShareMin * mapWidth * mapHeight) return false;
  const parts = connectedParts(foreground).slice(0, pieces);
  const inLargest = parts.reduce((sum, part) => sum + part.length, 0);
  return inLargest >= largestPartsMin * foreground.length && evenShare(foreground, pixels) <= evenShareMax;
}

/** Of the pixels away from the outline, the share whose colour is the average of their neighbours'. */
function evenShare(region: readonly number[], pixels: Uint8Array): number {
  const isEven = (pixel: number) =>
    [0, 1, 2].every((channel) => {
      const valueAt = (place: number) => pixels[place * 3 + channel] ?? 0;
      const around = [pixel - 1, pixel + 1, pixel - mapWidth, pixel + mapWidth].map(valueAt);
      return Math.abs(4 * valueAt(pixel) - around.reduce((sum, value) => sum + value)) <= evenDifferenceMax;
    });
  const inner = erode(region, outlinePixels);
  return inner.length === 0 ? 1 : inner.filter(isEven).length / inner.length;
}

/** The pixels unlike the picture's border. */
function findForeground(pixels: Uint8Array): number[] {
  const all = Array.from({ length: mapWidth * mapHeight }, (_, pixel) => pixel);
  const isWithin = (pixel: number, left: number, top: number, right = left, bottom = top) => {
    const [column, row] = [pixel % mapWidth, Math.floor(pixel / mapWidth)];
    return column >= left && row >= top && column < mapWidth - right && row < mapHeight - bottom;
  };
  const border = all.filter((pixel) => !isWithin(pixel, 5, 5));
  const behind = clusterColours(coloursOf(border, pixels), 3).map(({ lab }) => lab);
  return all.filter((pixel) => {
    if (!isWithin(pixel, 16, 20)) return false;
    const [lightness, a, b] = toOklab(pixels[pixel * 3] ?? 0, pixels[pixel * 3 + 1] ?? 0, pixels[pixel * 3 + 2] ?? 0);
    return behind.every((colour) => Math.hypot(lightness - colour[0], 2 * (a - colour[1]), 2 * (b - colour[2])) > 0.1);
  });
}
