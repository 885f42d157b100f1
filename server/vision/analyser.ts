import { normalised } from "./arrays.ts";
import { type Backbone, clip, inputHeight, inputWidth, loadBackbone, readPeople } from "./backbone.ts";
import { boxAround, isPerson, type Joint, measureBody, readJoints } from "./body.ts";
import { findFlatLay } from "./flat-lay.ts";
import { findPalette } from "./garment-colours.ts";
import { loadHead, mapHeight, mapWidth, type Parsed, parseImage, type ParsingHead } from "./parsing-head.ts";
import { cutInput, decodePicture, type Picture, shrinkToMap } from "./picture.ts";
import { anchorOf, averageCells, boxOf, cellsOf, innerColours } from "./regions.ts";
import { guessStyle, makeTitle } from "./style-and-title.ts";
import type { Analysis, Box, Garment, Point } from "./vision.ts";
import { type NamedGarment, nameGarments } from "./worn-garments.ts";
import { classIndex, findWornRegions, mapPixels, type PixelMap } from "./worn-regions.ts";

const inputRatio = inputWidth / inputHeight;
/** Skin and hair of at least so many pixels of the map show that somebody is there. */
const personPixelsMin = 70;

interface AnalyserOptions {
  /** The person to look at. */
  point?: Point | undefined;
  /** Called between the steps; what it throws ends the analysis. */
  step?: () => void;
}

/** Finds clothes with the two packaged networks and our own head. */
export async function createAnalyser(): Promise<(file: Uint8Array, options?: AnalyserOptions) => Promise<Analysis>> {
  const models = { backbone: await loadBackbone(), head: await loadHead() };
  return async (file, { point, step = () => undefined } = {}) => {
    step();
    const picture = await decodePicture(file);
    const look = await lookAt(models, picture, { point, step });
    step();
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

/** Looks at the whole picture, then closer at the chosen person if that one is small in it. */
async function lookAt(
  models: Models,
  picture: Picture,
  { point, step }: Required<Pick<AnalyserOptions, "step">> & AnalyserOptions,
): Promise<Look> {
  step();
  const whole = wholeArea(picture);
  const first = await lookAtArea(models, picture, whole);
  step();
  const people = readPeople(first.parsed.personCentres, first.parsed.personSides)
    .map((box) => toPictureFractions(box, whole, picture))
    .toSorted((one, other) => other.width * other.height - one.width * one.height);
  const chosen = choosePerson(people, point);
  if (chosen) {
    const closer = await lookAtArea(models, picture, areaAround(toPixels(chosen, picture), picture, 0.06));
    return { ...closer, people, isPerson: isPerson(closer.joints) };
  }
  if (!isPerson(first.joints)) return { ...first, people, isPerson: false };
  const around = boxAround(first.joints);
  const area = around && areaAround(around, picture, 0);
  if (!area || area.height >= whole.height * 0.8) return { ...first, people, isPerson: true };
  return { ...(await lookAtArea(models, picture, area)), people, isPerson: true };
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

/** The whole picture, widened to the input's proportions. */
function wholeArea({ width, height }: Picture): Box {
  const areaHeight = Math.max(height, width / inputRatio);
  const areaWidth = areaHeight * inputRatio;
  return { x: (width - areaWidth) / 2, y: (height - areaHeight) / 2, width: areaWidth, height: areaHeight };
}

/** The box with a margin, inside the picture, widened to the input's proportions. */
function areaAround(box: Box, { width, height }: Picture, margin: number): Box {
  const left = Math.max(0, box.x - box.width * margin);
  const top = Math.max(0, box.y - box.height * margin);
  const right = Math.min(width, box.x + box.width * (1 + margin));
  const bottom = Math.min(height, box.y + box.height * (1 + margin));
  const areaHeight = Math.max(1, bottom - top, (right - left) / inputRatio);
  const areaWidth = areaHeight * inputRatio;
  return {
    x: (left + right - areaWidth) / 2,
    y: (top + bottom - areaHeight) / 2,
    width: areaWidth,
    height: areaHeight,
  };
}

/**
 * The person to look at where it is not the pose network's own choice: the one at the point, or the largest of several.
 * A single person is left to the joints, which the head was trained with.
 */
function choosePerson(people: readonly Box[], point: Point | undefined): Box | undefined {
  if (point) {
    const under = people.filter((box) => contains(box, point));
    // The smallest is the one in front of the others.
    return under.at(-1) ?? (people.length > 1 ? nearest(people, point) : undefined);
  }
  return people.length > 1 ? people[0] : undefined;
}

function contains({ x, y, width, height }: Box, point: Point): boolean {
  return point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height;
}

function nearest(people: readonly Box[], point: Point): Box | undefined {
  const distance = (box: Box) => Math.hypot(box.x + box.width / 2 - point.x, box.y + box.height / 2 - point.y);
  return people.toSorted((one, other) => distance(one) - distance(other))[0];
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

/** From fractions of an area to fractions of the picture. */
function toPictureFractions(box: Box, area: Box, { width, height }: Picture): Box {
  return clip({
    x: (area.x + box.x * area.width) / width,
    y: (area.y + box.y * area.height) / height,
    width: (box.width * area.width) / width,
    height: (box.height * area.height) / height,
  });
}

function toPicturePoint({ x, y }: Point, area: Box, picture: Picture): Point {
  const at = toPictureFractions({ x, y, width: 0, height: 0 }, area, picture);
  return { x: at.x, y: at.y };
}

function toPixels({ x, y, width, height }: Box, picture: Picture): Box {
  return { x: x * picture.width, y: y * picture.height, width: width * picture.width, height: height * picture.height };
}
