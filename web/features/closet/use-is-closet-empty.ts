import { useInfiniteQuery } from "@tanstack/react-query";
import { closetQueries } from "#web/data/closet.ts";
import { useIsSaveShown } from "#web/data/reactions.ts";

/**
 * Whether the caller has saved nothing at all; false while that is not known.
 *
 * @param isAsked If false, nothing is loaded.
 */
export function useIsClosetEmpty(isAsked: boolean): boolean {
  const { data, hasNextPage } = useInfiniteQuery({ ...closetQueries.own(), enabled: isAsked });
  const isShown = useIsSaveShown();
  return data !== undefined && !hasNextPage && !data.pages.some(({ items }) => items.some(isShown));
}
