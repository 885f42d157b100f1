import { opened } from "./opened-list.ts";

/** By the key of a history entry: Back leads to an outfit that was opened from another list. */
const lists = new Map<string | undefined, string[]>();

/** The outfits before and after this one in the list that the history entry was opened from, if it was from one. */
export function neighboursOf(
  outfitId: string,
  entry: string | undefined,
): { previous: string | undefined; next: string | undefined } {
  // An entry keeps its list: the waiting one may be for the entry that replaces it.
  if (!lists.has(entry) && opened.list.includes(outfitId)) {
    lists.set(entry, opened.list);
    opened.list = [];
  }
  const list = lists.get(entry) ?? [];
  const index = list.indexOf(outfitId);
  return index === -1 ? { previous: undefined, next: undefined } : { previous: list[index - 1], next: list[index + 1] };
}

/** Leaves an entry's list to the one that is about to replace it. */
export function passListOn(entry: string | undefined): void {
  opened.list = lists.get(entry) ?? [];
}
