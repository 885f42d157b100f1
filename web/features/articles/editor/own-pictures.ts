import type { Slice } from "@tiptap/pm/model";
import { toast } from "#web/lib/toast.ts";
import type { Shown } from "./article-document.ts";
import { withoutBlankLines, withoutForeignPictures } from "./pasted.ts";

export interface OwnPictures {
  add: (imageIds: readonly string[]) => void;
  cleanPasted: (slice: Slice) => Slice;
}

/** The pictures that an article has or had, and those that are added to it: no others can be pasted. */
export function createOwnPictures(shown: Shown): OwnPictures {
  const known = new Set(idsOf(shown));
  return {
    add: (imageIds) => {
      for (const imageId of imageIds) known.add(imageId);
    },
    cleanPasted: (slice) => {
      const tidy = withoutBlankLines(slice);
      const own = withoutForeignPictures(tidy, (imageId) => known.has(imageId));
      if (own !== tidy) toast.error("Pictures of another article can't be pasted. Add them here again.");
      return own;
    },
  };
}

export const idsOf = ({ images }: Shown): string[] => images.map(({ imageId }) => imageId);
