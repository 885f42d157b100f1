import { type AccessRow, everyone, forbiddenBut, members } from "./access-row.ts";
import type { Actor, Scene } from "./access-scene.ts";

/** One pixel, the smallest PNG there is. */
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);
const inThread = forbiddenBut(404, { A: 200, B: 200 });
const isIn = (actor: Actor) => actor === "A" || actor === "B";
const idleFor = (...idle: Actor[]) =>
  ({ ...members, ...Object.fromEntries(idle.map((actor) => [actor, "idle"])) }) as AccessRow["outcome"];

/** What is one's own: account, pictures, closet, Top 3, notices, conversations, sessions; and what is nobody's. */
export const ownRows: AccessRow[] = [
  {
    call: "GET /api/me",
    on: "own",
    request: () => ({ url: "/api/me" }),
    outcome: members,
    shows: ({ body }, actor, scene) =>
      Object.entries(scene.members).every(([name, user]) => body.includes(user.email) === (name === actor)),
  },
  {
    call: "PATCH /api/me",
    on: "own",
    request: () => ({ url: "/api/me", body: { bio: "a new bio" } }),
    outcome: members,
  },
  ...["points", "email", "role", "membershipTier", "isVerified", "followersCount", "createdAt", "userId"].map(
    (field): AccessRow => ({
      call: "PATCH /api/me",
      on: `own ${field}`,
      request: () => ({ url: "/api/me", body: { bio: "a new bio", [field]: "admin" } }),
      // What cannot be read is refused before it is asked who sent it.
      outcome: forbiddenBut(422, { anon: 422 }),
    }),
  ),
  {
    call: "PATCH /api/me",
    on: "A's picture as an avatar",
    request: ({ aImage }) => ({ url: "/api/me", body: { avatarImageId: aImage } }),
    // It is an outfit's picture, so not even A may.
    outcome: forbiddenBut(422, {}),
  },
  {
    call: "POST /api/uploads/:kind",
    on: "own",
    request: () => ({ url: "/api/uploads/avatar", file: pixel }),
    outcome: members,
  },
  {
    call: "PUT /api/me/stylists/:position",
    on: "B",
    request: (scene) => ({ url: "/api/me/stylists/1", body: { stylistId: scene.members.B.id } }),
    outcome: { ...members, B: 422 },
  },
  {
    call: "PUT /api/me/stylists",
    on: "own, empty",
    request: () => ({ url: "/api/me/stylists", body: { stylistIds: [null, null, null] } }),
    outcome: idleFor("A", "B", "P", "M"),
  },
  {
    call: "DELETE /api/me/stylists/:position",
    on: "own, empty",
    request: () => ({ url: "/api/me/stylists/1" }),
    outcome: idleFor("A", "B", "P", "M"),
  },
  ...(["GET /api/notifications", "GET /api/notifications/unread-count"] as const).map((call): AccessRow => ({
    call,
    on: "own",
    request: () => ({ url: call.slice("GET ".length) }),
    outcome: members,
    shows: ({ body }, actor, scene) => call.endsWith("count") || body.includes(scene.aNotice) === (actor === "A"),
  })),
  {
    call: "PUT /api/notifications/:notificationId/read",
    on: "A's",
    request: ({ aNotice }) => ({ url: `/api/notifications/${aNotice}/read` }),
    outcome: forbiddenBut(404, { A: 200 }),
  },
  {
    call: "DELETE /api/notifications/:notificationId",
    on: "A's",
    request: ({ aNotice }) => ({ url: `/api/notifications/${aNotice}` }),
    outcome: forbiddenBut(404, { A: 200 }),
  },
  // M has none: whatever is marked or deleted beside that would be somebody else's.
  {
    call: "POST /api/notifications/read",
    on: "own",
    request: () => ({ url: "/api/notifications/read" }),
    outcome: idleFor("M"),
  },
  {
    call: "DELETE /api/notifications",
    on: "own",
    request: () => ({ url: "/api/notifications" }),
    outcome: idleFor("M"),
  },
  {
    call: "GET /api/me/notifications",
    on: "own",
    request: () => ({ url: "/api/me/notifications" }),
    outcome: members,
  },
  {
    call: "PUT /api/me/notifications/:type",
    on: "own",
    request: () => ({ url: "/api/me/notifications/like", body: { inApp: true, byMail: true, byPush: false } }),
    outcome: members,
  },
  {
    call: "PUT /api/me/push-subscription",
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
    call: "DELETE /api/me/push-subscription",
    on: "own session, which has none",
    request: () => ({ url: "/api/me/push-subscription" }),
    outcome: idleFor("A", "B", "P", "M"),
  },
  {
    call: "POST /api/unsubscribe",
    on: "A's mails, by the link in one",
    request: ({ aMailToken }) => ({ url: `/api/unsubscribe?token=${aMailToken}` }),
    // The token is the right: mail programs open the link, and they are signed in to nothing.
    outcome: everyone,
  },
  {
    call: "POST /api/unsubscribe",
    on: "B's mails, with the signature of A's",
    request: ({ aMailToken, members: { A, B } }) => ({
      url: `/api/unsubscribe?token=${aMailToken.replace(A.id, B.id)}`,
    }),
    outcome: forbiddenBut(404, { anon: 404 }),
  },
  ...threadRows(),
  {
    call: "GET /api/me/sessions",
    on: "own",
    request: () => ({ url: "/api/me/sessions" }),
    outcome: members,
  },
  {
    call: "DELETE /api/me/sessions",
    on: "own",
    request: () => ({ url: "/api/me/sessions" }),
    outcome: idleFor("A", "B", "P", "M"),
  },
  {
    call: "DELETE /api/me/sessions/:sessionId",
    on: "one that is not there",
    request: ({ thread }) => ({ url: `/api/me/sessions/${thread}` }),
    outcome: idleFor("A", "B", "P", "M"),
  },
  {
    call: "DELETE /api/admin/members/:memberId/sessions",
    on: "A's",
    request: ({ members: { A } }) => ({ url: `/api/admin/members/${A.id}/sessions` }),
    outcome: forbiddenBut(403, { M: 200 }),
  },
  { call: "GET /api/rewards", on: "the site", request: () => ({ url: "/api/rewards" }), outcome: everyone },
  {
    call: "GET /api/me/redemptions",
    on: "own",
    request: () => ({ url: "/api/me/redemptions" }),
    outcome: members,
    shows: ({ body }, actor, scene) => body.includes(scene.aRedemption) === (actor === "A"),
  },
  {
    call: "PUT /api/me/redemptions/:redemptionId",
    on: "A's",
    request: ({ aRedemption, rewardId }) => ({ url: `/api/me/redemptions/${aRedemption}`, body: { rewardId } }),
    outcome: { ...forbiddenBut(409, {}), A: "idle" },
  },
  { call: "GET /api/styles", on: "the site", request: () => ({ url: "/api/styles" }), outcome: everyone },
  {
    call: "GET /api/usernames",
    on: "a name",
    request: ({ word }) => ({ url: `/api/usernames?name=${word}` }),
    outcome: everyone,
  },
];

/** A conversation of A and B: for all others, admins too, it is not there. */
function threadRows(): AccessRow[] {
  const url = (scene: Scene, end = "") => `/api/threads/${scene.thread}${end}`;
  return [
    {
      call: "GET /api/threads",
      on: "own",
      request: () => ({ url: "/api/threads" }),
      outcome: members,
      shows: ({ body }, actor, scene) => body.includes(scene.thread) === isIn(actor),
    },
    {
      call: "GET /api/threads/:threadId",
      on: "A's and B's",
      request: (scene) => ({ url: url(scene) }),
      outcome: inThread,
    },
    {
      call: "GET /api/threads/:threadId/messages",
      on: "A's and B's",
      request: (scene) => ({ url: url(scene, "/messages") }),
      outcome: inThread,
    },
    {
      call: "POST /api/threads/:threadId/messages",
      on: "A's and B's",
      request: (scene) => ({ url: url(scene, "/messages"), body: { content: "a word", clientId: scene.aOutfit } }),
      outcome: inThread,
    },
    {
      call: "POST /api/threads/:threadId/read",
      on: "A's and B's",
      request: (scene) => ({ url: url(scene, "/read") }),
      outcome: inThread,
    },
    {
      call: "POST /api/threads/:threadId/accept",
      on: "A's and B's",
      request: (scene) => ({ url: url(scene, "/accept") }),
      outcome: { ...inThread, B: "idle" },
    },
    {
      call: "POST /api/threads",
      on: "with B",
      request: (scene) => ({ url: "/api/threads", body: { username: scene.members.B.username } }),
      outcome: { ...members, A: "idle", B: 422 },
    },
  ];
}
