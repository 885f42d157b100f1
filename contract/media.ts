import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Id } from "./page.ts";

/** A stored picture: dimensions and blurred placeholder are known before its bytes arrive. */
export const Picture = z.object({
  url: z.string().describe("Full rendition, WebP; the URLs of the others derive from it, see picture-urls.ts"),
  width: z.number().int().describe("Pixels of the full rendition"),
  height: z.number().int().describe("Pixels of the full rendition"),
  thumbhash: z.string().describe("base64 of the thumbhash"),
});
export type Picture = z.infer<typeof Picture>;

export const UploadKind = z.enum(["outfit", "avatar", "banner", "article"]);
export type UploadKind = z.infer<typeof UploadKind>;

export const Upload = z.object({ id: Id, picture: Picture });
export type Upload = z.infer<typeof Upload>;

/** A streamed file. */
export const FileBody = z
  .custom<AsyncIterable<Uint8Array>>(
    (body) => typeof body === "object" && body !== null && Symbol.asyncIterator in body,
  )
  .describe("The file itself: JPEG, PNG or WebP");

export const mediaEndpoints = {
  /** The body is the file itself (`Content-Type: image/…`), so that it can be streamed with progress. */
  upload: endpoint("POST", "/api/uploads/:kind", {
    summary: "Stores a picture of the caller; the request body is the file",
    params: z.strictObject({ kind: UploadKind }),
    body: FileBody,
    reply: Upload,
    limit: "uploads",
    errors: [
      "auth.required",
      "image.not_a_picture",
      "image.too_large",
      "image.too_many_pixels",
      "image.too_small",
      "image.busy",
      "image.quota",
      "request.malformed",
    ],
  }),
};
