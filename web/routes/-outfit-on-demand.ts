import type { QueryClient } from "@tanstack/react-query";
import { lazyRouteComponent } from "@tanstack/react-router";

const loadComments = () => import("./-outfit-comments.tsx");

// What stands below the photograph and its heading comes after them.
export const OutfitComments = lazyRouteComponent(loadComments, "OutfitComments");
export const MoreOutfits = lazyRouteComponent(() => import("#web/features/outfits/more-outfits.tsx"), "MoreOutfits");

/** Asks for both at once; where they do not come, the page says so in their place. */
export function preloadBelow(client: QueryClient, outfitId: string): void {
  loadComments().then(
    ({ prefetchComments }) => prefetchComments(client, outfitId),
    () => undefined,
  );
  void MoreOutfits.preload?.();
}
