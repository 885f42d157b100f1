import { call } from "#web/api/call.ts";
import { pagedQuery } from "./paged.ts";

export const likersKeys = {
  all: ["likers"],
  ofOutfit: (outfitId: string) => ["likers", outfitId],
} as const;

/** Who liked an outfit, newest first. */
export const likersQuery = (outfitId: string) =>
  pagedQuery(
    likersKeys.ofOutfit(outfitId),
    (cursor, signal) => call("GET /api/outfits/:outfitId/likes", { params: { outfitId }, query: { cursor } }, signal),
    { staleTime: 0 },
  );
