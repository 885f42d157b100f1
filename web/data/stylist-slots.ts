import { limits } from "#contract/limits.ts";
import type { Author } from "#contract/page.ts";
import type { TopStylist } from "#contract/stylists.ts";

/** The three slots in order, null for an empty one. */
export type Slots = readonly (Author | null)[];

export function toSlots(items: readonly TopStylist[]): Slots {
  return Array.from(
    { length: limits.topStylistsMax },
    (_, index) => items.find(({ position }) => position === index + 1)?.stylist ?? null,
  );
}

export function toItems(slots: Slots): TopStylist[] {
  return slots.flatMap((stylist, index) => (stylist ? [{ position: index + 1, stylist }] : []));
}

/** Swaps two slots; positions count from 1. */
export function swapSlots(slots: Slots, from: number, to: number): Slots {
  return slots.with(to - 1, slots[from - 1] ?? null).with(from - 1, slots[to - 1] ?? null);
}
