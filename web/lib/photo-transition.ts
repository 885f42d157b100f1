import type { CSSProperties } from "react";
import { rememberOpenedList } from "./opened-list.ts";

/**
 * The outfit that was opened last. Only its photograph has the view-transition name that animates it between grid and
 * page.
 */
let openedId: string | undefined;
/** The file that its photograph showed in the grid. */
let openedFile = "";

export const openedPhotoName = "outfit-photo";

/** @param photo The photograph that was pressed; an outfit may be on a page more than once. */
export function markOpenedPhoto(outfitId: string, photo: HTMLImageElement | null): void {
  if (photo?.complete) openedFile = photo.currentSrc;
  else if (!wasOpened(outfitId)) openedFile = "";
  openedId = outfitId;
  if (photo?.closest("a")) rememberOpenedList(photo);
  for (const named of document.querySelectorAll<HTMLElement>(`[style*="${openedPhotoName}"]`)) {
    named.style.viewTransitionName = "";
  }
  if (photo) photo.style.viewTransitionName = openedPhotoName;
}

export function wasOpened(outfitId: string): boolean {
  return openedId === outfitId;
}

/** Of the photograph on the outfit's page: until it has loaded, it shows the file that the grid showed. */
export const openedPhotoStyle = (outfitId: string): CSSProperties => ({
  viewTransitionName: openedPhotoName,
  ...(wasOpened(outfitId) && openedFile && { backgroundImage: `url("${openedFile}")` }),
});
