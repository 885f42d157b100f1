import { type RegisteredRouter, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { whenLoaded } from "./when-idle.ts";

type ScreenPath = keyof RegisteredRouter["routesByPath"];

/** Loads a screen's code before a tap, and after all that is shown now. */
export function preloadScreen(router: RegisteredRouter, path: ScreenPath): void {
  // A failure is retried and shown on the tap.
  whenLoaded(() => void router.loadRouteChunk(router.routesByPath[path])?.catch(() => undefined));
}

/** For a list: the screen that its rows lead to. */
export function usePreloadedScreen(path: ScreenPath): void {
  const router = useRouter();
  useEffect(() => preloadScreen(router, path), [router, path]);
}
