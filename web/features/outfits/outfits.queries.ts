import { infiniteQueryOptions, queryOptions, useMutation } from "@tanstack/react-query";
import type { OutfitCard } from "#contract/outfits.ts";
import type { Page } from "#contract/page.ts";
import { call } from "#web/api/call.ts";

export interface FeedFilter {
  search?: string | undefined;
  /** Id of a style. */
  style?: string | undefined;
}

export const outfitQueries = {
  feed: ({ search, style }: FeedFilter = {}) =>
    infiniteQueryOptions({
      queryKey: ["outfits", "feed", { search: search ?? null, style: style ?? null }],
      initialPageParam: undefined as string | undefined,
      queryFn: ({ pageParam: cursor, signal }): Promise<Page<OutfitCard>> =>
        call("GET /api/outfits", { query: { cursor, search, style } }, signal),
      getNextPageParam: (last) => last.nextCursor ?? undefined,
      meta: { failure: "Failed to load outfits" },
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
