import { expect, test } from "vitest";
import type { SearchMatches } from "#contract/search.ts";
import { describeResults } from "./describe-results.ts";

test("what is found besides outfits is named by its kind", () => {
  const none = { people: [], styles: [], tags: [], brands: [], articles: [], events: [], correction: null };
  const found = { ...none, people: [{}, {}], events: [{}] } as unknown as SearchMatches;
  expect(describeResults("swap", { count: 0, hasMore: false }, found)).toBe("No outfits for swap, 2 people, 1 event");
  expect(describeResults("coat", { count: 20, hasMore: true }, undefined)).toBe("20 outfits and more for coat");
});
