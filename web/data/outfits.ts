import { queryOptions } from "@tanstack/react-query";
import { hourMs } from "#contract/durations.ts";
import type { FeedCard } from "#contract/outfits.ts";
import type { Page } from "#contract/page.ts";
import { call } from "#web/api/call.ts";
import { pagedQuery } from "./paged.ts";

export interface FeedFilter {
  search?: string | undefined;
  /** Id of a style. */
  style?: string | undefined;
  tag?: string | undefined;
  brand?: string | undefined;
  /** Only outfits of members whom the caller follows. */
  from?: "following" | undefined;
  /** Without outfits made with AI. */
  ai?: "exclude" | undefined;
  /** Keys of colours, separated by commas. */
  colours?: string | undefined;
  /** Those of this week, the most popular first, instead of the newest. */
  sort?: "popular" | undefined;
}

export const outfitKeys = {
  all: ["outfits"],
  feed: (filter: FeedFilter) => ["outfits", "feed", filter],
  similar: (outfitId: string) => ["outfits", "similar", outfitId],
  covers: ["outfits", "covers"],
  trending: ["outfits", "trending"],
  detail: (outfitId: string) => ["outfits", "detail", outfitId],
} as const;

export const outfitQueries = {
  /** Never refetched automatically, so that the feed does not move under the reader; `enterFeed` decides when to reload. */
  feed: (filter: FeedFilter = {}) =>
    pagedQuery(
      outfitKeys.feed(filter),
      (cursor, signal): Promise<Page<FeedCard>> => call("GET /api/outfits", { query: { cursor, ...filter } }, signal),
      { staleTime: Number.POSITIVE_INFINITY, gcTime: hourMs, meta: { failure: "Failed to load outfits" } },
    ),
  similar: (outfitId: string) =>
    queryOptions({
      queryKey: outfitKeys.similar(outfitId),
      queryFn: ({ signal }) => call("GET /api/outfits/:outfitId/similar", { params: { outfitId } }, signal),
      staleTime: 5 * 60_000,
    }),
  trending: () =>
    queryOptions({
      queryKey: outfitKeys.trending,
      queryFn: ({ signal }) => call("GET /api/trending", undefined, signal),
      meta: { failure: "Failed to load trending outfits" },
    }),
  detail: (outfitId: string) =>
    queryOptions({
      queryKey: outfitKeys.detail(outfitId),
      queryFn: ({ signal }) => call("GET /api/outfits/:outfitId", { params: { outfitId } }, signal),
      meta: { failure: "Failed to load outfit" },
    }),
};
