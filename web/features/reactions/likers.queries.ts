import { infiniteQueryOptions } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";

/** Who liked an outfit, newest first. */
export const likersQuery = (outfitId: string) =>
  infiniteQueryOptions({
    queryKey: ["likers", outfitId],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      call("GET /api/outfits/:outfitId/likes", { params: { outfitId }, query: { cursor } }, signal),
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    staleTime: 0,
  });
