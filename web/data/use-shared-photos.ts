import { useEffect, useRef } from "react";
import { takeSharedPhotos } from "#web/api/saved-data.ts";

/** What an address says of photos from another app: the service worker has them, or nobody does. */
export type SharedPhotos = "photo" | "lost";

/** Takes the photos that another app has shared, if the address says that there are any: none if they were lost since. */
export function useSharedPhotos(areShared: boolean, onPhotos: (files: readonly File[]) => void): void {
  const take = useRef(onPhotos);
  useEffect(() => {
    take.current = onPhotos;
  });
  useEffect(() => {
    if (!areShared) return;
    // What the browser cannot read is lost, too.
    const taken = takeSharedPhotos().catch((): File[] => []);
    void taken.then((photos) => take.current(photos));
  }, [areShared]);
}
