import type { RegisteredRouter } from "@tanstack/react-router";
import { whenLoaded } from "#web/lib/when-idle.ts";

/** Every screen links to these. */
const nearScreens = ["/explore", "/styles", "/swipes", "/outfit/$outfitId"] as const;

/** Loads their code before a tap, and after all that is shown now. */
export function preloadNearScreens(router: RegisteredRouter): void {
  for (const path of nearScreens) {
    // A failure is retried and shown on the tap.
    whenLoaded(() => void router.loadRouteChunk(router.routesByPath[path])?.catch(() => undefined));
  }
}
