import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import type { SearchMatches } from "#contract/search.ts";
import { call } from "#web/api/call.ts";
import type { FeedFilter } from "./outfits.ts";

export const searchQueries = {
  matches: ({ search = "", from }: Pick<FeedFilter, "search" | "from">) =>
    queryOptions({
      queryKey: ["search", search, from],
      queryFn: ({ signal }) => call("GET /api/search", { query: { search, from } }, signal),
      enabled: search !== "",
      // Going back shows the same people and tags above the feed.
      staleTime: 5 * 60_000,
      gcTime: 60 * 60_000,
      placeholderData: keepPreviousData,
    }),
};

interface Found {
  /** Those of the previous search while the current ones load. */
  matches: SearchMatches | undefined;
  /** The corrected search, if nothing has the words of the typed one. */
  correction: string | undefined;
  /** False after a failure, which is repeated. */
  isPending: boolean;
}

/** The people, styles, tags and brands that match a search. A failure does not affect the outfits. */
export function useSearchMatches({ search = "", from }: Pick<FeedFilter, "search" | "from">): Found {
  const { data, isFetching, isPlaceholderData, failureReason } = useQuery(searchQueries.matches({ search, from }));
  const isOld = isPlaceholderData || data === undefined;
  return {
    matches: search === "" ? undefined : data,
    correction: isOld || search === "" ? undefined : (data.correction ?? undefined),
    isPending: search !== "" && isOld && isFetching && failureReason === null,
  };
}
