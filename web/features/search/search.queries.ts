import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import type { SearchMatches } from "#contract/search.ts";
import { call } from "#web/api/call.ts";

export const searchQueries = {
  matches: (search: string) =>
    queryOptions({
      queryKey: ["search", search],
      queryFn: ({ signal }) => call("GET /api/search", { query: { search } }, signal),
      enabled: search !== "",
      // Back finds the same people and tags above the feed.
      staleTime: 5 * 60_000,
      gcTime: 60 * 60_000,
      placeholderData: keepPreviousData,
    }),
};

interface Found {
  /** Of the words before while those of the present ones are on their way. */
  matches: SearchMatches | undefined;
  /** The words that stand in for those that no outfit holds. */
  correction: string | undefined;
  isPending: boolean;
}

/** What a search means beside the outfits that it finds. A failure is none of the outfits' concern. */
export function useSearchMatches(search = ""): Found {
  const { data, isFetching, isPlaceholderData } = useQuery(searchQueries.matches(search));
  const isOld = isPlaceholderData || data === undefined;
  return {
    matches: search === "" ? undefined : data,
    correction: isOld || search === "" ? undefined : (data.correction ?? undefined),
    isPending: search !== "" && isOld && isFetching,
  };
}
