import type { AnyRouter } from "@tanstack/react-router";
import { listenForShortcuts } from "#web/features/keyboard/keyboard-shortcuts.ts";
import { listenForPhotos } from "#web/features/photo-search/listen-for-photos.ts";

/** Starts what a computer's keyboard and mouse do anywhere, until the returned function is called. */
export function startComputerInput(router: AnyRouter): () => void {
  const stops = [listenForShortcuts(router), listenForPhotos(router)];
  return () => {
    for (const stop of stops) stop();
  };
}
