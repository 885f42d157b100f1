import { lazyRouteComponent } from "@tanstack/react-router";
import { getSession } from "#web/api/session.ts";
import { whenIdle } from "#web/lib/when-idle.ts";

/** For members: visitors follow nobody. */
export const FollowingSwitch = lazyRouteComponent(
  () => import("#web/features/search/following-switch.tsx"),
  "FollowingSwitch",
);
/** Shown on request. */
export const ExploreFilters = lazyRouteComponent(() => import("./explore-filters.tsx"), "ExploreFilters");

/** Waits for the controls that are visible from the start; the rest loads when idle. */
export async function preloadControls(areFiltersShown: boolean): Promise<void> {
  if (!areFiltersShown) whenIdle(() => void ExploreFilters.preload?.());
  await Promise.all([
    getSession().status === "signed-in" && FollowingSwitch.preload?.(),
    areFiltersShown && ExploreFilters.preload?.(),
  ]);
}
