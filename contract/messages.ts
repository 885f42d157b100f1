import { z } from "zod";
import { visible } from "./blank-text.ts";
import { endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { Author, Cursor, Done, Id, IsoTime, page, PageQuery } from "./page.ts";

export const Message = z.object({
  id: Id,
  threadId: Id,
  senderId: Id,
  clientId: Id.nullable().describe("The sender's id of the message, which makes sending idempotent"),
  content: z.string(),
  createdAt: IsoTime.describe("Strictly increasing within a thread"),
});
export type Message = z.infer<typeof Message>;

/** A conversation from one member's point of view. */
export const Thread = z.object({
  id: Id,
  other: Author,
  lastMessagePreview: z.string().nullable(),
  isLastMessageMine: z.boolean(),
  lastMessageAt: IsoTime,
  unreadCount: z.number().int(),
  otherReadAt: IsoTime.describe("Until when the other has read; 1970 for the sender of a request until it is accepted"),
  isRequest: z.boolean().describe("A first message from a member whom the caller does not follow, not accepted yet"),
  isOtherDeleted: z.boolean().describe("The other's account was deleted: nothing more can be sent"),
  isMuted: z.boolean().describe("By the caller: its messages neither notify nor count on the navigation"),
});
export type Thread = z.infer<typeof Thread>;

const NewThread = z.strictObject({ username: z.string().trim().min(1).max(limits.nameCharsMax) });
type NewThread = z.input<typeof NewThread>;

export const NewMessage = z.strictObject({
  content: z
    .string()
    .trim()
    .regex(visible, "Write something first")
    .max(limits.messageCharsMax, "Message must be less than 4000 characters"),
  clientId: Id,
});
export type NewMessage = z.input<typeof NewMessage>;

export const MessageQuery = PageQuery.extend({
  after: Cursor.optional().describe("Instead of `cursor`: messages after this position, oldest first"),
});
export type MessageQuery = z.output<typeof MessageQuery>;

const params = z.strictObject({ threadId: Id });

export const messageEndpoints = {
  threads: endpoint("GET", "/api/threads", {
    summary: "Lists the caller's conversations, latest first",
    query: PageQuery.extend({ search: z.string().trim().max(limits.searchCharsMax).optional() }),
    reply: page(Thread),
    errors: ["auth.required"],
  }),
  thread: endpoint("GET", "/api/threads/:threadId", {
    summary: "Gets one of the caller's conversations",
    params,
    reply: Thread,
    errors: ["auth.required", "thread.not_found"],
  }),
  start: endpoint("POST", "/api/threads", {
    summary: "Gets the conversation with a member, or creates it",
    body: NewThread,
    reply: Thread,
    errors: ["auth.required", "profile.not_found", "thread.with_self", "rate.limited"],
  }),
  list: endpoint("GET", "/api/threads/:threadId/messages", {
    summary: "Lists a conversation's messages, newest first; with `after`, those since, oldest first",
    params,
    query: MessageQuery,
    reply: page(Message).extend({ latestCursor: z.string().nullable().describe("The cursor for `after`") }),
    errors: ["auth.required", "thread.not_found"],
  }),
  send: endpoint("POST", "/api/threads/:threadId/messages", {
    summary: "Sends a message. Idempotent by `clientId`",
    params,
    body: NewMessage,
    reply: Message,
    errors: [
      "auth.required",
      "thread.not_found",
      "thread.not_accepted",
      "thread.member_deleted",
      "content.too_many_links",
      "content.blocked_words",
      "content.repeated",
      "rate.limited",
    ],
  }),
  read: endpoint("POST", "/api/threads/:threadId/read", {
    summary: "Marks a conversation as read",
    params,
    reply: Done,
    errors: ["auth.required", "thread.not_found"],
  }),
  accept: endpoint("POST", "/api/threads/:threadId/accept", {
    summary: "Accepts a message request",
    params,
    reply: Thread,
    errors: ["auth.required", "thread.not_found"],
  }),
  decline: endpoint("POST", "/api/threads/:threadId/decline", {
    limit: "edits",
    summary: "Declines a message request: it is removed, and its sender no longer reaches the caller until they write",
    params,
    reply: Done,
    errors: ["auth.required", "thread.not_found"],
  }),
  mute: endpoint("PUT", "/api/threads/:threadId/mute", {
    limit: "edits",
    summary: "Mutes a conversation for the caller, or unmutes it",
    params,
    body: z.strictObject({ isMuted: z.boolean() }),
    reply: Thread,
    errors: ["auth.required", "thread.not_found"],
  }),
  remove: endpoint("DELETE", "/api/threads/:threadId", {
    limit: "edits",
    summary: "Deletes a conversation for the caller; a later message brings it back",
    params,
    query: z.strictObject({ until: IsoTime.optional().describe("The time of the last message to delete") }),
    reply: Done,
    errors: ["auth.required", "thread.not_found"],
  }),
};
