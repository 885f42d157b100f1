import { z } from "zod";
import { Detection } from "#contract/detection.ts";
import { itemCategories } from "#contract/limits.ts";
import { Picture } from "#contract/media.ts";
import { nothingSuggested, type OutfitFields } from "./outfit-form.ts";

/**
 * Unposted outfits, one per member and outfit, so that a reload or an expired session loses nothing. Kept in
 * sessionStorage, never in localStorage: they disappear with the tab and on sign-out.
 *
 * @see docs/security.md#s-29 and docs/security.md#s-30
 */
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
const StoredDraft = z.object({
  /** When the outfit was last changed before this edit began; null for a new one. */
  basedOn: z.string().nullable(),
  fields: z.object({
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
  }),
});

export interface DraftKey {
  userId: string;
  /** Null for the outfit that is not posted yet. */
  outfitId: string | null;
  basedOn: string | null;
}

const nameOf = ({ userId, outfitId }: DraftKey) => `fash.draft.${userId}.${outfitId ?? "new"}`;

/** The saved draft; null if there is none, it is invalid, or the outfit has changed since. */
export function readDraft(key: DraftKey): OutfitFields | null {
  try {
    const draft = StoredDraft.parse(JSON.parse(sessionStorage.getItem(nameOf(key)) ?? "null"));
    return draft.basedOn === key.basedOn ? draft.fields : null;
  } catch {
    return null;
  }
}

export function saveDraft(key: DraftKey, fields: OutfitFields): void {
  try {
    sessionStorage.setItem(nameOf(key), JSON.stringify({ basedOn: key.basedOn, fields }));
  } catch {
    // Storage is full or disabled: the form still has everything.
  }
}

export function deleteDraft(key: DraftKey): void {
  try {
    sessionStorage.removeItem(nameOf(key));
  } catch {
    // Storage is disabled: there was nothing to delete.
  }
}
