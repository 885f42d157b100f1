import { limits } from "#contract/limits.ts";
import type { Author } from "#contract/page.ts";
import type { TopStylist } from "#contract/stylists.ts";

/** The three spots in order, null for an empty one. */
export type Spots = readonly (Author | null)[];

export function toSpots(items: readonly TopStylist[]): Spots {
  return Array.from(
    { length: limits.topStylistsMax },
    (_, index) => items.find(({ position }) => position === index + 1)?.stylist ?? null,
  );
}

export function toItems(spots: Spots): TopStylist[] {
  return spots.flatMap((stylist, index) => (stylist ? [{ position: index + 1, stylist }] : []));
}

/** Two spots changed for each other; spots are counted from 1. */
export function swapSpots(spots: Spots, from: number, to: number): Spots {
  return spots.with(to - 1, spots[from - 1] ?? null).with(from - 1, spots[to - 1] ?? null);
}
