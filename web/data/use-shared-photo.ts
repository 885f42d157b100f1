import { useEffect, useRef } from "react";
import { takeSharedPhoto } from "#web/api/saved-data.ts";

/** What an address says of a photo from another app: the service worker has it, or nobody does. */
export type SharedPhoto = "photo" | "lost";

/** Takes the photo that another app has shared, if the address says that there is one. */
export function useSharedPhoto(isShared: boolean, onPhoto: (file: File) => void): void {
  const take = useRef(onPhoto);
  useEffect(() => {
    take.current = onPhoto;
  });
  useEffect(() => {
    if (isShared) void takeSharedPhoto().then((photo) => photo && take.current(photo));
  }, [isShared]);
}
