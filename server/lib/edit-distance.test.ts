import fc from "fast-check";
import { expect, test } from "vitest";
import { editDistance } from "./edit-distance.ts";

const word = fc.string({ unit: fc.constantFrom("l", "i", "n", "e", "ñ"), maxLength: 8 });

test.each([
  ["linen", "linen", 0],
  ["linnen", "linen", 1],
  ["dneim", "denim", 1],
  ["corderoy", "corduroy", 1],
  ["velvet", "denim", 5],
  ["", "silk", 4],
])("%s is %s by %i changes", (one, other, changes) => {
  expect(editDistance(one, other)).toBe(changes);
});

test("is symmetric, zero only for equal words, and at most the longer length", () => {
  fc.assert(
    fc.property(word, word, (one, other) => {
      const distance = editDistance(one, other);
      expect(editDistance(other, one)).toBe(distance);
      expect(distance === 0).toBe(one === other);
      expect(distance).toBeLessThanOrEqual(Math.max(one.length, other.length));
    }),
  );
});

test("swapping two adjacent letters is one edit", () => {
  fc.assert(
    fc.property(word, fc.nat(6), (one, place) => {
      const [before, first = "", second = "", after] = [
        one.slice(0, place),
        one[place],
        one[place + 1],
        one.slice(place + 2),
      ];
      expect(editDistance(one, before + second + first + after)).toBeLessThanOrEqual(1);
    }),
  );
});
