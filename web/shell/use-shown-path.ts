import { rootRouteId, useRouterState } from "@tanstack/react-router";

/**
 * The path of the screen that is rendered. `useLocation` already names the next one while its code and data load: bars
 * that followed it would come or go before their screen does, and move it.
 */
export function useShownPath(): string {
  return useRouterState({
    select: ({ matches, location }) => {
      const shown = matches.at(-1);
      return shown && shown.routeId !== rootRouteId ? shown.pathname : location.pathname;
    },
  });
}
