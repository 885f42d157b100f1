const outfitPath = /\/outfit\/([^/?#]+)$/;

/** The list that an outfit is being opened from, until its page takes it (see outfit-neighbours.ts). */
export const opened: { list: string[] } = { list: [] };

/** Remembers the list that an outfit is opened from, so that its page leads on through it. */
export function rememberOpenedList(photo: HTMLElement | null): void {
  const list = photo?.closest("ul");
  const links = list ? [...list.querySelectorAll<HTMLAnchorElement>('a[href*="/outfit/"]')] : [];
  opened.list = [...new Set(links.flatMap(({ href }) => outfitPath.exec(href)?.[1] ?? []))];
}
