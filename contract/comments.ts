import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { Author, Done, Id, IsoTime, page, PageQuery } from "./page.ts";
import { Award } from "./points.ts";

export const Comment = z.object({
  id: Id,
  outfitId: Id.nullable().describe("What it stands under: an outfit or an event"),
  eventId: Id.nullable(),
  content: z.string(),
  createdAt: IsoTime,
  author: Author,
  isHidden: z.boolean().describe("Hidden by the owner of the outfit or event; visible only to the owner and admins"),
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
const ofEvent = z.strictObject({ eventId: Id });

export const commentEndpoints = {
  list: endpoint("GET", "/api/outfits/:outfitId/comments", {
    summary: "Lists an outfit's comments, newest first",
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
    errors: [
      "auth.required",
      "outfit.not_found",
      "content.too_many_links",
      "content.blocked_words",
      "content.repeated",
      "rate.limited",
    ],
  }),
  listOfEvent: endpoint("GET", "/api/events/:eventId/comments", {
    summary: "An event's comments, newest first",
    params: ofEvent,
    query: PageQuery,
    reply: page(Comment),
    errors: ["event.not_found"],
  }),
  addToEvent: endpoint("POST", "/api/events/:eventId/comments", {
    summary: "Comments on an event",
    params: ofEvent,
    body: NewComment,
    reply: z.object({ comment: Comment, award: Award.nullable().describe("Always null: only outfits earn points") }),
    errors: [
      "auth.required",
      "event.not_found",
      "content.too_many_links",
      "content.blocked_words",
      "content.repeated",
      "rate.limited",
    ],
  }),
  hide: endpoint("PUT", "/api/comments/:commentId/hidden", {
    summary: "Hides a comment on an own outfit or event, or shows it again",
    params: z.strictObject({ commentId: Id }),
    body: z.strictObject({ isHidden: z.boolean() }),
    reply: Comment,
    errors: ["auth.required", "comment.not_found", "auth.forbidden"],
  }),
  remove: endpoint("DELETE", "/api/comments/:commentId", {
    summary: "Deletes an own comment; admins can delete any",
    params: z.strictObject({ commentId: Id }),
    reply: Done,
    errors: ["auth.required", "comment.not_found", "auth.forbidden"],
  }),
};
