/**
 * The outfit that was opened last. Its photograph, and no other, carries the name by which the browser grows it from
 * the grid into its page and shrinks it back.
 */
let openedId: string | undefined;

export const openedPhotoName = "outfit-photo";

/** @param photo The photograph that was pressed; an outfit may be on a page more than once. */
export function markOpened(outfitId: string, photo: HTMLElement | null): void {
  openedId = outfitId;
  for (const named of document.querySelectorAll<HTMLElement>(`[style*="${openedPhotoName}"]`)) {
    named.style.viewTransitionName = "";
  }
  if (photo) photo.style.viewTransitionName = openedPhotoName;
}

export function wasOpened(outfitId: string): boolean {
  return openedId === outfitId;
}
