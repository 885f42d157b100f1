import fc from "fast-check";
import { expect, test } from "vitest";
import { describeLook } from "./describe.ts";
import { type Look, STYLE_NAMES } from "./look.ts";
import { LOOKS } from "./looks.ts";
import { colourName } from "./colour.ts";

const CATEGORIES = ["Shirt", "Pants", "Shoes", "Cap", "Jacket", "Accessories"];
const curated = STYLE_NAMES.flatMap((style) =>
  LOOKS[style].map((look, n) => ({ style, n, look, words: describeLook(style, n) })),
);

test("a description keeps the limits of a post, for any number", () => {
  fc.assert(
    fc.property(fc.constantFrom(...STYLE_NAMES), fc.nat({ max: 400 }), (style, n) => {
      const words = describeLook(style, n);
      expect(words.title.trim().length).toBeGreaterThan(0);
      expect(words.title.length).toBeLessThanOrEqual(100);
      expect(words.description.length).toBeLessThanOrEqual(500);
      expect(words.tags.length).toBeLessThanOrEqual(20);
      expect(new Set(words.tags).size).toBe(words.tags.length);
      for (const tag of words.tags) expect(tag).toMatch(/^[a-z0-9]{1,50}$/);
      expect(words.items.length).toBeGreaterThanOrEqual(2);
      expect(words.items.length).toBeLessThanOrEqual(10);
      for (const item of words.items) {
        expect(CATEGORIES).toContain(item.category);
        expect(item.brand.length).toBeGreaterThan(0);
        expect(item.productName.length).toBeLessThanOrEqual(100);
        expect(item.productUrl ?? "https://shop.example/").toMatch(/^https:\/\/shop\.example\//);
      }
      expect(JSON.stringify(words)).not.toMatch(/undefined|NaN/);
    }),
    { numRuns: 300, seed: 7 },
  );
});

/** Words that the item list owes to the garments of a look. */
function owed(look: Look): string[] {
  const { hat, outer, bottom, dress } = look;
  return [
    ...(hat ? [colourName(hat.colour)] : []),
    ...(outer && outer.kind !== "denim-jacket" ? [colourName(outer.colour)] : []),
    ...(bottom?.kind === "jeans" ? ["jeans"] : []),
    ...(dress ? [`${dress.length} dress`] : []),
  ];
}

test("the items are the garments of the look, in the colours it wears", () => {
  const missing = curated.flatMap(({ look, words }) => {
    const names = words.items.map((item) => item.productName).join();
    return owed(look).filter((word) => !names.includes(word));
  });
  expect(missing).toEqual([]);
});

test("a jacket is listed exactly when one is worn", () => {
  for (const { look, words } of curated) {
    const listed = words.items.some((item) => item.category === "Jacket");
    expect(listed).toBe(look.outer !== undefined || look.top?.vest !== undefined);
  }
});

test("a picture cut above the knee claims no shoes", () => {
  for (const { look, words } of curated) {
    const claims = words.items.some((item) => item.category === "Shoes");
    expect(claims).toBe(!look.close);
  }
});

test("the text names the two most striking things worn", () => {
  for (const { words } of curated) {
    for (const item of words.items.slice(0, 2))
      expect(words.description.toLowerCase()).toContain(item.productName.toLowerCase());
    expect(words.altText.toLowerCase()).toContain(words.items[0]?.productName.toLowerCase());
  }
});

test("no two curated looks share a title", () => {
  expect(new Set(curated.map(({ words }) => words.title)).size).toBe(curated.length);
});
