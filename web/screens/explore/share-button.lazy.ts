import { lazyRouteComponent } from "@tanstack/react-router";

/** Loads with the first feed that has a name to share. */
export const ShareButton = lazyRouteComponent(() => import("#web/features/outfits/share-button.tsx"), "ShareButton");
