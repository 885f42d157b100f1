import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { itemCategories, limits } from "./limits.ts";
import { Id } from "./page.ts";

const fraction = z.number().min(0).max(1);

/** A place in a picture, as fractions of its width and height. */
const PicturePoint = z.object({ x: fraction, y: fraction });

/** A part of a picture, as fractions of its width and height. */
export const PictureBox = z.object({ x: fraction, y: fraction, width: fraction, height: fraction });
export type PictureBox = z.infer<typeof PictureBox>;

export const DetectedItem = z.object({
  category: z.enum(itemCategories),
  brand: z.string().describe("Empty unless it is legible in the picture"),
  productName: z.string(),
  box: PictureBox.nullable().describe("Where it was seen, if the provider says so"),
  point: PicturePoint.nullable().describe("On the garment, near its middle, if the provider says so"),
});
export type DetectedItem = z.infer<typeof DetectedItem>;

export const Detection = z.object({
  title: z.string().describe("Empty if nothing was found"),
  style: z.string().nullable().describe("Name of a style"),
  items: z.array(DetectedItem).max(limits.itemsMax),
  people: z.array(PictureBox).describe("Largest first; the first one was looked at unless a point was given"),
});
export type Detection = z.infer<typeof Detection>;

export const detectionEndpoints = {
  detect: endpoint("POST", "/api/detections", {
    summary: "Suggests title, style and items from one of the caller's own outfit pictures",
    body: z
      .strictObject({
        imageId: Id.optional().describe("An upload of the caller"),
        outfitId: Id.optional().describe("An outfit of the caller: its cover is read"),
        point: z
          .strictObject({ x: fraction, y: fraction })
          .optional()
          .describe("Looks at the person there instead of the largest one"),
      })
      .refine(({ imageId, outfitId }) => (imageId === undefined) !== (outfitId === undefined), {
        error: "Give either imageId or outfitId",
        path: ["imageId"],
      }),
    reply: Detection,
    limit: "detections",
    errors: [
      "auth.required",
      "request.invalid",
      "image.not_yours",
      "detection.budget_spent",
      "detection.busy",
      "detection.failed",
    ],
  }),

  place: endpoint("GET", "/api/detections/:imageId/place", {
    summary: "Gets the queue position of a picture",
    params: z.strictObject({ imageId: Id }),
    reply: z.object({
      ahead: z
        .int()
        .min(0)
        .nullable()
        .describe("0 while the picture is looked at; null if it does not wait on the server that replies"),
    }),
    errors: ["auth.required", "request.invalid"],
  }),

  help: endpoint("GET", "/api/me/detection", {
    summary: "Gets what the outfit form says about detection, and brands that the caller has used",
    reply: z.object({
      externalHost: z.string().nullable().describe("Where pictures are sent; null if they stay on the server"),
      brands: z.array(z.string()).describe("Most recent first"),
    }),
    errors: ["auth.required"],
  }),
};
