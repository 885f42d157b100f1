import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { Author, Cursor, Done, Id, IsoTime, page, PageQuery } from "./page.ts";

export const Message = z.object({
  id: Id,
  threadId: Id,
  senderId: Id,
  clientId: Id.nullable().describe("The sender's own id of it: sending twice writes once"),
  content: z.string(),
  createdAt: IsoTime.describe("Strictly rising within a thread"),
});
export type Message = z.infer<typeof Message>;

/** A conversation as one of its two members sees it. */
export const Thread = z.object({
  id: Id,
  other: Author,
  lastMessagePreview: z.string().nullable(),
  isLastMessageMine: z.boolean(),
  lastMessageAt: IsoTime,
  unreadCount: z.number().int(),
  otherReadAt: IsoTime.describe("Up to when the other has read; 1970 to who sends a request, until it is accepted"),
  isRequest: z.boolean().describe("Somebody whom the caller does not follow wrote first, and it is not accepted yet"),
});
export type Thread = z.infer<typeof Thread>;

const NewThread = z.strictObject({ username: z.string().trim().min(1).max(limits.nameCharsMax) });
type NewThread = z.input<typeof NewThread>;

export const NewMessage = z.strictObject({
  content: z
    .string()
    .trim()
    .min(1, "Write something first")
    .max(limits.messageCharsMax, "Message must be less than 4000 characters"),
  clientId: Id,
});
export type NewMessage = z.input<typeof NewMessage>;

export const MessageQuery = PageQuery.extend({
  after: Cursor.optional().describe("Instead of a cursor: what came after this place, oldest first"),
});
export type MessageQuery = z.output<typeof MessageQuery>;

const params = z.strictObject({ threadId: Id });

export const messageEndpoints = {
  threads: endpoint("GET", "/api/threads", {
    summary: "The caller's conversations, latest first",
    query: PageQuery.extend({ search: z.string().trim().max(limits.searchCharsMax).optional() }),
    reply: page(Thread),
    errors: ["auth.required"],
  }),
  thread: endpoint("GET", "/api/threads/:threadId", {
    summary: "One conversation of the caller",
    params,
    reply: Thread,
    errors: ["auth.required", "thread.not_found"],
  }),
  start: endpoint("POST", "/api/threads", {
    summary: "The conversation with a member, made when there is none yet",
    body: NewThread,
    reply: Thread,
    errors: ["auth.required", "profile.not_found", "thread.with_self", "rate.limited"],
  }),
  list: endpoint("GET", "/api/threads/:threadId/messages", {
    summary: "A conversation's messages, newest first; with `after`, what came since, oldest first",
    params,
    query: MessageQuery,
    reply: page(Message).extend({ latestCursor: z.string().nullable().describe("The place to ask `after` from") }),
    errors: ["auth.required", "thread.not_found"],
  }),
  send: endpoint("POST", "/api/threads/:threadId/messages", {
    summary: "Sends a message; the same `clientId` again answers with the first one",
    params,
    body: NewMessage,
    reply: Message,
    errors: ["auth.required", "thread.not_found", "content.refused", "rate.limited"],
  }),
  read: endpoint("POST", "/api/threads/:threadId/read", {
    summary: "Marks a conversation as read up to now",
    params,
    reply: Done,
    errors: ["auth.required", "thread.not_found"],
  }),
  accept: endpoint("POST", "/api/threads/:threadId/accept", {
    summary: "Accepts a request to talk",
    params,
    reply: Thread,
    errors: ["auth.required", "thread.not_found"],
  }),
};
