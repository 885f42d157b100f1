import type { RegisteredRouter } from "@tanstack/react-router";
import { preloadScreen } from "#web/lib/use-preloaded-screen.ts";

/** Every screen links to these. */
const nearScreens = ["/explore", "/styles", "/swipes", "/outfit/$outfitId"] as const;

export function preloadNearScreens(router: RegisteredRouter): void {
  for (const path of nearScreens) preloadScreen(router, path);
}
