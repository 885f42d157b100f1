import { expect, test } from "vitest";
import { describeRun, replaceFigures } from "./figures.ts";

const document =
  "# Benchmarks\n\n<!-- figures: feed -->\n\nold\n\n<!-- end -->\n\n<!-- figures: search -->\n<!-- end -->\n";

test("a part's figures are replaced, and no others", () => {
  const feed = replaceFigures(document, "feed", "| a   | b |\n| ----- | --- |");
  expect(feed).toBe(document.replace("old", "| a | b |\n| --- | --- |"));
  expect(replaceFigures(feed, "search", "new")).toContain("<!-- figures: search -->\n\nnew\n\n<!-- end -->");
});

test("a part without a place in the document is an error", () => {
  expect(() => replaceFigures(document, "likes", "new")).toThrow("has no figures of likes");
});

test("figures name their day and machine", () => {
  expect(describeRun(new Date("2026-11-25T12:00:00Z"))).toMatch(/^25 November 2026, \d+ cores of .+, Node \d+\./);
});
