const outfitPath = /\/outfit\/([^/?#]+)$/;
let openedList: string[] = [];

/** Remembers the list that an outfit is opened from, so that its page leads on through it. */
export function rememberOpenedList(photo: HTMLElement | null): void {
  const list = photo?.closest("ul");
  const links = list ? [...list.querySelectorAll<HTMLAnchorElement>('a[href*="/outfit/"]')] : [];
  openedList = [...new Set(links.flatMap(({ href }) => outfitPath.exec(href)?.[1] ?? []))];
}

/** The outfits before and after this one in the list that it was opened from. */
export function neighboursOf(outfitId: string): { previous: string | undefined; next: string | undefined } {
  const index = openedList.indexOf(outfitId);
  return index === -1
    ? { previous: undefined, next: undefined }
    : { previous: openedList[index - 1], next: openedList[index + 1] };
}
