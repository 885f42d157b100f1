import { z } from "zod";
import { itemCategories } from "#contract/limits.ts";
import { Picture } from "#contract/media.ts";
import type { OutfitFields } from "./outfit-form.ts";

/**
 * Unposted outfits, one a member and place, so that a reload or an ended session loses nothing. They live in sessionStorage: gone
 * with the tab and with the sign-out, never in localStorage (security.md rows 29 and 30).
 */
const Item = z.object({
  category: z.enum(["", ...itemCategories]),
  brand: z.string(),
  productName: z.string(),
  productUrl: z.string(),
});
const StoredDraft = z.object({
  /** When the outfit was last changed before this edit began; null for a new one. */
  basedOn: z.string().nullable(),
  fields: z.object({
    image: z.object({ id: z.string().nullable(), picture: Picture }).nullable(),
    title: z.string(),
    description: z.string(),
    altText: z.string(),
    styleId: z.string(),
    tags: z.array(z.string()),
    items: z.array(Item).min(1),
  }),
});

export interface DraftKey {
  userId: string;
  /** Null for the outfit that is not posted yet. */
  outfitId: string | null;
  basedOn: string | null;
}

const nameOf = ({ userId, outfitId }: DraftKey) => `fash.draft.${userId}.${outfitId ?? "new"}`;

/** The kept draft, unless there is none, it cannot be read, or the outfit has been changed since. */
export function readDraft(key: DraftKey): OutfitFields | null {
  try {
    const draft = StoredDraft.parse(JSON.parse(sessionStorage.getItem(nameOf(key)) ?? "null"));
    return draft.basedOn === key.basedOn ? draft.fields : null;
  } catch {
    return null;
  }
}

export function keepDraft(key: DraftKey, fields: OutfitFields): void {
  try {
    sessionStorage.setItem(nameOf(key), JSON.stringify({ basedOn: key.basedOn, fields }));
  } catch {
    // Storage is full or switched off: the form still holds everything.
  }
}

export function dropDraft(key: DraftKey): void {
  try {
    sessionStorage.removeItem(nameOf(key));
  } catch {
    // Storage is switched off: there was nothing to drop.
  }
}
