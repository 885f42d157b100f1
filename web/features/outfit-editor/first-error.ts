import type { FieldErrors } from "react-hook-form";
import { formToast } from "#web/lib/form-toast.ts";
import { toast } from "#web/lib/toast.ts";
import type { OutfitFields } from "./outfit-form.ts";

export function showFirstError(errors: FieldErrors<OutfitFields>): void {
  const message = firstMessage(errors);
  if (message !== undefined) toast.error(message, formToast);
}

/** The first error in the order of the form, docs/product.md#texts. */
function firstMessage(errors: FieldErrors<OutfitFields>): string | undefined {
  const { image, title, description, styleId, tags, altText, morePhotos, items } = errors;
  const single = [image, title, description, styleId, tags, altText].find((error) => error?.message);
  if (single?.message) return single.message;
  const photos = (Array.isArray(morePhotos) ? morePhotos : []).flatMap((photo) => [photo?.id, photo?.altText]);
  const ofPhoto = morePhotos?.message ?? photos.find((error) => error?.message)?.message;
  if (ofPhoto) return ofPhoto;
  const cards = Array.isArray(items) ? items : [];
  const fields = cards.flatMap((card) => [card?.category, card?.brand, card?.productName, card?.productUrl]);
  return fields.find((error) => error?.message)?.message ?? items?.message;
}
