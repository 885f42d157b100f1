import fc from "fast-check";
import { expect, test } from "vitest";
import { layOut } from "./masonry.ts";

const ratio = fc.double({ min: 0.75, max: 1.8, noNaN: true });
const ratios = fc.array(ratio, { maxLength: 120 });
const columnCount = fc.integer({ min: 1, max: 5 });

test("cells that come later never move the ones before", () => {
  fc.assert(
    fc.property(ratios, ratios, columnCount, (first, more, columns) => {
      const before = layOut(first, columns).places;
      expect(layOut([...first, ...more], columns).places.slice(0, first.length)).toEqual(before);
    }),
  );
});

test("no column is more than one cell longer than another", () => {
  fc.assert(
    fc.property(ratios, columnCount, (given, count) => {
      const heights = layOut(given, count).columns.map(({ ratioAbove, cellsAbove }) => ratioAbove + cellsAbove * 0.22);
      expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(1.8 + 0.22 + 1e-6);
    }),
  );
});

test("the first cells fill the first row from the left", () => {
  expect(layOut([1.3, 1, 1.5, 1], 3).places.map(({ column }) => column)).toEqual([0, 1, 2, 1]);
});
