import { Fragment, type Node, Slice } from "@tiptap/pm/model";

/** Other editors separate paragraphs with empty ones; ours uses margins. */
export function withoutBlankLines(slice: Slice): Slice {
  if (slice.content.childCount < 2) return slice;
  return filterBlocks(slice, ({ type, textContent }) => type.name !== "paragraph" || textContent.trim() !== "");
}

/** A stored picture belongs to one article: those of another cannot be saved with this one. */
export function withoutForeignPictures(slice: Slice, isKnown: (imageId: string) => boolean): Slice {
  return filterBlocks(slice, ({ type, attrs }) => type.name !== "articleImage" || isKnown(String(attrs["imageId"])));
}

function filterBlocks(slice: Slice, isKept: (node: Node) => boolean): Slice {
  const kept = slice.content.content.filter(isKept);
  return kept.length === slice.content.childCount
    ? slice
    : new Slice(Fragment.fromArray(kept), slice.openStart, slice.openEnd);
}
