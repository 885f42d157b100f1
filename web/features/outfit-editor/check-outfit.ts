import { limits } from "#contract/limits.ts";
import { NewOutfit } from "#contract/outfits.ts";
import { addTags, isEmptyItem, type OutfitFields, toBody } from "./outfit-form.ts";

/** A field's dotted path in the form (`items.2.brand`) and what is wrong with it. */
export type FieldErrors = Map<string, string>;

/** What the outfit was before the edit: an unchanged text is accepted as it is. */
export type Original = Pick<OutfitFields, "title" | "description">;

/** A placeholder id for a picture that is not replaced; only its format matters. */
const keptImageId = "00000000-0000-4000-8000-000000000000";

/**
 * The first error of each field, by the contract's schema. Paths count the cards on screen, although empty ones are not
 * sent.
 */
export function checkOutfit(fields: OutfitFields, original?: Original): FieldErrors {
  const fieldErrors: FieldErrors = new Map();
  const add = (path: string, message: string) => {
    if (!fieldErrors.has(path)) fieldErrors.set(path, message);
  };
  if (fields.image === null) add("image", "Please upload an image first");
  const cards = fields.items.flatMap((item, index) => (isEmptyItem(item) ? [] : [index]));
  const checked = NewOutfit.safeParse({ ...toBody(fields), imageId: fields.image?.id ?? keptImageId });
  for (const { path, message } of checked.error?.issues ?? []) add(toFormPath(path.map(String), cards), message);
  const entered = addTags(fields.tags, fields.tagEntry);
  if ("fieldError" in entered) add("tags", entered.fieldError);
  if (original) checkEdit(fields, original, add);
  return fieldErrors;
}

/** A server error, mapped to the field it is about. */
export function toFieldPath(sentPath: string, fields: OutfitFields): string {
  const cards = fields.items.flatMap((item, index) => (isEmptyItem(item) ? [] : [index]));
  const path = toFormPath(sentPath.split("."), cards);
  return path === "imageId" ? "image" : path;
}

function toFormPath(path: string[], cards: number[]): string {
  const [field = "", position, ...rest] = path;
  if (field === "tags") return "tags";
  if (field === "morePhotos" && rest[0] === "imageId") return [field, position, "id"].join(".");
  if (field !== "items" || position === undefined) return path.join(".");
  return [field, cards[Number(position)] ?? position, ...rest].join(".");
}

/** Tighter limits for texts that the edit changes, docs/product.md#editing. */
function checkEdit(fields: OutfitFields, original: Original, add: (path: string, message: string) => void): void {
  const title = fields.title.trim();
  if (title !== original.title.trim() && title.length > limits.titleEditCharsMax)
    add("title", "Title must be less than 100 characters");
  const description = fields.description.trim();
  if (description !== original.description.trim() && description.length > limits.descriptionEditCharsMax)
    add("description", "Description must be less than 500 characters");
}

/** The longest text that the field takes now: an unchanged longer one may stay as long as it is. */
export function charsMax(field: "title" | "description", original?: Original): number {
  const [create, edit] =
    field === "title"
      ? [limits.titleCharsMax, limits.titleEditCharsMax]
      : [limits.descriptionCharsMax, limits.descriptionEditCharsMax];
  return original ? edit : create;
}
