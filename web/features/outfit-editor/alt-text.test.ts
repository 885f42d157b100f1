import { expect, test } from "vitest";
import type { Detection } from "#contract/detection.ts";
import { suggestAltText } from "./alt-text.ts";

const box = { x: 0, y: 0, width: 1, height: 1 };
const seen = (names: string[], people = 1): Detection => ({
  title: "",
  style: null,
  items: names.map((productName) => ({ category: "Shirt", brand: "", productName, box: null, point: null })),
  people: Array.from({ length: people }, () => box),
});

test.each([
  [["Rust jacket", "Blue jeans", "Olive hat"], 1, "A person wearing a rust jacket, blue jeans and an olive hat"],
  [["Black mini dress"], 1, "A person wearing a black mini dress"],
  [["Black mini dress"], 3, "One of 3 people, wearing a black mini dress"],
  [["Grey trousers"], 0, "Grey trousers"],
  [["Light grey T-shirt"], 0, "A light grey T-shirt"],
  [[], 1, ""],
])("garments %j worn by %i people are described as %j", (names, people, text) => {
  expect(suggestAltText(seen(names, people))).toBe(text);
});

test("a description that is too long has fewer garments", () => {
  const names = Array.from({ length: 10 }, (_, index) => `Patterned garment of a rather long name number ${index}`);
  const text = suggestAltText(seen(names));
  expect(text.length).toBeLessThanOrEqual(300);
  expect(text).toMatch(/ and a patterned garment of a rather long name number \d$/);
});
