import { getSession } from "#web/api/session.ts";
import { isInBrowser } from "#web/lib/is-in-browser.ts";
import { lazyPart } from "#web/lib/lazy-part.ts";
import { whenLoaded } from "#web/lib/when-idle.ts";
import { ShareButton } from "./share-button.lazy.ts";

/** For members: visitors follow nobody. */
export const FollowingSwitch = lazyPart(() => import("#web/features/search/following-switch.tsx"), "FollowingSwitch");
/** Shown on request. */
export const ExploreFilters = lazyPart(() => import("./explore-filters.tsx"), "ExploreFilters");
export const NothingFound = lazyPart(() => import("./nothing-found.tsx"), "NothingFound");

/** Waits for the controls that are visible from the start; the rest loads when idle. The server renders all at once. */
export async function preloadControls(areFiltersShown: boolean): Promise<void> {
  if (!isInBrowser) await Promise.all([NothingFound.preload(), ShareButton.preload()]);
  if (!areFiltersShown) whenLoaded(() => void ExploreFilters.preload());
  await Promise.all([
    getSession().status === "signed-in" && FollowingSwitch.preload(),
    areFiltersShown && ExploreFilters.preload(),
  ]);
}
