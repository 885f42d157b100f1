import type { QueryClient } from "@tanstack/react-query";
import { lazyRouteComponent } from "@tanstack/react-router";

const loadComments = () => import("./outfit-comments.tsx");

// Everything below the photograph and its heading loads after them.
export const OutfitComments = lazyRouteComponent(loadComments, "OutfitComments");
export const MoreOutfits = lazyRouteComponent(() => import("#web/features/outfits/more-outfits.tsx"), "MoreOutfits");

/** On the photograph: the way on through the list, and the photograph in full. */
export const PhotoTools = lazyRouteComponent(() => import("#web/features/outfits/photo-tools.tsx"), "PhotoTools");

/** Preloads both; a failure is shown in their place. */
export function preloadBelow(client: QueryClient, outfitId: string): void {
  loadComments().then(
    ({ prefetchComments }) => prefetchComments(client, outfitId),
    () => undefined,
  );
  void MoreOutfits.preload?.();
  void PhotoTools.preload?.();
}
