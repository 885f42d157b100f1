import type { QueryClient } from "@tanstack/react-query";
import { isInBrowser } from "#web/lib/is-in-browser.ts";
import { lazyPart } from "#web/lib/lazy-part.ts";

const loadComments = () => import("./outfit-comments.tsx");

// Everything below the photograph and its heading loads after them.
export const OutfitComments = lazyPart(loadComments, "OutfitComments");
export const MoreOutfits = lazyPart(() => import("#web/features/outfits/more-outfits.tsx"), "MoreOutfits");

/** On the photograph: the way on through the list, and the photograph in full. */
export const PhotoTools = lazyPart(() => import("#web/features/outfits/photo-tools.tsx"), "PhotoTools");

/** Preloads all; a failure is shown in their place. Only the server, which renders them at once, waits for them. */
export function preloadBelow(client: QueryClient, outfitId: string): Promise<unknown> | undefined {
  const comments = loadComments().then(
    ({ prefetchComments }) => prefetchComments(client, outfitId),
    () => undefined,
  );
  const all = Promise.all([comments, OutfitComments.preload(), MoreOutfits.preload(), PhotoTools.preload()]);
  return isInBrowser ? undefined : all;
}
