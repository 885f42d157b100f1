import type { DetectedItem, Detection } from "#contract/detection.ts";
import { limits } from "#contract/limits.ts";
import { emptyItem, isEmptyItem, type ItemFields, type OutfitFields } from "./outfit-form.ts";

/** A detected item by what it says: an item card that says the same is its card, until it is edited. */
export const keyOf = ({ category, productName }: Pick<ItemFields, "category" | "productName">) =>
  `${category}/${productName}`;

/** Whether a card is a suggestion's: it says the same or, however it was edited, is at its place on the photo. */
export function isCardOf({ category, productName, point }: DetectedItem, card: ItemFields): boolean {
  if (keyOf(card) === keyOf({ category, productName })) return true;
  return point !== null && isAt(card.spot, { x: toStep(point.x), y: toStep(point.y) });
}

type Spot = ItemFields["spot"];

const isAt = (spot: Spot, place: { x: number; y: number } | null): boolean =>
  spot !== null && place !== null && spot.x === place.x && spot.y === place.y;

/** Of the cards of suggestions, how many still lack the brand, which only the member knows. */
export function countMissingBrands(suggestions: readonly DetectedItem[], cards: readonly ItemFields[]): number {
  const isDetected = (card: ItemFields) => suggestions.some((suggestion) => isCardOf(suggestion, card));
  return cards.filter((card) => card.brand.trim() === "" && isDetected(card)).length;
}

/** The detected items without repetitions. */
export function toSuggestions({ items }: Detection): DetectedItem[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}

/** A suggestion's card, placed on the photo where it was seen. */
export function toCard({ category, brand, productName, point }: DetectedItem, imageId: string | null): ItemFields {
  const spot = point && imageId !== null ? { imageId, x: toStep(point.x), y: toStep(point.y) } : null;
  return { ...emptyItem, category, brand, productName, spot };
}

/**
 * The cards with another one at `place`, instead of the first empty card; without a place there, or at the end. As they are if
 * they are full or have it.
 */
export function addCard(items: readonly ItemFields[], card: ItemFields, place?: number): ItemFields[] {
  if (items.some((item) => keyOf(item) === keyOf(card) || isAt(item.spot, card.spot))) return [...items];
  const empty = items.findIndex(isEmptyItem);
  if (empty < 0 && items.length >= limits.itemsMax) return [...items];
  const left = items.filter((_item, index) => index !== empty);
  if (place === undefined) return left.toSpliced(empty < 0 ? left.length : empty, 0, card);
  return left.toSpliced(empty >= 0 && empty < place ? place - 1 : place, 0, card);
}

/** A dismissed card with all that was typed into it, and its place among all cards, the dismissed ones included. */
export interface DismissedCard {
  card: ItemFields;
  place: number;
}

/** The place among all cards of the one at `index` of those that are left. */
export function toFullPlace(index: number, dismissed: readonly DismissedCard[]): number {
  return dismissed
    .map(({ place }) => place)
    .toSorted((one, other) => one - other)
    .reduce((full, place) => (place <= full ? full + 1 : full), index);
}

/** The place among the cards that are left of the one that is at `place` among all. */
export function toPlaceLeft(place: number, dismissed: readonly DismissedCard[]): number {
  return place - dismissed.filter((other) => other.place < place).length;
}

/** The cards without a suggestion's; at least one card is left. */
export function removeSuggestion(items: readonly ItemFields[], suggestion: DetectedItem): ItemFields[] {
  const left = items.filter((item) => !isCardOf(suggestion, item));
  return left.length === 0 ? [emptyItem] : left;
}

type Texts = Pick<OutfitFields, "title" | "styleId" | "items">;

/** What a detection wrote into the form; empty where it wrote nothing. */
export interface Filled {
  title: string;
  styleId: string;
  cards: readonly ItemFields[];
}
export const nothingFilled: Filled = { title: "", styleId: "", cards: [] };

/**
 * The fields with a detection's suggestions where nothing was typed or chosen, and what is new of it. What an earlier detection
 * wrote makes way, as long as it is as it was written.
 */
export function fillTexts(
  { title, styleId, items }: Texts,
  { suggested, earlier }: { suggested: Filled; earlier: Filled },
): { texts: Texts; filled: Filled } {
  const isTitleFree = title.trim() === "" || title === earlier.title;
  const isStyleFree = styleId === "" || styleId === earlier.styleId;
  const kept = items.filter((item) => !earlier.cards.some((card) => isSameCard(card, item)));
  const typed = kept.length === 0 ? [emptyItem] : kept;
  const cards = suggested.cards.reduce<readonly ItemFields[]>((items, card) => addCard(items, card), typed);
  return {
    texts: {
      title: isTitleFree ? suggested.title : title,
      styleId: isStyleFree ? suggested.styleId : styleId,
      items: [...cards],
    },
    filled: {
      title: isTitleFree ? suggested.title : "",
      styleId: isStyleFree ? suggested.styleId : "",
      cards: cards.filter((card) => !typed.includes(card)),
    },
  };
}

/** Whether nothing was typed into a card since it was written. Its place on the photo may have been moved. */
export function isAsWritten(card: ItemFields, item: ItemFields): boolean {
  return (["category", "brand", "productName", "productUrl"] as const).every((field) => card[field] === item[field]);
}

function isSameCard(card: ItemFields, item: ItemFields): boolean {
  return isAsWritten(card, item) && (card.spot === item.spot || isAt(card.spot, item.spot));
}

/** As exact as a spot is placed by hand. */
const toStep = (share: number) => Math.round(share * 1_000) / 1_000;
