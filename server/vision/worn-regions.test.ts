import { expect, test } from "vitest";
import { measureBody } from "./body.ts";
import { mapHeight, mapWidth, type Parsed, type ParsingHead, type PixelClass, pixelClasses } from "./parsing-head.ts";
import { classIndex, findWornRegions, mapPixels } from "./worn-regions.ts";

type Block = readonly [left: number, top: number, right: number, bottom: number];

/** A map in which each block is surely of its class, and everything else background. */
function paint(blocks: readonly (readonly [PixelClass, Block])[]) {
  const probabilities = new Float32Array(mapWidth * mapHeight * pixelClasses.length);
  const fill = (kind: PixelClass, [left, top, right, bottom]: Block) => {
    for (let row = top; row < bottom; row += 1)
      for (let column = left; column < right; column += 1) {
        const start = (row * mapWidth + column) * pixelClasses.length;
        probabilities.fill(0, start, start + pixelClasses.length);
        probabilities[start + classIndex[kind]] = 1;
      }
  };
  fill("background", [0, 0, mapWidth, mapHeight]);
  for (const [kind, block] of blocks) fill(kind, block);
  return mapPixels({ probabilities } as Parsed, new Uint8Array(mapWidth * mapHeight * 3));
}

/** Somebody who faces the camera, down to the hips. */
function halfFigure() {
  const joints = Array.from({ length: 17 }, () => ({ x: 48, y: 20, score: 0 }));
  const places = [
    [0, 48, 20],
    [5, 36, 32],
    [6, 60, 32],
    [7, 28, 52],
    [8, 68, 52],
    [11, 40, 70],
    [12, 56, 70],
  ] as const;
  for (const [index, x, y] of places) joints[index] = { x, y, score: 0.8 };
  return measureBody(joints);
}
const noHead = {} as ParsingHead;
const jacketAndTop = [
  ["outer", [34, 30, 62, 72]],
  ["top", [43, 30, 53, 72]],
] as const;

test("a jacket over a top is both, with arms in sleeves", () => {
  const sleeves = [["outer", [24, 34, 72, 56]], ...jacketAndTop] as const;
  const { outer, top } = findWornRegions(paint(sleeves), halfFigure(), noHead);
  expect([outer.isFound, top.isFound]).toEqual([true, true]);
});

test("what leaves the upper arms bare is a top, all of it", () => {
  const bareArms = [["skin", [24, 34, 72, 56]], ...jacketAndTop] as const;
  const { outer, top } = findWornRegions(paint(bareArms), halfFigure(), noHead);
  expect([outer.isFound, top.isFound]).toEqual([false, true]);
  expect(top.pixels).toHaveLength(28 * 42);
});
