import type { CSSProperties } from "react";
import { rememberOpenedList } from "./opened-list.ts";

/**
 * The outfit that was opened last. Only its photograph has the view-transition name that animates it between grid and
 * page.
 */
let openedId: string | undefined;
/** The picture in the grid, and which of its files was shown there. */
let openedPicture: { url: string | null; file: string } | undefined;

export const openedPhotoName = "outfit-photo";

/** @param photo The photograph that was pressed; an outfit may be on a page more than once. */
export function markOpenedPhoto(outfitId: string, photo: HTMLImageElement | null): void {
  if (photo?.complete && photo.currentSrc) openedPicture = { url: photo.getAttribute("src"), file: photo.currentSrc };
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

/** Of the photograph on the outfit's page: until it has loaded, it shows the file that the grid showed of the same picture. */
export const openedPhotoStyle = (url: string): CSSProperties => ({
  viewTransitionName: openedPhotoName,
  ...(openedPicture?.url === url && { backgroundImage: `url("${openedPicture.file}")` }),
});
