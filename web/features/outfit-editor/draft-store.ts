import { z } from "zod";
import { Detection } from "#contract/detection.ts";
import { itemCategories } from "#contract/limits.ts";
import { Picture } from "#contract/media.ts";
import { createFormDrafts } from "#web/lib/form-drafts.ts";
import { nothingSuggested, type OutfitFields } from "./outfit-form.ts";

const Item = z.object({
  category: z.enum(["", ...itemCategories]),
  brand: z.string(),
  productName: z.string(),
  productUrl: z.string(),
  spot: z.object({ imageId: z.string(), x: z.number(), y: z.number() }).nullable().default(null),
  suggestionId: z.string().nullable().default(null),
});
const Suggested = z.object({
  found: z.object({ url: z.string(), detection: Detection }).nullable(),
  title: z.string(),
  styleId: z.string(),
  cards: z.array(Item),
  accepted: z.array(z.string()),
  dismissed: z.array(z.object({ card: Item, place: z.number().nullable() })),
});
const uploadedAt = z.number().optional();
const Fields = z.object({
  image: z.object({ id: z.string().nullable(), picture: Picture, uploadedAt }).nullable(),
  morePhotos: z.array(z.object({ id: z.string(), picture: Picture, altText: z.string(), uploadedAt })),
  isAiMade: z.boolean(),
  title: z.string(),
  description: z.string(),
  altText: z.string(),
  styleId: z.string(),
  tags: z.array(z.string()),
  tagEntry: z.string().default(""),
  items: z.array(Item).min(1),
  suggested: Suggested.default(nothingSuggested),
});

export interface DraftKey {
  userId: string;
  /** Null for the outfit that is not posted yet. */
  outfitId: string | null;
  /** When the outfit was last changed before this edit began; null for a new one. */
  basedOn: string | null;
}

/** Unposted outfits, one per member and outfit. */
export const {
  read: readDraft,
  save: saveDraft,
  remove: deleteDraft,
} = createFormDrafts<OutfitFields, DraftKey>(
  Fields,
  ({ userId, outfitId }) => `fash.draft.${userId}.${outfitId ?? "new"}`,
);
