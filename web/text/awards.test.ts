import { expect, test } from "vitest";
import { awardText } from "./awards.ts";

test.each([
  [1, ["LIKE"], "+1 point earned for liking an outfit!"],
  [8, ["LIKE", "LIKE", "COMMENT"], "+8 points earned for liking an outfit and a comment!"],
] as const)("awards of %i", (points, sources, text) => {
  expect(awardText(points, sources)).toBe(text);
});
