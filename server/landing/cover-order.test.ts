import { expect, test } from "vitest";
import type { ColourKey } from "#contract/colours.ts";
import { type Cover, orderCovers } from "./cover-order.ts";

const cover = (id: string, given: { by?: string; style?: string; colour?: ColourKey } = {}): Cover => ({
  id,
  authorId: given.by ?? id,
  styleId: given.style ?? id,
  colour: given.colour ?? null,
});
const order = (sources: Partial<Parameters<typeof orderCovers>[0]>) =>
  orderCovers({ picked: [], liked: [], newest: [], ...sources }).map(({ id }) => id);
const many = (name: string, count: number) => Array.from({ length: count }, (_, index) => cover(`${name}${index}`));

test("what admins picked leads in their order, and is shown once", () => {
  const picked = [cover("p1", { by: "a" }), cover("p2", { by: "a" })];
  expect(order({ picked, liked: [cover("l1"), cover("p2", { by: "a" })], newest: [cover("p1"), cover("n1")] })).toEqual(
    ["p1", "p2", "l1", "n1"],
  );
});

test("authors come in turn, neighbours differ in style and hue where possible", () => {
  const liked = [
    cover("a1", { by: "a", style: "Retro", colour: "navy" }),
    cover("a2", { by: "a", style: "Formal", colour: "red" }),
    cover("b1", { by: "b", style: "Retro", colour: "red" }),
    cover("c1", { by: "c", style: "Grunge", colour: "blue" }),
    cover("d1", { by: "d", style: "Preppy", colour: "rust" }),
  ];
  expect(order({ liked })).toEqual(["a1", "d1", "c1", "b1", "a2"]);
});

test.each<[ColourKey, ColourKey, boolean]>([
  ["red", "burgundy", true],
  ["navy", "sky", true],
  ["navy", "green", false],
  ["black", "grey", true],
  ["black", "white", false],
  ["black", "navy", false],
])("%s beside %s looks alike: %s", (one, other, isAlike) => {
  const liked = [cover("first", { colour: one }), cover("second", { colour: other }), cover("third")];
  expect(order({ liked })[1]).toBe(isAlike ? "third" : "second");
});

test("the newest only fill a site on which members like little, even if they are one author's", () => {
  const newest = many("n", 20).map((fresh) => ({ ...fresh, authorId: "a" }));
  expect(order({ newest })).toEqual(newest.slice(0, 12).map(({ id }) => id));
  expect(order({ liked: many("l", 10), newest })).toEqual([...many("l", 10).map(({ id }) => id), "n0", "n1"]);
  expect(order({ liked: many("l", 30), newest })).toEqual(many("l", 24).map(({ id }) => id));
});
