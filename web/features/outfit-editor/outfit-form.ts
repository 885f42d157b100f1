import { isBlankText } from "#contract/blank-text.ts";
import type { Detection } from "#contract/detection.ts";
import { type ItemCategory, limits } from "#contract/limits.ts";
import type { Picture } from "#contract/media.ts";
import type { NewOutfit, Outfit } from "#contract/outfits.ts";
import type { OutfitUpdate } from "#web/data/outfit-editing.ts";

/** Where an item is on a photo, as shares of its width and height. */
export interface SpotFields {
  imageId: string;
  x: number;
  y: number;
}

export interface ItemFields {
  category: ItemCategory | "";
  brand: string;
  productName: string;
  productUrl: string;
  spot: SpotFields | null;
  /** Of the suggestion whose card this is, however it was edited since; null without one. */
  suggestionId: string | null;
}

/** What a detection suggested and wrote into the form, and what the member made of it. */
export interface Suggested {
  /** What was seen, and the address of the photo. */
  found: { url: string; detection: Detection } | null;
  /** As it was filled in; "" if it was not. */
  title: string;
  styleId: string;
  /** The cards that were added, as they were written. */
  cards: ItemFields[];
  /** The ids of suggestions, and the names of fields. */
  accepted: string[];
  dismissed: DismissedCard[];
}

/** A dismissed card with all that was typed into it, and its place among all cards, the dismissed ones included. */
export interface DismissedCard {
  card: ItemFields;
  /** Null for a card of the member's own, which only the suggestion was taken from. */
  place: number | null;
}

/** A photo after the cover. */
export interface PhotoFields {
  id: string;
  picture: Picture;
  altText: string;
  /** In milliseconds since 1970; none for a photo that is posted. */
  uploadedAt?: number | undefined;
}

/** The form's values as typed. */
export interface OutfitFields {
  /** The cover. */
  image: { id: string | null; picture: Picture; uploadedAt?: number | undefined } | null;
  morePhotos: PhotoFields[];
  isAiMade: boolean;
  title: string;
  description: string;
  altText: string;
  styleId: string;
  tags: string[];
  /** What is in the box of tags and not a tag yet. */
  tagEntry: string;
  items: ItemFields[];
  suggested: Suggested;
}

export const emptyItem: ItemFields = {
  category: "",
  brand: "",
  productName: "",
  productUrl: "",
  spot: null,
  suggestionId: null,
};
export const nothingSuggested: Suggested = {
  found: null,
  title: "",
  styleId: "",
  cards: [],
  accepted: [],
  dismissed: [],
};
export const emptyOutfit: OutfitFields = {
  image: null,
  morePhotos: [],
  isAiMade: false,
  title: "",
  description: "",
  altText: "",
  styleId: "",
  tags: [],
  tagEntry: "",
  items: [emptyItem],
  suggested: nothingSuggested,
};

/** The form of a posted outfit. */
export function toFields(outfit: Outfit): OutfitFields {
  const items = outfit.items.map(({ category, brand, productName, productUrl, spot }) => ({
    category,
    brand,
    productName,
    productUrl: productUrl ?? "",
    spot,
    suggestionId: null,
  }));
  return {
    image: { id: outfit.photos[0]?.imageId ?? null, picture: outfit.picture },
    morePhotos: outfit.photos.slice(1).map(({ imageId, picture, writtenAltText }) => ({
      id: imageId,
      picture,
      altText: writtenAltText ?? "",
    })),
    isAiMade: outfit.isAiMade,
    title: outfit.title,
    description: outfit.description ?? "",
    altText: outfit.writtenAltText ?? "",
    styleId: outfit.style.id,
    tags: outfit.tags,
    tagEntry: "",
    items: items.length === 0 ? [emptyItem] : items,
    suggested: nothingSuggested,
  };
}

/** What is sent: texts trimmed, wholly empty item cards left out. */
export function toBody(fields: OutfitFields): Omit<NewOutfit, "imageId"> {
  const items = fields.items.filter((item) => !isEmptyItem(item));
  const photoIds = [fields.image?.id, ...fields.morePhotos.map(({ id }) => id)];
  // The box of a restored draft is sent without having been left.
  const entered = addTags(fields.tags, fields.tagEntry);
  return {
    title: fields.title.trim(),
    description: fields.description.trim() || null,
    altText: fields.altText.trim() || null,
    morePhotos: fields.morePhotos.map(({ id, altText }) => ({ imageId: id, altText: altText.trim() || null })),
    isAiMade: fields.isAiMade,
    styleId: fields.styleId,
    tags: "tags" in entered ? entered.tags : fields.tags,
    items: items.map(({ category, brand, productName, productUrl, spot }) => ({
      category: category as ItemCategory,
      brand: brand.trim(),
      productName: productName.trim(),
      productUrl: productUrl.trim() || null,
      // A removed photo takes the spots on it with it.
      spot: spot && photoIds.includes(spot.imageId) ? spot : null,
    })),
  };
}

/** The request that posts the form's outfit. */
export function toNewOutfit(fields: OutfitFields): NewOutfit {
  return { ...toBody(fields), imageId: fields.image?.id ?? "" };
}

/** The request that changes a posted outfit; without an `imageId` it keeps its picture. */
export function toOutfitUpdate(fields: OutfitFields): OutfitUpdate {
  const imageId = fields.image?.id;
  return { ...toBody(fields), ...(imageId ? { imageId } : {}) };
}

export function isEmptyItem({ category, brand, productName, productUrl }: ItemFields): boolean {
  return [category, brand, productName, productUrl].every(isBlankText);
}

export type StepName = "Upload" | "Details" | "Items";

/** Which of the three steps are complete, docs/product.md#posting. */
export function completedSteps(fields: OutfitFields): Record<StepName, boolean> {
  return {
    Upload: fields.image !== null,
    Details: !isBlankText(fields.title) && fields.styleId !== "",
    Items: fields.items.some(({ category, brand }) => category !== "" && !isBlankText(brand)),
  };
}

/** Whether image, title and style are there, without which the outfit cannot be posted. */
export function canBePosted(fields: OutfitFields): boolean {
  const { Upload, Details } = completedSteps(fields);
  return Upload && Details;
}

export type AddedTags = { tags: string[] } | { fieldError: string };

/** The tags with what was entered added to them: split at commas, `#` and blanks taken off, blank and known ones ignored. */
export function addTags(tags: readonly string[], entry: string): AddedTags {
  const known = new Set(tags.map((tag) => tag.toLowerCase()));
  const added = [...tags];
  for (const part of entry.split(/[,\n]/)) {
    const tag = part.trim().replace(/^#+/, "").trim();
    if (isBlankText(tag) || known.has(tag.toLowerCase())) continue;
    if (tag.length > limits.tagCharsMax) return { fieldError: "Tags must be at most 50 characters" };
    if (added.length === limits.tagsMax) return { fieldError: "Maximum 20 tags allowed" };
    known.add(tag.toLowerCase());
    added.push(tag);
  }
  return { tags: added };
}

/** The URL that a product link opens, or null if it must not be opened. */
export function openableUrl(text: string): string | null {
  const trimmed = text.trim();
  return /^https:\/\//i.test(trimmed) && URL.canParse(trimmed) ? trimmed : null;
}
