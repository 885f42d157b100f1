import { lazyRouteComponent } from "@tanstack/react-router";

/** Comes with the first feed that has a name to be shared by. */
export const ShareButton = lazyRouteComponent(() => import("#web/features/outfits/share-button.tsx"), "ShareButton");
