import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Author, Id, IsoTime, page, PageQuery } from "./page.ts";

const NotificationType = z.enum([
  "like",
  "comment",
  "follower",
  "message",
  "suggestion_accepted",
  "event_reminder",
  "follow_request",
  "reward",
]);
type NotificationType = z.infer<typeof NotificationType>;

export const Notification = z.object({
  id: Id,
  type: NotificationType,
  title: z.string(),
  message: z.string().describe("A whole sentence: who did what, 'and 12 others' where several did"),
  referenceId: Id.nullable().describe("The outfit, thread or member it points to"),
  actor: Author.nullable().describe("Who did it last; null where nobody did, or the account is gone"),
  othersCount: z.number().int().describe("How many others did the same"),
  isRead: z.boolean(),
  createdAt: IsoTime,
});
export type Notification = z.infer<typeof Notification>;

/** How many unread ones there are after the deed. */
export const Badge = z.object({ unreadCount: z.number().int() });
export type Badge = z.infer<typeof Badge>;

const params = z.strictObject({ notificationId: Id });

export const notificationEndpoints = {
  list: endpoint("GET", "/api/notifications", {
    summary: "The caller's notifications, newest first",
    query: PageQuery,
    reply: page(Notification),
    errors: ["auth.required"],
  }),
  badge: endpoint("GET", "/api/notifications/unread-count", {
    summary: "How many of the caller's notifications are unread",
    reply: Badge,
    errors: ["auth.required"],
  }),
  read: endpoint("PUT", "/api/notifications/:notificationId/read", {
    summary: "Marks one as read",
    params,
    reply: Badge,
    errors: ["auth.required", "notification.not_found"],
  }),
  readAll: endpoint("POST", "/api/notifications/read", {
    summary: "Marks all as read",
    reply: Badge,
    errors: ["auth.required"],
  }),
  remove: endpoint("DELETE", "/api/notifications/:notificationId", {
    summary: "Deletes one",
    params,
    reply: Badge,
    errors: ["auth.required", "notification.not_found"],
  }),
  clear: endpoint("DELETE", "/api/notifications", {
    summary: "Deletes all",
    reply: Badge,
    errors: ["auth.required"],
  }),
};
