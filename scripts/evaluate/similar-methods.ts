import type { AppContext } from "#server/http/context.ts";
import { type LookBlend, rankSimilarOutfits } from "#server/similarity/similarity.service.ts";

/** 'More like this' by shared tags, brands and style alone, and with more and more weight for how the clothes look. */
export const methods: Record<string, LookBlend> = {
  "without looks": { considered: 40, weight: 0 },
  "looks x 1": { considered: 40, weight: 1 },
  "looks x 2": { considered: 40, weight: 2 },
  "looks x 4": { considered: 40, weight: 4 },
  "looks x 8": { considered: 40, weight: 8 },
  "looks alone": { considered: 40, weight: 1_000 },
};
export const today = "without looks";

export type Lists = Map<string, string[]>;

/** The similar outfits of each, as a visitor gets them. */
export async function listAll(
  app: Pick<AppContext, "pool" | "config" | "clock">,
  ids: readonly string[],
  method: string,
  count: number,
): Promise<Lists> {
  const lists: Lists = new Map();
  for (const outfitId of ids)
    lists.set(outfitId, await rankSimilarOutfits(app, { viewerId: null, outfitId, count }, methods[method]));
  return lists;
}
