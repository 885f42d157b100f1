import { at, percentile } from "./arrays.ts";
import { bareUpperArms, type Body } from "./body.ts";
import { medianColour, type Oklab } from "./colours.ts";
import { averageOver, colourDistance } from "./garment-colours.ts";
import { classify, type Parsed, type ParsingHead, type PixelClass, pixelClasses } from "./parsing-head.ts";
import { columnOf, coloursOf, connectedParts, describeRegion, rowOf } from "./regions.ts";
import type { GarmentKind } from "./vision.ts";

export const garmentKinds: GarmentKind[] = [
  "hat",
  "eyewear",
  "top",
  "outer",
  "dress",
  "pants",
  "skirt",
  "shoes",
  "bag",
  "belt",
  "scarf",
];

/** The least pixels of the map that count as a garment. */
const pixelsMin: Record<GarmentKind, number> = {
  hat: 26,
  eyewear: 9,
  top: 110,
  outer: 330,
  dress: 420,
  pants: 170,
  skirt: 170,
  shoes: 26,
  bag: 55,
  belt: 22,
  scarf: 70,
};
const confidenceMin = 0.42;

export interface Region {
  pixels: number[];
  confidence: number;
  firstRow: number;
  lastRow: number;
  isFound: boolean;
}
export type Regions = Record<GarmentKind, Region>;

/** What a picture's pixels were taken for. */
export interface PixelMap {
  parsed: Parsed;
  /** Index into `pixelClasses` for each pixel. */
  classes: Uint8Array;
  /** The probability of that class. */
  confidences: Float32Array;
  /** The picture at the map's size, 3 bytes per pixel. */
  pixels: Uint8Array;
}

export const classIndex = Object.fromEntries(pixelClasses.map((name, index) => [name, index])) as Record<
  PixelClass,
  number
>;

/** Takes the most probable class of each pixel. */
export function mapPixels(parsed: Parsed, pixels: Uint8Array): PixelMap {
  const count = parsed.probabilities.length / pixelClasses.length;
  const classes = new Uint8Array(count);
  const confidences = new Float32Array(count);
  for (let pixel = 0; pixel < count; pixel++) {
    const start = pixel * pixelClasses.length;
    let best = 0;
    for (let index = 1; index < pixelClasses.length; index++) {
      if (at(parsed.probabilities, start + index) > at(parsed.probabilities, start + best)) best = index;
    }
    classes[pixel] = best;
    confidences[pixel] = at(parsed.probabilities, start + best);
  }
  return { parsed, classes, confidences, pixels };
}

/** The regions of all garments that a person wears, one garment per kind. */
export function findWornRegions(map: PixelMap, body: Body, head: ParsingHead): Regions {
  const regions = Object.fromEntries(garmentKinds.map((kind) => [kind, findRegion(map, kind)])) as Regions;
  if (bareUpperArms(body, (pixel) => map.classes[pixel] === classIndex.skin) > bareMin) takeOuterForTop(regions);
  decideLegs(regions, map, body, head);
  decideOuter(regions, body);
  return regions;
}

/** A jacket has sleeves: what leaves more of the upper arms bare is a top. */
const bareMin = 0.45;

function takeOuterForTop(regions: Regions): void {
  const { outer, top } = regions;
  if (!outer.isFound) return;
  const pixels = [...top.pixels, ...outer.pixels];
  const confidence = Math.max(outer.confidence, top.confidence);
  regions.top = { ...measure(pixels), confidence, isFound: true };
  regions.outer = { pixels: [], firstRow: 0, lastRow: 0, confidence: 0, isFound: false };
}

/** Surer than that, it is a jacket that is closed. */
const closedJacketMin = 0.8;

/** A jacket shows what is worn under it, and a coat is long: an unsure one without either is a top. Changes `regions`. */
function decideOuter(regions: Regions, { hipRow, kneeRow }: Body): void {
  const { outer, top, dress } = regions;
  const isCoat = outer.lastRow > hipRow + (kneeRow - hipRow) * 0.5;
  if (!outer.isFound || top.isFound || dress.isFound || isCoat || outer.confidence > closedJacketMin) return;
  regions.top = { ...outer };
  outer.isFound = false;
}

function findRegion({ classes, confidences }: PixelMap, kind: GarmentKind): Region {
  const all: number[] = [];
  for (const [pixel, index] of classes.entries()) if (index === classIndex[kind]) all.push(pixel);
  const parts = connectedParts(all);
  const largest = parts[0]?.length ?? 0;
  const pixels = parts.filter((part, index) => index === 0 || part.length > Math.max(12, largest * 0.18)).flat();
  const confidence = averageOver(pixels, (pixel) => at(confidences, pixel));
  return { ...measure(pixels), confidence, isFound: pixels.length >= pixelsMin[kind] && confidence > confidenceMin };
}

function measure(pixels: number[]): Pick<Region, "pixels" | "firstRow" | "lastRow"> {
  const rows = pixels.map(rowOf);
  return { pixels, firstRow: percentile(rows, 0.04), lastRow: percentile(rows, 0.96) };
}

const legKinds = ["pants", "skirt", "dress"] as const;
type LegKind = (typeof legKinds)[number];

/** The parts of the body that clothes of the legs are decided on: above and below the hips. */
interface Halves {
  upper: number[];
  lower: number[];
  upperOfDress: number[];
}

/**
 * Decides once for the whole body, instead of for each pixel, what covers the legs, and whether it is one piece with the
 * top. Changes `regions`.
 */
function decideLegs(regions: Regions, map: PixelMap, body: Body, head: ParsingHead): void {
  const split = body.hipRow - (body.hipRow - body.shoulderRow) * 0.12;
  const isLower = (pixel: number) => rowOf(pixel) >= split;
  const upperOfDress = regions.dress.pixels.filter((pixel) => !isLower(pixel));
  const halves: Halves = {
    lower: legKinds.flatMap((kind) => regions[kind].pixels).filter(isLower),
    upper: [...regions.top.pixels, ...upperOfDress].filter((pixel) => !isLower(pixel)),
    upperOfDress,
  };
  const probabilityOf = (region: number[], kind: PixelClass) => averageProbability(map, region, kind);
  if (areLegsUnseen(regions, halves, body, probabilityOf(halves.lower, "pants"))) {
    keepTopOnly(regions, upperOfDress);
    return;
  }
  const chances = weighBySeparation(legChances(regions, map, head, halves.lower), separation(halves.lower, body));
  const winner = chooseLegs(chances, {
    hasUpper: halves.upper.length > 60,
    upperDress: probabilityOf(halves.upper, "dress"),
    upperTop: probabilityOf(halves.upper, "top"),
    ...compareFabrics(coloursOf(halves.upper, map.pixels), coloursOf(halves.lower, map.pixels)),
  });
  for (const kind of legKinds) regions[kind].isFound = kind === winner;
  if (winner === "dress") {
    const confidence = Math.max(chances.dress, probabilityOf(halves.upper, "dress"));
    Object.assign(regions.dress, measure([...halves.lower, ...halves.upper]), { confidence });
    regions.top.isFound = false;
    return;
  }
  const confidence = chances[winner] + (winner === "skirt" ? chances.dress * 0.5 : 0);
  Object.assign(regions[winner], measure(halves.lower), { confidence });
  if (halves.upper.length === 0) return;
  Object.assign(regions.top, measure([...regions.top.pixels.filter(isLower), ...halves.upper]));
  regions.top.isFound = regions.top.pixels.length >= pixelsMin.top;
}

function averageProbability({ parsed }: PixelMap, region: number[], kind: PixelClass): number {
  return averageOver(region, (pixel) => at(parsed.probabilities, pixel * pixelClasses.length + classIndex[kind]));
}

/** Too little is seen below the hips to name it: a half figure, or a coat over everything. */
function areLegsUnseen(regions: Regions, { lower, upper }: Halves, body: Body, pantsChance: number): boolean {
  if (lower.length < pixelsMin.pants) return true;
  const isSmall = lower.length < 0.45 * (upper.length + regions.outer.pixels.length);
  return body.isHalf && (isSmall || pantsChance < 0.45);
}

function keepTopOnly(regions: Regions, upperOfDress: number[]): void {
  for (const kind of legKinds) regions[kind].isFound = false;
  const pixels = [...regions.top.pixels, ...upperOfDress];
  if (pixels.length < pixelsMin.top) return;
  // Rows are only asked of garments that can have a length.
  Object.assign(regions.top, {
    pixels,
    isFound: true,
    confidence: Math.max(regions.top.confidence, regions.dress.confidence),
  });
}

/** The pixels' opinion on the legs, mixed with the classifier's that sees the whole region. */
function legChances(regions: Regions, map: PixelMap, { kinds }: ParsingHead, lower: number[]): Record<LegKind, number> {
  const byPixels = legKinds.map((kind) => averageProbability(map, lower, kind));
  const sum = byPixels.reduce((total, chance) => total + chance, 0) || 1;
  const whole = legKinds.flatMap((kind) => regions[kind].pixels);
  const { probabilities } = classify(kinds.lower, [
    ...describeRegion(whole, map.parsed.cells),
    ...pixelClasses.map((name) => averageProbability(map, whole, name) * 3),
  ]);
  const chanceOf = (kind: LegKind) =>
    (0.45 * at(byPixels, legKinds.indexOf(kind))) / sum + 0.55 * (probabilities[kind] ?? 0);
  return { pants: chanceOf("pants"), skirt: chanceOf("skirt"), dress: chanceOf("dress") };
}

/** A gap of fewer pixels, or next to a part of fewer, is noise. */
const gapMin = 2;
/** Fewer rows between the thighs and the end of the garment tell nothing. */
const rowsMin = 6;

/** In how much of its length what covers the legs is in two parts, as trousers are; undefined if it is too short to tell. */
function separation(lower: readonly number[], { hipRow, kneeRow, ankleRow }: Body): number | undefined {
  const thighRow = Math.round(hipRow + (kneeRow - hipRow) * 0.35);
  const rows = new Map<number, number[]>();
  for (const pixel of lower) {
    const row = rowOf(pixel);
    if (row >= thighRow && row <= ankleRow) rows.set(row, [...(rows.get(row) ?? []), columnOf(pixel)]);
  }
  if (rows.size < rowsMin) return undefined;
  return [...rows.values()].filter(isInTwoParts).length / rows.size;
}

function isInTwoParts(columns: readonly number[]): boolean {
  const sorted = columns.toSorted((one, other) => one - other);
  return sorted.some(
    (column, index) => index >= gapMin && index <= sorted.length - gapMin && column - at(sorted, index - 1) > gapMin,
  );
}

/** Two separate parts speak for trousers. One part speaks less against them: legs hide each other from the side. */
function weighBySeparation(chances: Record<LegKind, number>, separated: number | undefined): Record<LegKind, number> {
  if (separated === undefined) return chances;
  const factor = separated > 0.45 ? 2 : separated < 0.1 ? 0.7 : 1;
  const pants = chances.pants * factor;
  const rest = (1 - pants / (pants + chances.skirt + chances.dress)) / (chances.skirt + chances.dress || 1);
  return {
    pants: pants / (pants + chances.skirt + chances.dress || 1),
    skirt: chances.skirt * rest,
    dress: chances.dress * rest,
  };
}

function chooseLegs(
  chances: Record<LegKind, number>,
  upper: { hasUpper: boolean; upperDress: number; upperTop: number; distance: number; isColourful: boolean },
): LegKind {
  const twoPiece: LegKind = chances.pants > chances.skirt + chances.dress ? "pants" : "skirt";
  const onePieceScore = (chances.dress + upper.upperDress) / 2 + (upper.hasUpper ? sameFabricBonus(upper) : 0);
  const twoPieceScore = (chances[twoPiece] + (upper.hasUpper ? upper.upperTop : 0.35)) / 2;
  if (onePieceScore > twoPieceScore && (twoPiece !== "pants" || chances.dress > chances.pants)) return "dress";
  return chances.pants > Math.max(chances.skirt, chances.dress * 0.8) ? "pants" : twoPiece;
}

interface Fabrics {
  /** Between the typical colours above and below the hips. */
  distance: number;
  /** Neither is black, white or grey. */
  isColourful: boolean;
}

const colourfulMin = 0.04;

function compareFabrics(upper: readonly Oklab[], lower: readonly Oklab[]): Fabrics {
  const isColourful = [upper, lower].every((part) => {
    if (part.length === 0) return false;
    const [, a, b] = medianColour(part);
    return Math.hypot(a, b) > colourfulMin;
  });
  return { distance: colourDistance(upper, lower), isColourful };
}

/**
 * Top and bottom of one colour speak for a dress, the more so the less usual the colour is: many wear black with black. Different
 * colours speak against it.
 */
function sameFabricBonus({ distance, isColourful }: Fabrics): number {
  if (distance < 0.07) return isColourful ? 0.3 : 0.12;
  return distance > 0.2 ? -0.3 : -0.06;
}
