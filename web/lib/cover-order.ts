import type { OutfitCard } from "#contract/outfits.ts";

// Not among the limits, which the first load does without.
const likesMin = 3;
const widthMin = 1_080;

/** Whether an outfit may lead: its picture is large, and it is not there since a minute with nobody having liked it. */
const isGood = ({ likesCount, picture }: OutfitCard): boolean => likesCount >= likesMin && picture.width >= widthMin;

/**
 * The outfits in the order in which covers show them: those that admins picked, then of the newest the good ones first,
 * authors in turn, neighbours of different styles where possible. So what was posted last does not lead by itself,
 * docs/product.md#covers.
 */
export function orderForCover(newest: readonly OutfitCard[], picked: readonly OutfitCard[]): OutfitCard[] {
  const ordered = [...picked];
  const waiting = newest.filter(({ id }) => !ordered.some((pick) => pick.id === id));
  const costOf = (outfit: OutfitCard) =>
    (isGood(outfit) ? 0 : 4) +
    2 * ordered.filter(({ author }) => author.id === outfit.author.id).length +
    (outfit.style.id === ordered.at(-1)?.style.id ? 1 : 0);
  while (waiting.length > 0) {
    const costs = waiting.map(costOf);
    ordered.push(...waiting.splice(costs.indexOf(Math.min(...costs)), 1));
  }
  return ordered;
}
