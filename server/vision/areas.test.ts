import { expect, test } from "vitest";
import { areaOfChosen, betterArea, wholeArea } from "./areas.ts";
import type { Joint } from "./body.ts";

const picture = { data: Buffer.alloc(0), width: 600, height: 600 };
const [shoulderY, noseY] = [400, 260];
/** Head and shoulders in the middle of the picture, of which `legs` are or are not seen. */
function joints(legs: number): Joint[] {
  const unseen = { x: 300, y: 590, score: 0.05 };
  const list = Array.from({ length: 17 }, () => unseen);
  list[0] = { x: 300, y: noseY, score: 0.8 };
  list[5] = { x: 400, y: shoulderY, score: 0.8 };
  list[6] = { x: 200, y: shoulderY, score: 0.8 };
  for (const knee of [13, 14]) list[knee] = { x: 300, y: 560, score: legs };
  return list;
}

test("head and shoulders are looked at from farther away, from above the head to below the picture", () => {
  const area = betterArea(joints(0.05), wholeArea(picture), picture);
  expect(area?.y).toBeLessThan(noseY);
  expect((area?.y ?? 0) + (area?.height ?? 0)).toBeGreaterThan(picture.height);
  expect((area?.width ?? 0) / (area?.height ?? 1)).toBeCloseTo(0.75);
  expect((area?.x ?? 0) + (area?.width ?? 0) / 2).toBeCloseTo(300);
});

test("a figure whose knees are seen is not a close-up", () => {
  const area = betterArea(joints(0.9), wholeArea(picture), picture);
  expect(area === undefined || area.height <= picture.height).toBe(true);
});

test("a tap chooses the person whose centre is nearest, and looks where it is if nobody was found there", () => {
  const back = { x: 0.1, y: 0, width: 0.8, height: 1 };
  const front = { x: 0.4, y: 0.4, width: 0.2, height: 0.6 };
  const centreOf = ({ x, y, width, height }: typeof back) => ({ x: x + width / 2, y: y + height / 2 });
  const heightOfChosen = (box: typeof back) => areaOfChosen([back, front], centreOf(box), picture)?.height ?? 0;
  expect(heightOfChosen(front)).toBeLessThan(picture.height * 0.8);
  // The centre of the person behind is on the one in front.
  expect(heightOfChosen(back)).toBeGreaterThanOrEqual(picture.height);
  const unseen = areaOfChosen([front], { x: 0.1, y: 0.2 }, picture);
  expect(unseen && unseen.x <= 60 && unseen.x + unseen.width >= 60).toBe(true);
  expect(areaOfChosen([front], undefined, picture)).toBeUndefined();
  expect(areaOfChosen([back, front], undefined, picture)?.height).toBeGreaterThanOrEqual(picture.height);
});
