import { useEffectEvent, useLayoutEffect } from "react";
import { listenForPastedPictures } from "./pasted-picture.ts";

/** Handles a picture pasted anywhere on the page; pasted text is left alone. */
export function usePastedPicture(onPicture: (file: File) => void): void {
  const take = useEffectEvent(onPicture);
  useLayoutEffect(() => listenForPastedPictures((file) => take(file)), []);
}
