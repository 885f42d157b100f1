import { z } from "zod";
import { PictureBox } from "./detection.ts";
import { endpoint } from "./endpoint.ts";
import { itemCategories, limits } from "./limits.ts";
import { FileBody } from "./media.ts";
import { OutfitCard } from "./outfits.ts";
import { Id } from "./page.ts";

/** Clothes in a searched photo, and the outfits that have something similar. */
export const PhotoPart = z.object({
  category: z.enum(itemCategories).nullable().describe("Null for all clothes together"),
  name: z.string().describe("Such as 'Dark denim jeans'; for all clothes a title"),
  box: PictureBox.nullable().describe("Where a garment was seen; null for all clothes"),
  outfitIds: z.array(Id).max(limits.photoSearchItems).describe("Most similar first"),
});
export type PhotoPart = z.infer<typeof PhotoPart>;

export const PhotoSearch = z.object({
  parts: z.array(PhotoPart).describe("All clothes together, then each garment; empty if no clothes were found"),
  outfits: z.array(OutfitCard).describe("Each outfit of the parts once, in no particular order"),
});
export type PhotoSearch = z.infer<typeof PhotoSearch>;

export const photoSearchEndpoints = {
  search: endpoint("POST", "/api/photo-searches", {
    summary: "Finds outfits with clothes like those of a photo, which is the request body and is not kept",
    body: FileBody,
    reply: PhotoSearch,
    errors: [
      "rate.limited",
      "image.not_a_picture",
      "image.too_large",
      "image.too_many_pixels",
      "image.busy",
      "detection.busy",
      "detection.failed",
      "request.malformed",
    ],
  }),
};
