import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { Award } from "./outfits.ts";
import { Author, Done, Id, IsoTime, page, PageQuery } from "./page.ts";

export const Comment = z.object({
  id: Id,
  outfitId: Id,
  content: z.string(),
  createdAt: IsoTime,
  author: Author,
  isHidden: z.boolean().describe("Hidden by the outfit's owner, who alone still sees it, beside admins"),
});
export type Comment = z.infer<typeof Comment>;

const NewComment = z.strictObject({
  content: z
    .string()
    .trim()
    .min(1, "Write something first")
    .max(limits.commentCharsMax, "Comment must be less than 1000 characters"),
});
type NewComment = z.input<typeof NewComment>;

const params = z.strictObject({ outfitId: Id });

export const commentEndpoints = {
  list: endpoint("GET", "/api/outfits/:outfitId/comments", {
    summary: "An outfit's comments, newest first",
    params,
    query: PageQuery,
    reply: page(Comment),
    errors: ["outfit.not_found"],
  }),
  add: endpoint("POST", "/api/outfits/:outfitId/comments", {
    summary: "Comments on an outfit",
    params,
    body: NewComment,
    reply: z.object({ comment: Comment, award: Award.nullable() }),
    errors: ["auth.required", "outfit.not_found", "content.refused", "rate.limited"],
  }),
  hide: endpoint("PUT", "/api/comments/:commentId/hidden", {
    summary: "Hides a comment under an own outfit, or shows it again",
    params: z.strictObject({ commentId: Id }),
    body: z.strictObject({ isHidden: z.boolean() }),
    reply: Comment,
    errors: ["auth.required", "comment.not_found", "auth.forbidden"],
  }),
  remove: endpoint("DELETE", "/api/comments/:commentId", {
    summary: "Deletes an own comment; admins delete any",
    params: z.strictObject({ commentId: Id }),
    reply: Done,
    errors: ["auth.required", "comment.not_found", "auth.forbidden"],
  }),
};
