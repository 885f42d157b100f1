import { z } from "zod";
import { FollowState } from "./follows.ts";
import { endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { Picture } from "./media.ts";
import { Author, Done, Id, IsoTime, page, PageQuery } from "./page.ts";

export const NotificationType = z.enum([
  "like",
  "comment",
  "mention",
  "follower",
  "message",
  "suggestion_accepted",
  "event_reminder",
  "follow_request",
  "reward",
  "moderation",
  "event_update",
  "article_update",
]);
export type NotificationType = z.infer<typeof NotificationType>;

export const Notification = z.object({
  id: Id,
  type: NotificationType,
  title: z.string(),
  message: z.string().describe("A full sentence: who did what, with 'and 12 others' if several did"),
  referenceId: Id.nullable().describe("The outfit, thread or member it refers to; null if the caller may not open it"),
  actor: Author.nullable().describe("Who did it last; null for the system and for deleted accounts"),
  actorFollowState: FollowState.nullable().describe("For a new follower: whether the caller follows them, too"),
  othersCount: z.number().int().describe("The number of others who did the same"),
  path: z.string().describe("Where a click leads, a path on this site"),
  picture: Picture.nullable().describe("Of the outfit it refers to"),
  isRead: z.boolean(),
  createdAt: IsoTime,
});
export type Notification = z.infer<typeof Notification>;

/** The number of unread notifications after the action. */
export const Badge = z.object({ unreadCount: z.number().int() });
export type Badge = z.infer<typeof Badge>;

const NotificationChannels = z.strictObject({
  inApp: z.boolean().describe("Listed and counted"),
  byMail: z.boolean().describe("In the email digest, if email is on"),
  byPush: z.boolean().describe("On devices with a push subscription"),
});

/** The channels that a member chose for one type. */
export const NotificationSetting = NotificationChannels.extend({ type: NotificationType });
export type NotificationSetting = z.infer<typeof NotificationSetting>;

export const NotificationSettings = z.object({
  types: z.array(NotificationSetting).describe("One entry per type, in display order"),
  pushKey: z.string().describe("The site's VAPID public key for `applicationServerKey`, base64url"),
  isPushSubscribed: z.boolean().describe("Whether this session's browser has a push subscription"),
});
export type NotificationSettings = z.infer<typeof NotificationSettings>;

/** The output of `PushSubscription.toJSON()`, RFC 8030 and 8291. */
const PushAddress = z.strictObject({
  endpoint: z.url({ protocol: /^https?$/ }).max(limits.pushEndpointCharsMax),
  keys: z.strictObject({
    p256dh: z.string().regex(/^B[A-Za-z0-9_-]{86}=?$/),
    auth: z.string().regex(/^[A-Za-z0-9_-]{22}(==)?$/),
  }),
});
export type PushAddress = z.infer<typeof PushAddress>;

const params = z.strictObject({ notificationId: Id });
/** What came after the newest one that the member has seen stays as it is. */
const upTo = z.strictObject({ until: IsoTime.optional().describe("The time of the newest one that is meant") });

export const notificationEndpoints = {
  list: endpoint("GET", "/api/notifications", {
    summary: "Lists the caller's notifications, newest first",
    query: PageQuery,
    reply: page(Notification),
    errors: ["auth.required"],
  }),
  badge: endpoint("GET", "/api/notifications/unread-count", {
    summary: "Counts the caller's unread notifications",
    reply: Badge,
    errors: ["auth.required"],
  }),
  read: endpoint("PUT", "/api/notifications/:notificationId/read", {
    summary: "Marks a notification as read",
    params,
    reply: Badge,
    errors: ["auth.required", "notification.not_found"],
  }),
  readAll: endpoint("POST", "/api/notifications/read", {
    summary: "Marks all notifications as read",
    query: upTo,
    reply: Badge,
    errors: ["auth.required"],
  }),
  remove: endpoint("DELETE", "/api/notifications/:notificationId", {
    summary: "Deletes a notification, unless somebody joined it after `until`",
    params,
    query: upTo,
    reply: Badge,
    errors: ["auth.required", "notification.not_found"],
  }),
  clear: endpoint("DELETE", "/api/notifications", {
    summary: "Deletes all notifications",
    query: upTo,
    reply: Badge,
    errors: ["auth.required"],
  }),
  settings: endpoint("GET", "/api/me/notifications", {
    summary: "Gets the caller's channels per type, and whether this browser has a push subscription",
    reply: NotificationSettings,
    errors: ["auth.required"],
  }),
  choose: endpoint("PUT", "/api/me/notifications/:type", {
    limit: "edits",
    summary: "Sets the caller's channels for one type",
    params: z.strictObject({ type: NotificationType }),
    body: NotificationChannels,
    reply: NotificationSetting,
    errors: ["auth.required"],
  }),
  stopMails: endpoint("POST", "/api/unsubscribe", {
    summary: "Stops the emails that the token identifies, without signing in; the URL in `List-Unsubscribe`, RFC 8058",
    query: z.strictObject({ token: z.string().max(limits.mailTokenCharsMax) }),
    reply: Done,
    errors: ["route.not_found"],
  }),
  subscribe: endpoint("PUT", "/api/me/push-subscription", {
    limit: "edits",
    summary: "Sends push messages to this browser until its session ends",
    body: PushAddress,
    reply: Done,
    errors: ["auth.required"],
  }),
  unsubscribe: endpoint("DELETE", "/api/me/push-subscription", {
    limit: "edits",
    summary: "Stops push messages to this browser",
    reply: Done,
    errors: ["auth.required"],
  }),
};
