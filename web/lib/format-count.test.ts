import { expect, test } from "vitest";
import { countOf, formatCount } from "./format-count.ts";

const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

test.each([
  [0, "0"],
  [999, "999"],
  [1_000, "1K"],
  [1_050, "1.1K"],
  [1_150, "1.2K"],
  [999_949, "999.9K"],
  [999_950, "1M"],
  [12_345_678, "12.3M"],
  [1_234_567_890, "1.2B"],
])("%i is '%s'", (count, text) => {
  expect(formatCount(count)).toBe(text);
});

test("is what Intl's compact format is, for any count", () => {
  let count = 1;
  while (count < 1e11) {
    expect(formatCount(count)).toBe(compact.format(count));
    count = Math.ceil(count * 1.000_7);
  }
});

test("one like, more likes, and replies with a plural of their own", () => {
  expect([countOf(1, "like"), countOf(2_300, "like"), countOf(2, "reply", "replies")]).toEqual([
    "1 like",
    "2.3K likes",
    "2 replies",
  ]);
});
