import { infiniteQueryOptions, queryOptions, useMutation } from "@tanstack/react-query";
import type { FeedCard } from "#contract/outfits.ts";
import type { Page } from "#contract/page.ts";
import { call } from "#web/api/call.ts";

export interface FeedFilter {
  search?: string | undefined;
  /** Id of a style. */
  style?: string | undefined;
  tag?: string | undefined;
  brand?: string | undefined;
  /** Only of those whom the member follows. */
  from?: "following" | undefined;
}

const hourMs = 3_600_000;

export const outfitQueries = {
  /** What stands on the screen moves only by what its reader does; `enterFeed` says when it is read anew. */
  feed: (filter: FeedFilter = {}) =>
    infiniteQueryOptions({
      queryKey: ["outfits", "feed", filter],
      initialPageParam: undefined as string | undefined,
      queryFn: ({ pageParam: cursor, signal }): Promise<Page<FeedCard>> =>
        call("GET /api/outfits", { query: { cursor, ...filter } }, signal),
      getNextPageParam: (last) => last.nextCursor ?? undefined,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: hourMs,
      meta: { failure: "Failed to load outfits" },
    }),
  similar: (outfitId: string) =>
    queryOptions({
      queryKey: ["outfits", "similar", outfitId],
      queryFn: ({ signal }) => call("GET /api/outfits/:outfitId/similar", { params: { outfitId } }, signal),
      staleTime: 5 * 60_000,
    }),
  trending: () =>
    queryOptions({
      queryKey: ["outfits", "trending"],
      queryFn: ({ signal }) => call("GET /api/trending", undefined, signal),
      meta: { failure: "Failed to load trending outfits" },
    }),
  detail: (outfitId: string) =>
    queryOptions({
      queryKey: ["outfits", "detail", outfitId],
      queryFn: ({ signal }) => call("GET /api/outfits/:outfitId", { params: { outfitId } }, signal),
      meta: { failure: "Failed to load outfit" },
    }),
};

/** Tells the server that a member looked; the count itself may lag, and a failure is nobody's concern. */
export function useCountView() {
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: (outfitId: string) => call("POST /api/outfits/:outfitId/views", { params: { outfitId } }),
  });
}
