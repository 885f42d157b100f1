import { normalised } from "./arrays.ts";
import { areaOfChosen, betterArea, toPictureFractions, toPicturePoint, wholeArea } from "./areas.ts";
import { type Backbone, loadBackbone, readPeople } from "./backbone.ts";
import { isPerson, type Joint, measureBody, readJoints } from "./body.ts";
import { findFlatLay } from "./flat-lay.ts";
import { findPalette } from "./garment-colours.ts";
import { loadHead, mapHeight, mapWidth, type Parsed, parseImage, type ParsingHead } from "./parsing-head.ts";
import { cutInput, decodePicture, type Picture, shrinkToMap } from "./picture.ts";
import { anchorOf, averageCells, boxOf, cellsOf, innerColours } from "./regions.ts";
import { guessStyle, makeTitle } from "./style-and-title.ts";
import type { Analysis, Box, Garment, Point } from "./vision.ts";
import { type NamedGarment, nameGarments } from "./worn-garments.ts";
import { classIndex, findWornRegions, mapPixels, type PixelMap } from "./worn-regions.ts";

/** Skin and hair of at least so many pixels of the map show that somebody is there. */
const personPixelsMin = 70;

interface AnalyserOptions {
  /** The person to look at. */
  point?: Point | undefined;
  /** Called between the steps; what it throws ends the analysis. */
  step?: () => Promise<void>;
}

/**
 * Finds clothes with the two packaged networks and our own head.
 *
 * @param weights The folder of another head.
 */
export async function createAnalyser(
  weights?: URL,
): Promise<(file: Uint8Array, options?: AnalyserOptions) => Promise<Analysis>> {
  const models = { backbone: await loadBackbone(), head: await loadHead(weights) };
  return async (file, { point, step = () => Promise.resolve() } = {}) => {
    await step();
    const picture = await decodePicture(file);
    const look = await lookAt(models, picture, { point, step });
    await step();
    const map = mapPixels(look.parsed, await shrinkToMap(look.rgb));
    const garments = nameAll(look, map, models.head);
    return {
      subject: garments.length === 0 ? "none" : isWorn(look, map) ? "person" : "garment",
      people: look.people,
      title: makeTitle(garments),
      style: guessStyle(garments),
      garments: garments.map((garment) => finish(garment, map, look.area, picture)),
      palette: findPalette(garments.flatMap(({ pixels }) => innerColours(pixels, map.pixels))),
      embedding:
        garments.length === 0
          ? null
          : embed(
              garments.flatMap(({ pixels }) => pixels),
              map,
            ),
    };
  };
}

interface Models {
  backbone: Backbone;
  head: ParsingHead;
}

/** What the networks saw, and the area of the picture that they were given, in its pixels. */
interface Look {
  rgb: Buffer;
  area: Box;
  parsed: Parsed;
  joints: Joint[];
  people: Box[];
  isPerson: boolean;
}

/** Looks at the whole picture, then at the chosen person, in the size that the head was trained with. */
export async function lookAt(
  models: Models,
  picture: Picture,
  { point, step = () => Promise.resolve() }: AnalyserOptions = {},
): Promise<Look> {
  await step();
  const whole = wholeArea(picture);
  let seen = await lookAtArea(models, picture, whole);
  await step();
  const people = readPeople(seen.parsed.personCentres, seen.parsed.personSides)
    .map((box) => toPictureFractions(box, whole, picture))
    .toSorted((one, other) => other.width * other.height - one.width * one.height);
  const chosen = areaOfChosen(people, point, picture);
  if (chosen) seen = await lookAtArea(models, picture, chosen);
  await step();
  const better = betterArea(seen.joints, seen.area, picture);
  const hasPerson = isPerson(seen.joints);
  if (better) seen = await lookAtArea(models, picture, better);
  return { ...seen, people, isPerson: hasPerson };
}

async function lookAtArea(
  { backbone, head }: Models,
  picture: Picture,
  area: Box,
): Promise<Pick<Look, "rgb" | "area" | "parsed" | "joints">> {
  const rgb = await cutInput(picture, area);
  const parsed = parseImage(backbone, head, rgb);
  return { rgb, area, parsed, joints: readJoints(parsed.joints, area) };
}

function isWorn({ isPerson: hasJoints }: Look, { classes }: PixelMap): boolean {
  const skinAndHair = classes.filter((index) => index === classIndex.skin || index === classIndex.hair).length;
  return hasJoints && skinAndHair >= personPixelsMin;
}

function nameAll(look: Look, map: PixelMap, head: ParsingHead): NamedGarment[] {
  if (!isWorn(look, map)) {
    const garment = findFlatLay(map, head);
    return garment ? [garment] : [];
  }
  const joints = look.joints.map(({ x, y, score }) => ({
    x: ((x - look.area.x) / look.area.width) * mapWidth,
    y: ((y - look.area.y) / look.area.height) * mapHeight,
    score,
  }));
  const body = measureBody(joints);
  return nameGarments(findWornRegions(map, body, head), map, body, head);
}

function finish({ pixels, ...garment }: NamedGarment, map: PixelMap, area: Box, picture: Picture): Garment {
  return {
    ...garment,
    box: toPictureFractions(boxOf(pixels), area, picture),
    point: toPicturePoint(anchorOf(pixels), area, picture),
    embedding: embed(pixels, map),
  };
}

function embed(pixels: readonly number[], { parsed }: PixelMap): Float32Array {
  return normalised(averageCells(cellsOf(pixels), parsed.cells));
}
