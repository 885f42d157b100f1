import { useRouter } from "@tanstack/react-router";
import type { SharedPhotos } from "#web/data/use-shared-photos.ts";

/** What the address says of photos from another app, and what changes it. */
export interface Share {
  shared: SharedPhotos | undefined;
  note: (shared: SharedPhotos | undefined) => void;
}

const path = "/add-outfit";

export function useShare(shared: SharedPhotos | undefined): Share {
  const router = useRouter();
  const note = (next: SharedPhotos | undefined) => {
    // Somebody who has just left must not be led back.
    if (router.latestLocation.pathname !== path) return;
    void router.navigate({
      to: path,
      search: (last) => ({ ...last, shared: next }),
      replace: true,
      resetScroll: false,
      viewTransition: false,
    });
  };
  return { shared, note };
}
