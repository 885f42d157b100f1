import { rememberOpenedList } from "./opened-list.ts";

/**
 * The outfit that was opened last. Only its photograph has the view-transition name that animates it between grid and
 * page.
 */
let openedId: string | undefined;

export const openedPhotoName = "outfit-photo";

/** @param photo The photograph that was pressed; an outfit may be on a page more than once. */
export function markOpenedPhoto(outfitId: string, photo: HTMLElement | null): void {
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
