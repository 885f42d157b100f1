import { type AccessRow, everyone, forbiddenBut, members, pixel } from "./access-row.ts";
import type { Actor, Scene } from "./access-scene.ts";

const inThread = forbiddenBut(404, { A: 200, B: 200 });
const isIn = (actor: Actor) => actor === "A" || actor === "B";
const idleFor = (...idle: Actor[]) =>
  ({ ...members, ...Object.fromEntries(idle.map((actor) => [actor, "idle"])) }) as AccessRow["outcome"];

/**
 * The caller's own data: account, pictures, closet, Top 3, notifications, conversations, sessions; and what has no
 * owner.
 */
export const ownRows: AccessRow[] = [
  {
    endpoint: "GET /api/me",
    on: "own",
    request: () => ({ url: "/api/me" }),
    outcome: members,
    shows: ({ body }, actor, scene) =>
      Object.entries(scene.members).every(([name, user]) => body.includes(user.email) === (name === actor)),
  },
  {
    endpoint: "PATCH /api/me",
    on: "own",
    request: () => ({ url: "/api/me", body: { bio: "a new bio" } }),
    outcome: members,
  },
  ...["points", "email", "role", "membershipTier", "isVerified", "followersCount", "createdAt", "userId"].map(
    (field): AccessRow => ({
      endpoint: "PATCH /api/me",
      on: `own ${field}`,
      request: () => ({ url: "/api/me", body: { bio: "a new bio", [field]: "admin" } }),
      // An unreadable body is rejected before authentication.
      outcome: forbiddenBut(422, { anon: 422 }),
    }),
  ),
  {
    endpoint: "PATCH /api/me",
    on: "A's picture as an avatar",
    request: ({ aImage }) => ({ url: "/api/me", body: { avatarImageId: aImage } }),
    // It is an outfit's picture, so even A may not use it.
    outcome: forbiddenBut(422, {}),
  },
  {
    endpoint: "POST /api/uploads/:kind",
    on: "own",
    request: () => ({ url: "/api/uploads/avatar", file: pixel }),
    outcome: members,
  },
  {
    endpoint: "POST /api/detections",
    on: "A's picture",
    request: ({ aImage }) => ({ url: "/api/detections", body: { imageId: aImage } }),
    outcome: forbiddenBut(422, { A: 200 }),
  },
  {
    endpoint: "GET /api/detections/:imageId/place",
    on: "A's picture",
    request: ({ aImage }) => ({ url: `/api/detections/${aImage}/place` }),
    outcome: members,
  },
  {
    endpoint: "GET /api/me/detection",
    on: "own",
    request: () => ({ url: "/api/me/detection" }),
    outcome: members,
  },
  {
    endpoint: "PUT /api/me/stylists/:position",
    on: "B",
    request: (scene) => ({ url: "/api/me/stylists/1", body: { stylistId: scene.members.B.id } }),
    outcome: { ...members, B: 422 },
  },
  {
    endpoint: "PUT /api/me/stylists",
    on: "own, empty",
    request: () => ({ url: "/api/me/stylists", body: { stylistIds: [null, null, null] } }),
    outcome: idleFor("A", "B", "P", "M"),
  },
  {
    endpoint: "DELETE /api/me/stylists/:position",
    on: "own, empty",
    request: () => ({ url: "/api/me/stylists/1" }),
    outcome: idleFor("A", "B", "P", "M"),
  },
  ...(["GET /api/notifications", "GET /api/notifications/unread-count"] as const).map((endpoint): AccessRow => ({
    endpoint,
    on: "own",
    request: () => ({ url: endpoint.slice("GET ".length) }),
    outcome: members,
    shows: ({ body }, actor, scene) =>
      endpoint.endsWith("count") || body.includes(scene.aNotification) === (actor === "A"),
  })),
  {
    endpoint: "PUT /api/notifications/:notificationId/read",
    on: "A's",
    request: ({ aNotification }) => ({ url: `/api/notifications/${aNotification}/read` }),
    outcome: forbiddenBut(404, { A: 200 }),
  },
  {
    endpoint: "DELETE /api/notifications/:notificationId",
    on: "A's",
    request: ({ aNotification }) => ({ url: `/api/notifications/${aNotification}` }),
    outcome: forbiddenBut(404, { A: 200 }),
  },
  // M has none, so any row marked or deleted would be another member's.
  {
    endpoint: "POST /api/notifications/read",
    on: "own",
    request: () => ({ url: "/api/notifications/read" }),
    outcome: idleFor("M"),
  },
  {
    endpoint: "DELETE /api/notifications",
    on: "own",
    request: () => ({ url: "/api/notifications" }),
    outcome: idleFor("M"),
  },
  {
    endpoint: "GET /api/me/notifications",
    on: "own",
    request: () => ({ url: "/api/me/notifications" }),
    outcome: members,
  },
  {
    endpoint: "PUT /api/me/notifications/:type",
    on: "own",
    request: () => ({ url: "/api/me/notifications/like", body: { inApp: true, byMail: true, byPush: false } }),
    outcome: members,
  },
  {
    endpoint: "PUT /api/me/push-subscription",
    on: "own session",
    request: () => ({
      url: "/api/me/push-subscription",
      body: {
        endpoint: "https://push.example/subscription",
        keys: { p256dh: `B${"a".repeat(86)}`, auth: "a".repeat(22) },
      },
    }),
    outcome: members,
  },
  {
    endpoint: "DELETE /api/me/push-subscription",
    on: "own session, without a subscription",
    request: () => ({ url: "/api/me/push-subscription" }),
    outcome: idleFor("A", "B", "P", "M"),
  },
  {
    endpoint: "POST /api/unsubscribe",
    on: "A's mails, by an unsubscribe link",
    request: ({ aMailToken }) => ({ url: `/api/unsubscribe?token=${aMailToken}` }),
    // The token is the credential: mail clients use the link without a session.
    outcome: everyone,
  },
  {
    endpoint: "POST /api/unsubscribe",
    on: "B's mails, with the signature of A's",
    request: ({ aMailToken, members: { A, B } }) => ({
      url: `/api/unsubscribe?token=${aMailToken.replace(A.id, B.id)}`,
    }),
    outcome: forbiddenBut(404, { anon: 404 }),
  },
  ...threadRows(),
  {
    endpoint: "GET /api/me/sessions",
    on: "own",
    request: () => ({ url: "/api/me/sessions" }),
    outcome: members,
  },
  {
    endpoint: "DELETE /api/me/sessions",
    on: "own",
    request: () => ({ url: "/api/me/sessions" }),
    outcome: idleFor("A", "B", "P", "M"),
  },
  {
    endpoint: "DELETE /api/me/sessions/:sessionId",
    on: "an unknown one",
    request: ({ thread }) => ({ url: `/api/me/sessions/${thread}` }),
    outcome: idleFor("A", "B", "P", "M"),
  },
  { endpoint: "GET /api/styles", on: "the site", request: () => ({ url: "/api/styles" }), outcome: everyone },
  {
    endpoint: "GET /api/usernames",
    on: "a name",
    request: ({ word }) => ({ url: `/api/usernames?name=${word}` }),
    outcome: everyone,
  },
];

/** A conversation of A and B; 404 for all others, including admins. */
function threadRows(): AccessRow[] {
  const url = (scene: Scene, end = "") => `/api/threads/${scene.thread}${end}`;
  return [
    {
      endpoint: "GET /api/threads",
      on: "own",
      request: () => ({ url: "/api/threads" }),
      outcome: members,
      shows: ({ body }, actor, scene) => body.includes(scene.thread) === isIn(actor),
    },
    {
      endpoint: "GET /api/threads/:threadId",
      on: "A's and B's",
      request: (scene) => ({ url: url(scene) }),
      outcome: inThread,
    },
    {
      endpoint: "GET /api/threads/:threadId/messages",
      on: "A's and B's",
      request: (scene) => ({ url: url(scene, "/messages") }),
      outcome: inThread,
    },
    {
      endpoint: "POST /api/threads/:threadId/messages",
      on: "A's and B's",
      request: (scene) => ({ url: url(scene, "/messages"), body: { content: "a word", clientId: scene.aOutfit } }),
      outcome: inThread,
    },
    {
      endpoint: "POST /api/threads/:threadId/read",
      on: "A's and B's",
      request: (scene) => ({ url: url(scene, "/read") }),
      outcome: inThread,
    },
    {
      endpoint: "POST /api/threads/:threadId/accept",
      on: "A's and B's",
      request: (scene) => ({ url: url(scene, "/accept") }),
      outcome: { ...inThread, B: "idle" },
    },
    {
      endpoint: "POST /api/threads/:threadId/decline",
      on: "B's request to A",
      request: (scene) => ({ url: url(scene, "/decline") }),
      outcome: forbiddenBut(404, { A: 200 }),
    },
    {
      endpoint: "PUT /api/threads/:threadId/mute",
      on: "A's and B's",
      request: (scene) => ({ url: url(scene, "/mute"), body: { isMuted: true } }),
      outcome: inThread,
    },
    {
      endpoint: "DELETE /api/threads/:threadId",
      on: "A's and B's",
      request: (scene) => ({ url: url(scene) }),
      outcome: inThread,
    },
    {
      endpoint: "POST /api/threads",
      on: "with B",
      request: (scene) => ({ url: "/api/threads", body: { username: scene.members.B.username } }),
      outcome: { ...members, A: "idle", B: 422 },
    },
  ];
}
