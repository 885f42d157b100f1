import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Id } from "./page.ts";

/** A stored picture as screens need it: its box and blurred stand-in are known before its bytes come. */
export const Picture = z.object({
  url: z.string().describe("Full rendition, WebP; the others follow from it, see picture-urls.ts"),
  width: z.number().int().describe("Pixels of the full rendition"),
  height: z.number().int().describe("Pixels of the full rendition"),
  thumbhash: z.string().describe("base64 of the thumbhash"),
});
export type Picture = z.infer<typeof Picture>;

export const UploadKind = z.enum(["outfit", "avatar", "banner"]);
export type UploadKind = z.infer<typeof UploadKind>;

export const Upload = z.object({ id: Id, picture: Picture });
export type Upload = z.infer<typeof Upload>;

/** A file on its way: the bytes in the order in which they come. */
const FileBody = z
  .custom<AsyncIterable<Uint8Array>>(
    (body) => typeof body === "object" && body !== null && Symbol.asyncIterator in body,
  )
  .describe("The file itself: JPEG, PNG or WebP");

export const mediaEndpoints = {
  /** The body is the file itself (`Content-Type: image/…`), so that it streams and its progress shows. */
  upload: endpoint("POST", "/api/uploads/:kind", {
    summary: "Stores a picture of the caller; the request's body is the file",
    params: z.strictObject({ kind: UploadKind }),
    body: FileBody,
    reply: Upload,
    errors: [
      "auth.required",
      "image.not_a_picture",
      "image.too_large",
      "image.too_many_pixels",
      "image.busy",
      "image.quota",
      "rate.limited",
      "request.malformed",
    ],
  }),
};
