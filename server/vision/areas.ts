import { clip, inputHeight, inputWidth } from "./backbone.ts";
import { boxAround, findCloseUp, isPerson, type Joint } from "./body.ts";
import type { Picture } from "./picture.ts";
import type { Box, Point } from "./vision.ts";

// An area is a part of the picture that the networks are given, in its pixels and of their input's proportions. It may reach
// beyond the picture.
const inputRatio = inputWidth / inputHeight;

/** The whole picture, widened to the input's proportions. */
export function wholeArea({ width, height }: Picture): Box {
  return widen({ x: 0, y: 0, width, height });
}

/** The box with a margin, inside the picture, widened to the input's proportions. */
function areaAround(box: Box, { width, height }: Picture, margin: number): Box {
  const left = Math.max(0, box.x - box.width * margin);
  const top = Math.max(0, box.y - box.height * margin);
  const right = Math.min(width, box.x + box.width * (1 + margin));
  const bottom = Math.min(height, box.y + box.height * (1 + margin));
  return widen({ x: left, y: top, width: right - left, height: bottom - top });
}

function widen(box: Box): Box {
  const height = Math.max(1, box.height, box.width / inputRatio);
  const width = height * inputRatio;
  return { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height };
}

const roomAround = 0.06;
/** A smaller gain in size is not worth another pass of the networks. */
const closerMax = 0.8;
const fartherMin = 1.15;

/**
 * The area in which the person of these joints has the size that the head was trained with, where it differs much from the
 * current one: closer where the person is small, from farther away where the picture shows a part of a figure only.
 */
export function betterArea(joints: readonly Joint[], current: Box, picture: Picture): Box | undefined {
  const closeUp = findCloseUp(joints);
  if (closeUp) return closeUp.height > current.height * fartherMin ? widen(closeUp) : undefined;
  if (!isPerson(joints)) return undefined;
  const around = boxAround(joints);
  const area = around && areaAround(around, picture, 0);
  return area && area.height < current.height * closerMax ? area : undefined;
}

/**
 * Where to look for the person at the point, or for the largest of several; undefined for a single person, who is left to
 * the joints.
 *
 * @param people As fractions of the picture, the largest first.
 */
export function areaOfChosen(people: readonly Box[], point: Point | undefined, picture: Picture): Box | undefined {
  if (!point) return people[0] && people.length > 1 ? areaOf(people[0], picture) : undefined;
  const [under] = people
    .filter((box) => contains(box, point))
    .toSorted((one, other) => distanceToCentre(one, point, picture) - distanceToCentre(other, point, picture));
  if (under) return areaOf(under, picture);
  // Somebody whom the object network did not find: as large as the others, with the point in the middle.
  const height = people[Math.floor(people.length / 2)]?.height ?? unseenHeight;
  const size = { width: height * picture.height * inputRatio, height: height * picture.height };
  const middle = { x: point.x * picture.width, y: point.y * picture.height };
  return areaAround({ x: middle.x - size.width / 2, y: middle.y - size.height / 2, ...size }, picture, roomAround);
}

const unseenHeight = 0.7;

function areaOf(person: Box, picture: Picture): Box {
  return areaAround(toPixels(person, picture), picture, roomAround);
}

function contains({ x, y, width, height }: Box, point: Point): boolean {
  return point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height;
}

/** Of people in front of each other, the one whose centre is near is meant: a form sends the centre of the chosen box. */
function distanceToCentre({ x, y, width, height }: Box, point: Point, picture: Picture): number {
  return Math.hypot((x + width / 2 - point.x) * picture.width, (y + height / 2 - point.y) * picture.height);
}

function toPixels({ x, y, width, height }: Box, picture: Picture): Box {
  return { x: x * picture.width, y: y * picture.height, width: width * picture.width, height: height * picture.height };
}

/** From fractions of an area to fractions of the picture. */
export function toPictureFractions(box: Box, area: Box, { width, height }: Picture): Box {
  return clip({
    x: (area.x + box.x * area.width) / width,
    y: (area.y + box.y * area.height) / height,
    width: (box.width * area.width) / width,
    height: (box.height * area.height) / height,
  });
}

/** From fractions of an area to fractions of the picture. */
export function toPicturePoint({ x, y }: Point, area: Box, picture: Picture): Point {
  const at = toPictureFractions({ x, y, width: 0, height: 0 }, area, picture);
  return { x: at.x, y: at.y };
}
