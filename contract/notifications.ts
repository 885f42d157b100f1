import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { Picture } from "./media.ts";
import { Author, Done, Id, IsoTime, page, PageQuery } from "./page.ts";

export const NotificationType = z.enum([
  "like",
  "comment",
  "follower",
  "message",
  "suggestion_accepted",
  "event_reminder",
  "follow_request",
  "reward",
]);
export type NotificationType = z.infer<typeof NotificationType>;

export const Notification = z.object({
  id: Id,
  type: NotificationType,
  title: z.string(),
  message: z.string().describe("A whole sentence: who did what, 'and 12 others' where several did"),
  referenceId: Id.nullable().describe("The outfit, thread or member it points to"),
  actor: Author.nullable().describe("Who did it last; null where nobody did, or the account is gone"),
  othersCount: z.number().int().describe("How many others did the same"),
  path: z.string().describe("Where a click leads, §2: an address of this site"),
  picture: Picture.nullable().describe("Of the outfit that it is about"),
  isRead: z.boolean(),
  createdAt: IsoTime,
});
export type Notification = z.infer<typeof Notification>;

/** How many unread ones there are after the deed. */
export const Badge = z.object({ unreadCount: z.number().int() });
export type Badge = z.infer<typeof Badge>;

const Ways = z.strictObject({
  inApp: z.boolean().describe("Listed and counted"),
  byMail: z.boolean().describe("In the digest mail, where mails are on"),
  byPush: z.boolean().describe("On the devices that take push messages"),
});

/** The ways in which a member hears of one type. */
export const NotificationChoice = Ways.extend({ type: NotificationType });
export type NotificationChoice = z.infer<typeof NotificationChoice>;

export const NotificationSettings = z.object({
  choices: z.array(NotificationChoice).describe("One for each type, in the order in which they are shown"),
  pushKey: z.string().describe("The site's VAPID key for `applicationServerKey`, base64url"),
  isPushOnHere: z.boolean().describe("Whether the browser behind this session takes push messages"),
});
export type NotificationSettings = z.infer<typeof NotificationSettings>;

/** What `PushSubscription.toJSON()` says of a browser, RFC 8030 and 8291. */
const PushAddress = z.strictObject({
  endpoint: z.url({ protocol: /^https?$/ }).max(limits.pushEndpointCharsMax),
  keys: z.strictObject({
    p256dh: z.string().regex(/^B[A-Za-z0-9_-]{86}=?$/),
    auth: z.string().regex(/^[A-Za-z0-9_-]{22}(==)?$/),
  }),
});
export type PushAddress = z.infer<typeof PushAddress>;

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
  settings: endpoint("GET", "/api/me/notifications", {
    summary: "How the caller hears of each type, and whether this browser takes push messages",
    reply: NotificationSettings,
    errors: ["auth.required"],
  }),
  choose: endpoint("PUT", "/api/me/notifications/:type", {
    summary: "Says how the caller wants to hear of one type",
    params: z.strictObject({ type: NotificationType }),
    body: Ways,
    reply: NotificationChoice,
    errors: ["auth.required"],
  }),
  stopMails: endpoint("POST", "/api/unsubscribe", {
    summary: "Stops the mails that the token names, without signing in: the address in `List-Unsubscribe`, RFC 8058",
    query: z.strictObject({ token: z.string().max(limits.mailTokenCharsMax) }),
    reply: Done,
    errors: ["route.not_found"],
  }),
  subscribe: endpoint("PUT", "/api/me/push-subscription", {
    summary: "Sends push messages to this browser until its session ends",
    body: PushAddress,
    reply: Done,
    errors: ["auth.required"],
  }),
  unsubscribe: endpoint("DELETE", "/api/me/push-subscription", {
    summary: "Sends no push messages to this browser any more",
    reply: Done,
    errors: ["auth.required"],
  }),
};
