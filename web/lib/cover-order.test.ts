import { expect, test } from "vitest";
import { anAuthor, anOutfitCard } from "#web/testing/samples.ts";
import { orderForCover } from "./cover-order.ts";

const card = (id: string, given: { by: string; style?: string; likes?: number; width?: number }) =>
  anOutfitCard({
    id,
    author: anAuthor({ id: given.by }),
    style: { id: given.style ?? id, name: given.style ?? id },
    likesCount: given.likes ?? 9,
    picture: { ...anOutfitCard().picture, width: given.width ?? 1_080 },
  });
const order = (cards: ReturnType<typeof card>[], picked: typeof cards = []) =>
  orderForCover(cards, picked).map(({ id }) => id);

test("what was just posted, or is small, does not lead", () => {
  const cards = [card("new", { by: "a", likes: 0 }), card("small", { by: "b", width: 600 }), card("good", { by: "c" })];
  expect(order(cards)).toEqual(["good", "new", "small"]);
});

test("authors come in turn, and neighbours differ in style where possible", () => {
  const cards = [
    card("a1", { by: "a", style: "Retro" }),
    card("a2", { by: "a", style: "Formal" }),
    card("b1", { by: "b", style: "Retro" }),
    card("c1", { by: "c", style: "Grunge" }),
  ];
  expect(order(cards)).toEqual(["a1", "c1", "b1", "a2"]);
});

test("all are shown, also if they are one author's and nobody has liked them", () => {
  expect(order(["x", "y", "z"].map((id) => card(id, { by: "a", likes: 0 })))).toEqual(["x", "y", "z"]);
  expect(order([])).toEqual([]);
});

test("what admins picked leads in their order, also if it is not among the newest, and is shown once", () => {
  const cards = [card("a1", { by: "a" }), card("b1", { by: "b" }), card("b2", { by: "b" })];
  expect(order(cards, [card("old", { by: "a", likes: 0 }), card("b2", { by: "b" })])).toEqual([
    "old",
    "b2",
    "a1",
    "b1",
  ]);
});
