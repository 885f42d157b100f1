import { isBlankText } from "#contract/blank-text.ts";
import type { DetectedItem, Detection } from "#contract/detection.ts";
import { limits } from "#contract/limits.ts";
import {
  type DismissedCard,
  emptyItem,
  isEmptyItem,
  type ItemFields,
  nothingSuggested,
  type OutfitFields,
  type Suggested,
} from "./outfit-form.ts";

/** A detected item by what it says and its place, so that a later detection of the same photo gives it the same id. */
export function idOf({ category, productName, point }: DetectedItem): string {
  const name = nameOf({ category, productName });
  return point === null ? name : `${name} at ${toStep(point.x)}, ${toStep(point.y)}`;
}

const nameOf = ({ category, productName }: Pick<ItemFields, "category" | "productName">) =>
  `${category}/${productName}`;

/** Whether a card is a suggestion's, however it was edited. */
export function isCardOf(suggestionId: string | null, card: ItemFields): boolean {
  return suggestionId !== null && card.suggestionId === suggestionId && !isEmptyItem(card);
}

/** Whether a card says the same as a suggestion's, or is at its place on the photo. */
function isLike(card: ItemFields, { spot, ...suggested }: ItemFields): boolean {
  if (isEmptyItem(card)) return false;
  return nameOf(card) === nameOf(suggested) || (spot !== null && isSameSpot(card.spot, spot));
}

type Spot = ItemFields["spot"];

/** Of the cards of suggestions, how many still lack the brand, which only the member knows. */
export function countMissingBrands(suggestions: readonly DetectedItem[], cards: readonly ItemFields[]): number {
  const isDetected = (card: ItemFields) => suggestions.some((suggestion) => isCardOf(idOf(suggestion), card));
  return cards.filter((card) => isBlankText(card.brand) && isDetected(card)).length;
}

/** The detected items without repetitions. */
export function toSuggestions({ items }: Pick<Detection, "items">): DetectedItem[] {
  return [...new Map(items.map((item) => [nameOf(item), item])).values()];
}

/** A suggestion's card, placed on the photo where it was seen. */
export function toCard(item: DetectedItem, imageId: string | null): ItemFields {
  const { category, brand, productName, point } = item;
  const spot = point && imageId !== null ? { imageId, x: toStep(point.x), y: toStep(point.y) } : null;
  return { ...emptyItem, category, brand, productName, spot, suggestionId: idOf(item) };
}

/**
 * The cards with a suggestion's: the one that is there already or is like it, or else the given one. Of several suggestions
 * (`ids`) each has a card of its own, also where they are seen in one place.
 */
export function addSuggestion(items: readonly ItemFields[], card: ItemFields, ids: readonly string[]): ItemFields[] {
  const { suggestionId } = card;
  const own = items.find((item) => isCardOf(suggestionId, item));
  const isTaken = (item: ItemFields) => item.suggestionId !== null && ids.includes(item.suggestionId);
  const there = own ?? items.find((item) => !isTaken(item) && isLike(item, card));
  if (!there) return insertCard(items, card);
  return items.map((item) => (item === there ? { ...item, suggestionId } : item));
}

/** The cards with another one at `place`, instead of the first empty card; without a place there, or at the end. */
export function insertCard(items: readonly ItemFields[], card: ItemFields, place?: number): ItemFields[] {
  if (isFull(items)) return [...items];
  const empty = items.findIndex(isEmptyItem);
  const left = items.filter((_item, index) => index !== empty);
  if (place === undefined) return left.toSpliced(empty < 0 ? left.length : empty, 0, card);
  return left.toSpliced(empty >= 0 && empty < place ? place - 1 : place, 0, card);
}

/** Whether no card can be added. */
export function isFull(items: readonly ItemFields[]): boolean {
  return items.length >= limits.itemsMax && !items.some(isEmptyItem);
}

/** The place among all cards of the one at `index` of those that are left. */
export function toFullPlace(index: number, dismissed: readonly DismissedCard[]): number {
  return dismissed
    .flatMap(({ place }) => place ?? [])
    .toSorted((one, other) => one - other)
    .reduce((full, place) => (place <= full ? full + 1 : full), index);
}

/** The place among the cards that are left of the one that is at `place` among all. */
export function toPlaceLeft(place: number, dismissed: readonly DismissedCard[]): number {
  return place - dismissed.filter((other) => other.place !== null && other.place < place).length;
}

/** The cards without one of them; at least one card is left. */
export function removeCard(items: readonly ItemFields[], card: ItemFields): ItemFields[] {
  const left = items.filter((item) => item !== card);
  return left.length === 0 ? [emptyItem] : left;
}

/** How a list of cards becomes another one. */
interface CardChanges {
  /** What is new of cards that stay, by their index before. */
  kept: Map<number, ItemFields>;
  /** Indices before. */
  removed: number[];
  /** By their index afterwards, in this order. */
  added: Map<number, ItemFields>;
}

/** Compares two lists of cards. Cards that stay are in the same order in both; one that was empty may be filled. */
export function compareCards(now: readonly ItemFields[], next: readonly ItemFields[]): CardChanges {
  const changes: CardChanges = { kept: new Map(), removed: [], added: new Map() };
  let from = 0;
  for (const [place, card] of next.entries()) {
    const later = next.slice(place + 1).flatMap((one) => (now.includes(one) ? now.indexOf(one) : []));
    const left = now.slice(from, later[0]);
    const index = [
      left.indexOf(card),
      left.findIndex((one) => isAsWritten(one, { ...card, suggestionId: one.suggestionId })),
      left.findIndex(isEmptyItem),
    ].find((found) => found >= 0);
    if (index === undefined) changes.added.set(place, card);
    else {
      const before = from + index;
      if (now[before] !== card) changes.kept.set(before, card);
      for (let gone = from; gone < before; gone++) changes.removed.push(gone);
      from = before + 1;
    }
  }
  for (let gone = from; gone < now.length; gone++) changes.removed.push(gone);
  return changes;
}

type Texts = Pick<OutfitFields, "title" | "styleId" | "items">;
/** What a detection wrote, or would write, into the form. */
type Written = Pick<Suggested, "title" | "styleId" | "cards">;

/**
 * The fields with a detection's suggestions where nothing was typed or chosen, and what detections wrote of them. What an earlier
 * one wrote makes way, as long as it is as it was written and not accepted.
 */
export function fillTexts(
  { title, styleId, items }: Texts,
  { suggested, earlier }: { suggested: Written; earlier: Suggested },
): { texts: Texts; filled: Written & Pick<Suggested, "accepted"> } {
  const open = withoutAccepted(earlier);
  const isTitleFree = isBlankText(title) || title === open.title;
  const isStyleFree = styleId === "" || styleId === open.styleId;
  const kept = items.filter((item) => !open.cards.some((card) => isSameCard(card, item)));
  const typed = kept.length === 0 ? [emptyItem] : kept;
  const ids = suggested.cards.flatMap(({ suggestionId }) => suggestionId ?? []);
  const cards = suggested.cards.reduce<ItemFields[]>((all, card) => addSuggestion(all, card, ids), typed);
  const left = earlier.cards.filter(({ suggestionId }) => kept.some((item) => isCardOf(suggestionId, item)));
  return {
    texts: {
      title: isTitleFree ? suggested.title : title,
      styleId: isStyleFree ? suggested.styleId : styleId,
      items: cards,
    },
    filled: {
      title: isTitleFree ? suggested.title : "",
      styleId: isStyleFree ? suggested.styleId : "",
      cards: [...left, ...suggested.cards.filter((card) => cards.includes(card))],
      accepted: earlier.accepted.filter((key) => left.some(({ suggestionId }) => suggestionId === key)),
    },
  };
}

/** The fields without what a detection wrote, unless it was edited or accepted; no card is a suggestion's any more. */
export function withdrawTexts(texts: Texts, earlier: Suggested): Texts {
  const { title, styleId, items } = fillTexts(texts, { suggested: nothingSuggested, earlier }).texts;
  return { title, styleId, items: items.map((item) => ({ ...item, suggestionId: null })) };
}

function withoutAccepted({ title, styleId, cards, accepted }: Suggested): Written {
  return {
    title: accepted.includes("title") ? "" : title,
    styleId: accepted.includes("styleId") ? "" : styleId,
    cards: cards.filter(({ suggestionId }) => suggestionId === null || !accepted.includes(suggestionId)),
  };
}

/** Whether nothing was typed into a suggestion's card since it was written. Its place on the photo may have been moved. */
export function isAsWritten(card: ItemFields, item: ItemFields): boolean {
  return (["suggestionId", "category", "brand", "productName", "productUrl"] as const).every(
    (field) => card[field] === item[field],
  );
}

function isSameCard(card: ItemFields, item: ItemFields): boolean {
  return isAsWritten(card, item) && isSameSpot(card.spot, item.spot);
}

const isSameSpot = (one: Spot, other: Spot): boolean => one?.x === other?.x && one?.y === other?.y;

/** As exact as a spot is placed by hand. */
const toStep = (share: number) => Math.round(share * 1_000) / 1_000;
