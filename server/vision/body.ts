import { at, mean } from "./arrays.ts";
import { mapHeight, mapWidth } from "./parsing-head.ts";
import type { Box } from "./vision.ts";

/** A joint in map pixels or picture pixels, with the network's score. */
export interface Joint {
  x: number;
  y: number;
  score: number;
}

// Joints by MoveNet's order.
const [nose, shoulders, elbows, wrists, hips, knees, ankles] = [
  0,
  [5, 6],
  [7, 8],
  [9, 10],
  [11, 12],
  [13, 14],
  [15, 16],
] as const;
const jointCount = 17;

/** The joints as positions within `area`, which is what the backbone was given. */
export function readJoints(numbers: ArrayLike<number>, area: Box): Joint[] {
  return Array.from({ length: jointCount }, (_, index) => ({
    // MoveNet sees a square, of which the picture is the middle three quarters.
    x: area.x + ((at(numbers, index * 3 + 1) - 0.125) / 0.75) * area.width,
    y: area.y + at(numbers, index * 3) * area.height,
    score: at(numbers, index * 3 + 2),
  }));
}

function jointAt(joints: readonly Joint[], index: number): Joint {
  return joints[index] ?? { x: 0, y: 0, score: 0 };
}

/** Whether these joints are a person's: of a figure, or of head and shoulders. */
export function isPerson(joints: readonly Joint[]): boolean {
  if (findCloseUp(joints)) return true;
  const score = mean([...shoulders, ...hips, nose, ...knees].map((index) => jointAt(joints, index).score));
  const trunk = [...shoulders, ...hips].map((index) => jointAt(joints, index).score).toSorted((a, b) => a - b);
  return score > 0.22 && at(trunk, 1) > 0.18;
}

const visibleScore = 0.2;

/** The box around the visible joints with room for clothes, or undefined if no joint is visible. */
export function boxAround(joints: readonly Joint[]): Box | undefined {
  const visible = joints.filter(({ score }) => score > visibleScore);
  if (visible.length === 0) return undefined;
  const [left, right] = shoulders.map((index) => jointAt(joints, index)) as [Joint, Joint];
  const shoulderWidth = Math.hypot(left.x - right.x, left.y - right.y);
  const room = Math.max(shoulderWidth, Math.abs(middleRow(joints, hips) - middleRow(joints, shoulders)) * 0.6);
  const columns = visible.map(({ x }) => x);
  const rows = visible.map(({ y }) => y);
  const x = Math.min(...columns) - room * 0.7;
  const y = Math.min(...rows) - room * 0.75;
  return { x, y, width: Math.max(...columns) + room * 0.7 - x, height: Math.max(...rows) + room * 0.45 - y };
}

function middleRow(joints: readonly Joint[], [left, right]: readonly [number, number]): number {
  return (jointAt(joints, left).y + jointAt(joints, right).y) / 2;
}

const sureScore = 0.4;
/** The height of a figure by the width of its shoulders, or by the way from the nose down to them. */
const figureOfShoulders = 3.8;
const shouldersOfNeck = 1.7;

/**
 * The box of the whole figure, most of it outside the picture, if head and shoulders are seen but not the legs; undefined
 * otherwise.
 */
export function findCloseUp(joints: readonly Joint[]): Box | undefined {
  const head = jointAt(joints, nose);
  const [left, right] = shoulders.map((index) => jointAt(joints, index)) as [Joint, Joint];
  if (mean([head.score, left.score, right.score]) < sureScore) return undefined;
  if (mean(knees.map((index) => jointAt(joints, index).score)) > sureScore) return undefined;
  const neck = (left.y + right.y) / 2 - head.y;
  const height = figureOfShoulders * Math.max(Math.hypot(left.x - right.x, left.y - right.y), neck * shouldersOfNeck);
  const x = (left.x + right.x) / 2;
  return { x: x - height * 0.2, y: head.y - height * 0.12, width: height * 0.4, height: height * 1.12 };
}

/** The rows of the map where the parts of the body are; those of legs that are not seen are estimated. */
export interface Body {
  joints: readonly Joint[];
  shoulderRow: number;
  hipRow: number;
  kneeRow: number;
  ankleRow: number;
  /** The legs are outside the picture. */
  isHalf: boolean;
}

/** `joints` in map pixels. */
export function measureBody(joints: readonly Joint[]): Body {
  const scoreOf = (pair: readonly number[]) => pair.reduce((sum, index) => sum + jointAt(joints, index).score, 0);
  const shoulderRow = middleRow(joints, shoulders);
  const trunk = scoreOf(hips) > unseenHips ? middleRow(joints, hips) - shoulderRow : trunkOf(joints);
  const hipRow = shoulderRow + trunk;
  const kneeRow = scoreOf(knees) > 0.4 ? middleRow(joints, knees) : hipRow + trunk * 0.95;
  const ankleRow = scoreOf(ankles) > 0.4 ? middleRow(joints, ankles) : kneeRow + trunk * 0.9;
  return { joints, shoulderRow, hipRow, kneeRow, ankleRow, isHalf: scoreOf([...knees, ...ankles]) < 0.9 };
}

/** Of both hips; the network guesses where those are that the picture does not show. */
const unseenHips = 0.4;
const trunkOfShoulders = 1.35;

function trunkOf(joints: readonly Joint[]): number {
  const [left, right] = shoulders.map((index) => jointAt(joints, index)) as [Joint, Joint];
  return trunkOfShoulders * Math.hypot(left.x - right.x, left.y - right.y);
}

/** The share of the forearms that is bare, which tells a T-shirt from a longer sleeve. */
export function bareForearms(body: Body, isSkin: (pixel: number) => boolean): number {
  return bareShare(body, [elbows, wrists], isSkin);
}

/** The share of the upper arms that is bare, which tells what has no sleeves. */
export function bareUpperArms(body: Body, isSkin: (pixel: number) => boolean): number {
  return bareShare(body, [elbows, shoulders], isSkin);
}

/** From the first joint of each side towards the second, whose surroundings do not count. */
function bareShare(
  { joints }: Body,
  [from, to]: readonly [readonly [number, number], readonly [number, number]],
  isSkin: (pixel: number) => boolean,
): number {
  let seen = 0;
  let bare = 0;
  for (const side of [0, 1] as const) {
    const start = jointAt(joints, from[side]);
    const end = jointAt(joints, to[side]);
    for (let step = 0; step < 8; step++) {
      const x = Math.round(start.x + ((end.x - start.x) * step) / 10);
      const y = Math.round(start.y + ((end.y - start.y) * step) / 10);
      if (x < 0 || y < 0 || x >= mapWidth || y >= mapHeight || start.score < 0.15) continue;
      seen += 1;
      if (isSkin(y * mapWidth + x)) bare += 1;
    }
  }
  return seen === 0 ? 0 : bare / seen;
}

export type Length = "mini" | "midi" | "maxi";

/** How far a skirt or dress reaches, by the lowest of its rows. */
export function lengthOf(lastRow: number, { hipRow, kneeRow, ankleRow }: Body): Length {
  if (lastRow < kneeRow - (kneeRow - hipRow) * 0.15) return "mini";
  return lastRow < kneeRow + (ankleRow - kneeRow) * 0.6 ? "midi" : "maxi";
}
