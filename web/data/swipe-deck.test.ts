import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { limits } from "#contract/limits.ts";
import type { OutfitCard } from "#contract/outfits.ts";
import { anOutfitCard } from "#web/testing/samples.ts";
import {
  type Deck,
  dropAuthor,
  dropFromDeck,
  isReloadDue,
  mergeDeck,
  putBackNext,
  takeBack,
  takeTop,
} from "./swipe-deck.ts";

const cards = Array.from({ length: 30 }, (_, place) => anOutfitCard({ title: `Look ${place}` }));
const titles = (items: readonly OutfitCard[]) => items.map(({ title }) => title);
const nothingUnderWay = () => false;
const merged = (items: readonly OutfitCard[]) => mergeDeck(undefined, items, nothingUnderWay);

describe("a reload", () => {
  test("keeps the visible cards in place and puts the server's order behind them", () => {
    const [a, b, c, d, ...rest] = cards;
    const now: Deck = { items: [c, a, b].flatMap((card) => card ?? []), past: [] };
    const answer = [d, a, b, c, ...rest].flatMap((card) => card ?? []);
    expect(titles(mergeDeck(now, answer, nothingUnderWay).items).slice(0, 5)).toEqual([
      "Look 2",
      "Look 0",
      "Look 1",
      "Look 3",
      "Look 4",
    ]);
  });

  test("removes visible cards that no longer exist, and keeps one whose undo the server does not know yet", () => {
    const [gone, undone, there] = cards;
    const now: Deck = { items: [gone, undone, there].flatMap((card) => card ?? []), past: [] };
    const { items } = mergeDeck(now, there ? [there] : [], (id) => id === undone?.id);
    expect(titles(items)).toEqual(["Look 1", "Look 2"]);
  });

  test("of more new outfits than it holds leaves the older card on top where it is", () => {
    const at = (day: number) => new Date(Date.UTC(2026, 0, day)).toISOString();
    const [old, gone] = [anOutfitCard({ createdAt: at(1) }), anOutfitCard({ createdAt: at(9) })];
    const newer = Array.from({ length: limits.swipeDeckItems }, () => anOutfitCard({ createdAt: at(2) }));
    const now: Deck = { items: [old, gone], past: [] };
    expect(mergeDeck(now, newer, nothingUnderWay).items).toEqual([old, ...newer]);
    expect(mergeDeck(now, newer.slice(1), nothingUnderWay).items).toEqual(newer.slice(1));
  });
});

test("the card of a failed swipe comes next and counts as not seen", () => {
  const deck = takeTop(takeTop(merged(cards.slice(0, 4)), "like"), "pass");
  const failed = cards[0] ?? expect.fail();
  const { items, past } = putBackNext(deck, failed);
  expect(titles(items)).toEqual(["Look 2", "Look 0", "Look 3"]);
  expect(titles(past.map(({ card }) => card))).toEqual(["Look 1"]);
});

test("a failed undo leaves the swipe in place", () => {
  const swiped = takeTop(merged(cards.slice(0, 2)), "like");
  const last = swiped.past[0] ?? expect.fail();
  expect(dropFromDeck(takeBack(swiped), last)).toEqual(swiped);
});

test("a card of an author blocked meanwhile comes back neither by a failed swipe nor by a failed undo", () => {
  const swiped = takeTop(takeTop(merged(cards.slice(0, 4)), "like"), "pass");
  const [first, second] = swiped.past;
  if (!first || !second) expect.fail();
  const afterSwipe = putBackNext(dropAuthor(swiped, first.card.author.id), first.card);
  expect([titles(afterSwipe.items), afterSwipe.past]).toEqual([["Look 2", "Look 3"], [second]]);
  const afterUndo = dropFromDeck(dropAuthor(takeBack(swiped), second.card.author.id), second);
  expect([titles(afterUndo.items), afterUndo.past]).toEqual([["Look 2", "Look 3"], [first]]);
});

test("the deck is reloaded at three cards left", () => {
  expect(isReloadDue(merged(cards.slice(0, 4)))).toBe(false);
  expect(isReloadDue(merged(cards.slice(0, 3)))).toBe(true);
});

/** A server whose replies are `lag` swipes old. */
const step = fc.oneof(
  fc.record({ action: fc.constantFrom("like", "pass") }),
  fc.record({ action: fc.constant("undo") }),
  fc.record({ action: fc.constant("reload"), lag: fc.nat(4) }),
);

test("no swiped card shows again and none is lost, for any order of swipes, undos and reloads and any server delay", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let deck = merged(cards.slice(0, 10));
      const history: Set<string>[] = [new Set()];
      for (const one of steps) {
        if ("lag" in one) {
          const known = history.at(-1 - one.lag) ?? new Set();
          const answer = cards.filter(({ id }) => !known.has(id));
          const latest = history.at(-1);
          // The difference between the old reply and the current state is still in flight.
          deck = mergeDeck(deck, answer, (id) => known.has(id) !== latest?.has(id));
        } else {
          deck = one.action === "undo" ? takeBack(deck) : takeTop(deck, one.action === "like" ? "like" : "pass");
          history.push(new Set(deck.past.map(({ card }) => card.id)));
        }
        const shown = deck.items.map(({ id }) => id);
        expect(new Set(shown).size).toBe(shown.length);
        expect(deck.past.some(({ card }) => shown.includes(card.id))).toBe(false);
      }
      const swiped = new Set(deck.past.map(({ card }) => card.id));
      const end = mergeDeck(deck, cards.filter(({ id }) => !swiped.has(id)), nothingUnderWay); // prettier-ignore
      expect(end.items.length + end.past.length).toBe(cards.length);
    }),
  );
});
