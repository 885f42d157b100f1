import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { OutfitCard } from "#contract/outfits.ts";
import { anOutfitCard } from "#web/testing/samples.ts";
import { deal, type Deck, isReloadDue, putAway, putNext, takeBack, takeTop } from "./deck-state.ts";

const cards = Array.from({ length: 30 }, (_, place) => anOutfitCard({ title: `Look ${place}` }));
const titles = (items: readonly OutfitCard[]) => items.map(({ title }) => title);
const nothingUnderWay = () => false;
const dealt = (items: readonly OutfitCard[]) => deal(undefined, items, nothingUnderWay);

describe("a reload", () => {
  test("leaves the cards on the table where they lie and deals the server's order behind them", () => {
    const [a, b, c, d, ...rest] = cards;
    const now: Deck = { items: [c, a, b].flatMap((card) => card ?? []), past: [] };
    const answer = [d, a, b, c, ...rest].flatMap((card) => card ?? []);
    expect(titles(deal(now, answer, nothingUnderWay).items).slice(0, 5)).toEqual([
      "Look 2",
      "Look 0",
      "Look 1",
      "Look 3",
      "Look 4",
    ]);
  });

  test("takes cards off the table that are gone, and leaves one whose undoing the server does not know yet", () => {
    const [gone, undone, there] = cards;
    const now: Deck = { items: [gone, undone, there].flatMap((card) => card ?? []), past: [] };
    const { items } = deal(now, there ? [there] : [], (id) => id === undone?.id);
    expect(titles(items)).toEqual(["Look 1", "Look 2"]);
  });
});

test("a swipe that failed comes next, and counts as not seen", () => {
  const deck = takeTop(takeTop(dealt(cards.slice(0, 4)), "like"), "pass");
  const failed = cards[0] ?? expect.fail();
  const { items, past } = putNext(deck, failed);
  expect(titles(items)).toEqual(["Look 2", "Look 0", "Look 3"]);
  expect(titles(past.map(({ card }) => card))).toEqual(["Look 1"]);
});

test("an undoing that failed leaves the swipe standing", () => {
  const swiped = takeTop(dealt(cards.slice(0, 2)), "like");
  const last = swiped.past[0] ?? expect.fail();
  expect(putAway(takeBack(swiped), last)).toEqual(swiped);
});

test("the deck is reloaded at three cards left", () => {
  expect(isReloadDue(dealt(cards.slice(0, 4)))).toBe(false);
  expect(isReloadDue(dealt(cards.slice(0, 3)))).toBe(true);
});

/** A server that answers late: what it says is as old as `lag` swipes. */
const step = fc.oneof(
  fc.record({ deed: fc.constantFrom("like", "pass") }),
  fc.record({ deed: fc.constant("undo") }),
  fc.record({ deed: fc.constant("reload"), lag: fc.nat(4) }),
);

test("whatever is swiped, undone and reloaded, however late the server knows, no swiped card shows again and none is lost", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let deck = dealt(cards.slice(0, 10));
      const history: Set<string>[] = [new Set()];
      for (const one of steps) {
        if ("lag" in one) {
          const known = history.at(-1 - one.lag) ?? new Set();
          const answer = cards.filter(({ id }) => !known.has(id));
          const latest = history.at(-1);
          // Whatever the old answer and the present differ in is still on its way.
          deck = deal(deck, answer, (id) => known.has(id) !== latest?.has(id));
        } else {
          deck = one.deed === "undo" ? takeBack(deck) : takeTop(deck, one.deed === "like" ? "like" : "pass");
          history.push(new Set(deck.past.map(({ card }) => card.id)));
        }
        const shown = deck.items.map(({ id }) => id);
        expect(new Set(shown).size).toBe(shown.length);
        expect(deck.past.some(({ card }) => shown.includes(card.id))).toBe(false);
      }
      const swiped = new Set(deck.past.map(({ card }) => card.id));
      const end = deal(deck, cards.filter(({ id }) => !swiped.has(id)), nothingUnderWay); // prettier-ignore
      expect(end.items.length + end.past.length).toBe(cards.length);
    }),
  );
});
