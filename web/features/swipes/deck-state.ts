import { limits } from "#contract/limits.ts";
import type { OutfitCard } from "#contract/outfits.ts";
import type { SwipeDirection } from "#contract/swipes.ts";

export interface Swiped {
  card: OutfitCard;
  direction: SwipeDirection;
}

/** What lies on the table and what has left it. */
export interface Deck {
  /** Still to be swiped; the first lies on top. */
  items: OutfitCard[];
  /** Swiped since the deck was first dealt, the latest last. */
  past: Swiped[];
}

/** How many cards show at once: these stay as they lie when others are dealt. */
export const cardsOnTable = 3;

export function takeTop({ items, past }: Deck, direction: SwipeDirection): Deck {
  const [card, ...rest] = items;
  return card ? { items: rest, past: [...past, { card, direction }] } : { items, past };
}

/** The card that was swiped last lies on top again. */
export function takeBack({ items, past }: Deck): Deck {
  const last = past.at(-1);
  return last ? { items: [last.card, ...items], past: past.slice(0, -1) } : { items, past };
}

/** A swipe that could not be recorded did not happen: its card comes next. */
export function putNext({ items, past }: Deck, card: OutfitCard): Deck {
  const [top, ...rest] = items.filter(({ id }) => id !== card.id);
  return { items: top ? [top, card, ...rest] : [card], past: past.filter((one) => one.card.id !== card.id) };
}

/** A swipe that could not be taken back stands. */
export function putAway({ items, past }: Deck, swiped: Swiped): Deck {
  return { items: items.filter(({ id }) => id !== swiped.card.id), past: [...past, swiped] };
}

/**
 * Takes in what the server answers, which may not know of the latest swipes yet. The cards on the table stay where they
 * lie, unless they are gone; behind them the server's order holds, without any that was swiped meanwhile.
 *
 * @param isUnderWay Whether a swipe of this outfit, or its undoing, is still on its way to the server.
 */
export function deal(now: Deck | undefined, answer: readonly OutfitCard[], isUnderWay: (id: string) => boolean): Deck {
  if (!now) return { items: [...answer], past: [] };
  const answered = new Set(answer.map(({ id }) => id));
  const table = now.items.slice(0, cardsOnTable).filter(({ id }) => answered.has(id) || isUnderWay(id));
  const known = new Set([...table.map(({ id }) => id), ...now.past.map(({ card }) => card.id)]);
  return { items: [...table, ...answer.filter(({ id }) => !known.has(id))], past: now.past };
}

export function isReloadDue({ items }: Deck): boolean {
  return items.length <= limits.swipeReloadCardsLeft;
}
