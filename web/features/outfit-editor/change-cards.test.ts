import fc from "fast-check";
import { expect, test } from "vitest";
import { emptyItem, type ItemFields } from "./outfit-form.ts";
import { changeCards } from "./suggestions.ts";

/** What is on screen after the changes, and which of the cards before are still there. */
function change(cards: readonly ItemFields[], next: readonly ItemFields[]) {
  const shown = cards.map((card, key) => ({ key, card }));
  changeCards(cards, next, {
    write: (index, card) => (shown[index] = { key: shown[index]?.key ?? -1, card }),
    mark: (index, suggestionId) => {
      const there = shown[index];
      if (there) shown[index] = { ...there, card: { ...there.card, suggestionId } };
    },
    insert: (index, card) => shown.splice(index, 0, { key: -1, card }),
    remove: (index) => shown.splice(index, 1),
  });
  return { keys: shown.map(({ key }) => key), cards: shown.map(({ card }) => card) };
}
const named = (productName: string, suggestionId: string | null = null): ItemFields => ({
  ...emptyItem,
  productName,
  suggestionId,
});
const [hat, coat, jeans] = [named("Hat"), named("Coat"), named("Jeans")];

test.each<[string, ItemFields[], ItemFields[], number[]]>([
  ["nothing changes", [hat, coat], [hat, coat], [0, 1]],
  ["suggestions follow what was typed", [hat], [hat, coat, jeans], [0, -1, -1]],
  ["a suggestion takes the place of the empty card", [emptyItem, hat], [coat, hat, jeans], [0, 1, -1]],
  ["of two empty cards the second stays", [{ ...emptyItem }, emptyItem], [coat, emptyItem], [0, 1]],
  ["an earlier suggestion makes way", [hat, coat], [coat, jeans], [1, -1]],
  ["a dismissed one comes back between others", [hat, jeans], [hat, coat, jeans], [0, -1, 1]],
  ["a card becomes a suggestion's", [hat, coat], [named("Coat", "c"), jeans], [1, -1]],
  ["nothing is left but an empty card", [hat, coat], [emptyItem], [0]],
])("%s", (_name, cards, next, keys) => {
  expect(change(cards, next)).toEqual({ keys, cards: next });
});

test("whatever the cards are, they become the next ones", () => {
  const card = fc.constantFrom(hat, coat, jeans, emptyItem, named("Hat"), named("Hat", "h"), named("Coat", "c"));
  fc.assert(
    fc.property(fc.array(card, { maxLength: 6 }), fc.array(card, { maxLength: 6 }), (cards, next) => {
      expect(change(cards, next).cards).toEqual(next);
    }),
  );
});
