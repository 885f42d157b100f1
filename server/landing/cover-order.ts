import { type ColourKey, colours } from "#contract/colours.ts";
import { limits } from "#contract/limits.ts";

/** What decides about an outfit's place on the covers. */
export interface Cover {
  id: string;
  authorId: string;
  styleId: string;
  /** That most of its clothes have; null until it is analysed. */
  colour: ColourKey | null;
}

/** By how serious an order is: what admins picked, then what members like, then what there is. */
interface CoverSources {
  picked: readonly Cover[];
  /** The most liked first. */
  liked: readonly Cover[];
  newest: readonly Cover[];
}

/**
 * The covers in their order. Behind the picks authors come in turn, and neighbours differ in style and hue where possible. The
 * newest are only there to fill a site without much else.
 *
 * @see docs/product.md#covers
 */
export function orderCovers({ picked, liked, newest }: CoverSources): Cover[] {
  const ordered = [...picked];
  const add = (source: readonly Cover[], max: number) => {
    const waiting = source.filter(({ id }) => !ordered.some((cover) => cover.id === id));
    while (waiting.length > 0 && ordered.length < max) {
      const costs = waiting.map((cover) => costOf(cover, ordered));
      ordered.push(...waiting.splice(costs.indexOf(Math.min(...costs)), 1));
    }
  };
  add(liked, limits.coversMax);
  add(newest, limits.coversMin);
  return ordered;
}

function costOf({ authorId, styleId, colour }: Cover, ordered: readonly Cover[]): number {
  const before = ordered.at(-1);
  const isSameStyle = before?.styleId === styleId;
  const isSameHue = before !== undefined && isNear(before.colour, colour);
  return 3 * ordered.filter((cover) => cover.authorId === authorId).length + Number(isSameStyle) + Number(isSameHue);
}

const ring = colours.filter(({ isInRing }) => isInRing).map(({ key }): ColourKey => key);
const neutrals = colours.filter(({ isInRing }) => !isInRing).map(({ key }): ColourKey => key);

/** Whether two colours look alike side by side: not far on the ring, or next to each other among the neutrals. */
function isNear(one: ColourKey | null, other: ColourKey | null): boolean {
  if (one === null || other === null) return false;
  const apart = (list: readonly ColourKey[]) => Math.abs(list.indexOf(one) - list.indexOf(other));
  if (ring.includes(one) && ring.includes(other)) return Math.min(apart(ring), ring.length - apart(ring)) <= 2;
  return neutrals.includes(one) && neutrals.includes(other) && apart(neutrals) <= 1;
}
