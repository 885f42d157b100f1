import { useLocation } from "@tanstack/react-router";
import { useHydrated } from "#web/lib/hydration/use-hydrated.ts";
import { type ExploreSearch, isFiltered } from "./explore-search.ts";

/** Whether the filters are open: as the history entry says, otherwise if one is set. The server knows only the URL. */
export function useAreStylesShown(search: ExploreSearch): boolean {
  const saved = useLocation({ select: ({ state }) => state.areStylesShown });
  const isHydrated = useHydrated();
  return (isHydrated ? saved : undefined) ?? isFiltered(search);
}
