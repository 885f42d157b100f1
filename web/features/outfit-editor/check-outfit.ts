import { limits } from "#contract/limits.ts";
import { NewOutfit } from "#contract/outfits.ts";
import { isEmptyItem, type OutfitFields, toBody } from "./outfit-form.ts";

/** A field's dotted path in the form (`items.2.brand`) and what is wrong with it. */
export type Complaints = Map<string, string>;

/** What the outfit was before the edit: an unchanged text is accepted as it is. */
export type Original = Pick<OutfitFields, "title" | "description">;

/** Stands for the picture where it is not replaced; only its shape matters here. */
const keptImageId = "00000000-0000-4000-8000-000000000000";

/**
 * What is wrong with the form, by the contract's own schema, the first complaint of each field. Paths name the cards as they
 * stand on screen, although the empty ones are not sent.
 */
export function checkOutfit(fields: OutfitFields, original?: Original): Complaints {
  const complaints: Complaints = new Map();
  const add = (path: string, words: string) => {
    if (!complaints.has(path)) complaints.set(path, words);
  };
  if (fields.image === null) add("image", "Please upload an image first");
  const cards = fields.items.flatMap((item, index) => (isEmptyItem(item) ? [] : [index]));
  const checked = NewOutfit.safeParse({ ...toBody(fields), imageId: fields.image?.id ?? keptImageId });
  for (const { path, message } of checked.error?.issues ?? []) add(toFormPath(path.map(String), cards), message);
  if (original) checkEdit(fields, original, add);
  return complaints;
}

/** A complaint of the server about what was sent, at the field that it means. */
export function toFieldPath(sentPath: string, fields: OutfitFields): string {
  const cards = fields.items.flatMap((item, index) => (isEmptyItem(item) ? [] : [index]));
  const path = toFormPath(sentPath.split("."), cards);
  return path === "imageId" ? "image" : path;
}

function toFormPath(path: string[], cards: number[]): string {
  const [field = "", position, ...rest] = path;
  if (field === "tags") return "tags";
  if (field !== "items" || position === undefined) return path.join(".");
  return [field, cards[Number(position)] ?? position, ...rest].join(".");
}

/** Tighter limits for texts that the edit changes, decisions.md «Title 200 at creation, 100 at edit». */
function checkEdit(fields: OutfitFields, original: Original, add: (path: string, words: string) => void): void {
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
