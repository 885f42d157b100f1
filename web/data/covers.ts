import { queryOptions, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { OutfitCard } from "#contract/outfits.ts";
import { call } from "#web/api/call.ts";
import { orderForCover } from "#web/lib/cover-order.ts";
import { outfitKeys, outfitQueries } from "./outfits.ts";

/** The outfits that admins chose to lead the covers. */
const coverPicksQuery = queryOptions({
  queryKey: outfitKeys.coverPicks,
  queryFn: ({ signal }) => call("GET /api/cover-picks", undefined, signal),
  staleTime: 10 * 60_000,
  retry: false,
});

const nothing: OutfitCard[] = [];

/** The outfits of a cover in their order, undefined while they load; empty on failure, because covers work without. */
export function useCovers(): OutfitCard[] | undefined {
  const feed = useInfiniteQuery(outfitQueries.feed());
  const picks = useQuery(coverPicksQuery);
  const newest = feed.isError ? nothing : feed.data?.pages[0]?.items;
  const picked = picks.isError ? nothing : picks.data?.items;
  return useMemo(() => newest && picked && orderForCover(newest, picked), [newest, picked]);
}
