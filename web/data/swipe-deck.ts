import { limits } from "#contract/limits.ts";
import type { OutfitCard } from "#contract/outfits.ts";
import type { SwipeDirection } from "#contract/swipes.ts";

export const deckKey = ["swipes", "deck"] as const;

export interface Swiped {
  card: OutfitCard;
  direction: SwipeDirection;
}

/** The cards to swipe and the ones already swiped. */
export interface Deck {
  /** Still to be swiped, the top card first. */
  items: OutfitCard[];
  /** Swiped since the deck was first loaded, the latest last. */
  past: Swiped[];
}

/** How many cards show at once; these keep their place when the deck is reloaded. */
export const cardsVisible = 3;

export function takeTop({ items, past }: Deck, direction: SwipeDirection): Deck {
  const [card, ...rest] = items;
  return card ? { items: rest, past: [...past, { card, direction }] } : { items, past };
}

/** Puts the card that was swiped last back on top. */
export function takeBack({ items, past }: Deck): Deck {
  const last = past.at(-1);
  return last ? { items: [last.card, ...items], past: past.slice(0, -1) } : { items, past };
}

/** After a failed swipe: its card comes next, unless it left the deck in the meantime. */
export function putBackNext({ items, past }: Deck, card: OutfitCard): Deck {
  if (!past.some((one) => one.card.id === card.id)) return { items, past };
  const [top, ...rest] = items;
  return { items: top ? [top, card, ...rest] : [card], past: past.filter((one) => one.card.id !== card.id) };
}

/** After a failed undo: the swipe stays, unless its card left the deck in the meantime. */
export function dropFromDeck({ items, past }: Deck, swiped: Swiped): Deck {
  const others = items.filter(({ id }) => id !== swiped.card.id);
  return others.length < items.length ? { items: others, past: [...past, swiped] } : { items, past };
}

/** Without the cards of a member who is blocked or muted, so that no undo brings one back. */
export function dropAuthor({ items, past }: Deck, authorId: string): Deck {
  return {
    items: items.filter(({ author }) => author.id !== authorId),
    past: past.filter(({ card }) => card.author.id !== authorId),
  };
}

/**
 * Merges the server's deck, which may not know the latest swipes yet. Visible cards keep their place unless they no
 * longer exist; behind them comes the server's order without cards swiped in the meantime. `isInFlight` says whether a
 * swipe or undo of an outfit was being sent while the server read its deck.
 */
export function mergeDeck(
  now: Deck | undefined,
  answer: readonly OutfitCard[],
  isInFlight: (id: string) => boolean,
): Deck {
  if (!now) return { items: [...answer], past: [] };
  const answered = new Set(answer.map(({ id }) => id));
  // A full answer ends before the oldest cards: nothing is known of those.
  const last = answer[limits.swipeDeckItems - 1];
  const isBeyond = ({ createdAt }: OutfitCard) => last !== undefined && createdAt <= last.createdAt;
  const table = now.items
    .slice(0, cardsVisible)
    .filter((card) => answered.has(card.id) || isInFlight(card.id) || isBeyond(card));
  const known = new Set([...table.map(({ id }) => id), ...now.past.map(({ card }) => card.id)]);
  return { items: [...table, ...answer.filter(({ id }) => !known.has(id))], past: now.past };
}

export function isReloadDue({ items }: Deck): boolean {
  return items.length <= limits.swipeReloadCardsLeft;
}
