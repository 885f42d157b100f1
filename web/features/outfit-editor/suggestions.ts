import type { DetectedItem, Detection } from "#contract/detection.ts";
import { limits } from "#contract/limits.ts";
import { emptyItem, isEmptyItem, type ItemFields } from "./outfit-form.ts";

/** A detected item by what it says: an item card that says the same is its card, until it is edited. */
export const keyOf = ({ category, productName }: Pick<ItemFields, "category" | "productName">) =>
  `${category}/${productName}`;

/** The detected items without repetitions. */
export function toSuggestions({ items }: Detection): DetectedItem[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}

/**
 * The cards with a suggestion's in the first empty place, or at the end; as they are if they are full or have it. It is
 * placed on the photo where it was seen.
 */
export function addSuggestion(
  items: readonly ItemFields[],
  suggestion: DetectedItem,
  imageId: string | null,
): ItemFields[] {
  const { category, brand, productName, point } = suggestion;
  if (items.some((item) => keyOf(item) === keyOf(suggestion))) return [...items];
  const spot = point && imageId !== null ? { imageId, x: toStep(point.x), y: toStep(point.y) } : null;
  const card = { ...emptyItem, category, brand, productName, spot };
  const place = items.findIndex(isEmptyItem);
  if (place >= 0) return items.map((item, index) => (index === place ? card : item));
  return items.length < limits.itemsMax ? [...items, card] : [...items];
}

/** The cards without a suggestion's; at least one card is left. */
export function removeSuggestion(items: readonly ItemFields[], suggestion: DetectedItem): ItemFields[] {
  const left = items.filter((item) => keyOf(item) !== keyOf(suggestion));
  return left.length === 0 ? [emptyItem] : left;
}

/** As exact as a spot is placed by hand. */
const toStep = (share: number) => Math.round(share * 1_000) / 1_000;
