import { lazyPart } from "#web/lib/lazy-part.ts";

/** Loads with the first feed that has a name to share. */
export const ShareButton = lazyPart(() => import("#web/features/outfits/share-button.tsx"), "ShareButton");
