import { Outlet, useChildMatches } from "@tanstack/react-router";
import { useState } from "react";

/**
 * The router's outlet, mounted again for each route, so that the screen that is left is unmounted in the render that learns of it,
 * and again when a route that was entered is no longer pending, so that its screen is there when the router says so.
 *
 * The outlet itself would keep its boundaries, and with them the former screen for as long as the next one is pending.
 * Preact may still render a screen that is kept like that, whose route has no search, parameters or context any more. It
 * also shows the next one only when its promise is kept, which is after the router has restored the scroll position.
 */
export function ScreenOutlet() {
  const routeId = useChildMatches({ select: (matches) => matches[0]?.routeId });
  const isPending = useChildMatches({ select: (matches) => matches[0]?.status === "pending" });
  // A screen that stays, with other search or parameters, keeps its state while they are pending.
  const [shownId, setShownId] = useState(isPending ? undefined : routeId);
  if (!isPending && shownId !== routeId) setShownId(routeId);
  return <Outlet key={isPending && shownId !== routeId ? `${routeId} pending` : routeId} />;
}
