import { z } from "zod";
import { Reason } from "./admin.ts";
import { visible } from "./blank-text.ts";
import { endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { Author, Done, Id, IsoTime, page, PageQuery } from "./page.ts";
import { Award } from "./points.ts";

/** Of an admin, who decides about another member's comment; the author reads it. */
const reason = Reason.optional();

export const Comment = z.object({
  id: Id,
  outfitId: Id.nullable().describe("What it stands under: an outfit or an event"),
  eventId: Id.nullable(),
  parentId: Id.nullable().describe("The comment that it replies to; replies have none of their own"),
  content: z.string(),
  createdAt: IsoTime,
  author: Author.nullable().describe("Null, without content, where a comment with replies was deleted or hidden"),
  isHidden: z.boolean().describe("Hidden by the owner of the outfit or event; visible only to the owner and admins"),
  likesCount: z.number().int(),
  isLiked: z.boolean().describe("By the caller"),
  repliesCount: z.number().int().describe("Without hidden replies"),
  hiddenRepliesCount: z.number().int().describe("0 for those who may not see hidden replies"),
  mentions: z
    .array(z.object({ name: z.string().describe("As written, in lower case"), username: z.string() }))
    .describe("Members whom the content names as `@name` and whom the caller can see"),
});
export type Comment = z.infer<typeof Comment>;

const NewComment = z.strictObject({
  content: z
    .string()
    .trim()
    .regex(visible, "Write something first")
    .max(limits.commentCharsMax, "Comment must be less than 1000 characters"),
});
type NewComment = z.input<typeof NewComment>;

const params = z.strictObject({ outfitId: Id });
const ofEvent = z.strictObject({ eventId: Id });
const ofComment = z.strictObject({ commentId: Id });
/** Whether the caller likes a comment, and how many do. */
const CommentLike = z.object({ liked: z.boolean(), likesCount: z.number().int() });

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
    limit: "comments",
    errors: [
      "auth.required",
      "outfit.not_found",
      "content.too_many_links",
      "content.blocked_words",
      "content.repeated",
    ],
  }),
  listOfEvent: endpoint("GET", "/api/events/:eventId/comments", {
    summary: "Lists an event's comments, newest first",
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
    limit: "comments",
    errors: ["auth.required", "event.not_found", "content.too_many_links", "content.blocked_words", "content.repeated"],
  }),
  find: endpoint("GET", "/api/comments/:commentId", {
    summary: "Gets a comment as it is listed, and the one that it replies to",
    params: ofComment,
    reply: z.object({ comment: Comment, parent: Comment.nullable() }),
    errors: ["comment.not_found"],
  }),
  replies: endpoint("GET", "/api/comments/:commentId/replies", {
    summary: "Lists a comment's replies, oldest first",
    params: ofComment,
    query: PageQuery,
    reply: page(Comment),
    errors: ["comment.not_found"],
  }),
  reply: endpoint("POST", "/api/comments/:commentId/replies", {
    summary: "Replies to a comment; a reply to a reply joins its comment's replies",
    params: ofComment,
    body: NewComment,
    reply: z.object({ comment: Comment, award: Award.nullable() }),
    limit: "comments",
    errors: [
      "auth.required",
      "comment.not_found",
      "content.too_many_links",
      "content.blocked_words",
      "content.repeated",
    ],
  }),
  like: endpoint("PUT", "/api/comments/:commentId/like", {
    summary: "Likes a comment. Idempotent",
    params: ofComment,
    reply: CommentLike,
    limit: "likes",
    errors: ["auth.required", "comment.not_found"],
  }),
  unlike: endpoint("DELETE", "/api/comments/:commentId/like", {
    summary: "Unlikes a comment. Idempotent",
    params: ofComment,
    reply: CommentLike,
    errors: ["auth.required", "comment.not_found"],
  }),
  hide: endpoint("PUT", "/api/comments/:commentId/hidden", {
    summary: "Hides a comment on the caller's outfit or event, or shows it again",
    params: ofComment,
    body: z.strictObject({ isHidden: z.boolean(), reason }),
    reply: Comment,
    errors: ["auth.required", "comment.not_found", "auth.forbidden", "content.own_hidden"],
  }),
  remove: endpoint("DELETE", "/api/comments/:commentId", {
    summary: "Deletes the caller's comment; admins can delete any, which its author may appeal against",
    params: ofComment,
    body: z.strictObject({ reason }).default({}),
    reply: Done,
    errors: ["auth.required", "comment.not_found", "auth.forbidden"],
  }),
};
