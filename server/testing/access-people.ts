import { type AccessRow, forbiddenBut, members } from "./access-row.ts";
import type { Actor, Scene } from "./access-scene.ts";

const isOneOf =
  (...allowed: Actor[]) =>
  (actor: Actor) =>
    allowed.includes(actor);
const seesPrivate = isOneOf("P", "M");
const holds = (reply: { json: { items: unknown[] } }) => reply.json.items.length > 0;
const idOf = (scene: Scene, actor: "A" | "B" | "P" | "M") => scene.members[actor].id;
const nameOf = (scene: Scene, actor: "A" | "B" | "P" | "M") => scene.members[actor].username;

/** Profiles, follows, blocks, mutes, reports and lists of members. */
export const peopleRows: AccessRow[] = [
  {
    endpoint: "GET /api/profiles/:username",
    on: "A",
    request: (scene) => ({ url: `/api/profiles/${nameOf(scene, "A")}` }),
    outcome: members,
    shows: ({ body }, actor) => !body.includes("@fash.example") && !body.includes('"points"') && actor !== "anon",
  },
  {
    endpoint: "GET /api/profiles/:username",
    on: "P, who is private",
    request: (scene) => ({ url: `/api/profiles/${nameOf(scene, "P")}` }),
    outcome: members,
    shows: ({ json, body }, actor) =>
      json.isVisible === seesPrivate(actor) && body.includes("secret") === seesPrivate(actor),
  },
  {
    endpoint: "GET /api/profiles/:username/outfits",
    on: "A, who has a hidden one",
    request: (scene) => ({ url: `/api/profiles/${nameOf(scene, "A")}/outfits` }),
    outcome: members,
    shows: ({ body }, actor, scene) => body.includes(scene.aHidden) === isOneOf("A", "M")(actor),
  },
  {
    endpoint: "GET /api/profiles/:username/outfits",
    on: "P, who is private",
    request: (scene) => ({ url: `/api/profiles/${nameOf(scene, "P")}/outfits` }),
    outcome: members,
    shows: (reply, actor) => holds(reply) === seesPrivate(actor),
  },
  {
    endpoint: "GET /api/profiles/:username/closet",
    on: "A's, with a hidden save",
    request: (scene) => ({ url: `/api/profiles/${nameOf(scene, "A")}/closet` }),
    outcome: members,
    shows: ({ body }, actor, scene) =>
      body.includes(scene.aSave) && (actor === "A" || !body.includes(scene.aHiddenSave)),
  },
  {
    endpoint: "GET /api/profiles/:username/closet",
    on: "P's, which is private",
    request: (scene) => ({ url: `/api/profiles/${nameOf(scene, "P")}/closet` }),
    outcome: members,
    shows: ({ json }, actor) =>
      actor === "P" || (json.items.length === 0 && JSON.stringify(json) === '{"items":[],"nextCursor":null}'),
  },
  {
    endpoint: "GET /api/profiles/:username/stylists",
    on: "P, who is private",
    request: (scene) => ({ url: `/api/profiles/${nameOf(scene, "P")}/stylists` }),
    outcome: members,
  },
  ...(["followers", "following"] as const).flatMap((list): AccessRow[] => [
    {
      endpoint: `GET /api/profiles/:username/${list}`,
      on: "A",
      request: (scene) => ({ url: `/api/profiles/${nameOf(scene, "A")}/${list}` }),
      outcome: members,
      shows: (reply) => holds(reply) === (list === "followers"),
    },
    {
      endpoint: `GET /api/profiles/:username/${list}`,
      on: "P, who is private and follows A",
      request: (scene) => ({ url: `/api/profiles/${nameOf(scene, "P")}/${list}` }),
      outcome: members,
      shows: (reply, actor) => holds(reply) === (list === "following" && seesPrivate(actor)),
    },
  ]),
  {
    endpoint: "PUT /api/follows/:memberId",
    on: "A",
    request: (scene) => ({ url: `/api/follows/${idOf(scene, "A")}` }),
    outcome: { ...members, A: 422, B: "idle", P: "idle" },
  },
  {
    endpoint: "PUT /api/follows/:memberId",
    on: "P, who is private",
    request: (scene) => ({ url: `/api/follows/${idOf(scene, "P")}` }),
    outcome: { ...members, B: "idle", P: 422 },
    shows: ({ body }) => body.includes('"requested"'),
  },
  {
    endpoint: "DELETE /api/follows/:memberId",
    on: "A",
    request: (scene) => ({ url: `/api/follows/${idOf(scene, "A")}` }),
    outcome: { ...members, A: "idle", M: "idle" },
  },
  {
    endpoint: "GET /api/follow-requests",
    on: "own",
    request: () => ({ url: "/api/follow-requests" }),
    outcome: members,
    shows: (reply, actor) => holds(reply) === (actor === "P"),
  },
  {
    endpoint: "PUT /api/follow-requests/:memberId",
    on: "B's, to P",
    request: (scene) => ({ url: `/api/follow-requests/${idOf(scene, "B")}` }),
    outcome: forbiddenBut(404, { P: 200 }),
  },
  {
    endpoint: "DELETE /api/follow-requests/:memberId",
    on: "B's, to P",
    request: (scene) => ({ url: `/api/follow-requests/${idOf(scene, "B")}` }),
    outcome: forbiddenBut(404, { P: 200 }),
  },
  {
    endpoint: "DELETE /api/followers/:memberId",
    on: "B, who follows A",
    request: (scene) => ({ url: `/api/followers/${idOf(scene, "B")}` }),
    // B follows neither B nor M, and has a pending request to P, which only P may decline.
    outcome: { ...members, B: "idle", M: "idle" },
  },
  ...(["blocks", "mutes"] as const).flatMap((list): AccessRow[] => [
    {
      endpoint: `PUT /api/${list}/:memberId`,
      on: "B",
      request: (scene) => ({ url: `/api/${list}/${idOf(scene, "B")}` }),
      outcome: { ...members, B: 422 },
    },
    {
      endpoint: `DELETE /api/${list}/:memberId`,
      on: "B, who is neither blocked nor muted",
      request: (scene) => ({ url: `/api/${list}/${idOf(scene, "B")}` }),
      outcome: { anon: 401, A: "idle", B: "idle", P: "idle", M: "idle" },
    },
    {
      endpoint: `GET /api/${list}`,
      on: "own",
      request: () => ({ url: `/api/${list}` }),
      outcome: members,
      shows: (reply) => !holds(reply),
    },
  ]),
  ...(
    [
      ["outfit", (scene: Scene) => scene.aOutfit, { A: 404, B: 200, P: 200, M: 200 }],
      ["outfit", (scene: Scene) => scene.aHidden, { A: 404, B: 404, P: 404, M: 200 }],
      ["comment", (scene: Scene) => scene.bComment, { A: 200, B: 404, P: 200, M: 200 }],
      ["profile", (scene: Scene) => scene.members.A.id, { A: 404, B: 200, P: 200, M: 200 }],
      ["message", (scene: Scene) => scene.bMessage, { A: 200, B: 404, P: 404, M: 404 }],
      ["article", (scene: Scene) => scene.aArticle, { A: 404, B: 200, P: 200, M: 200 }],
      ["article", (scene: Scene) => scene.aSubmitted, { A: 404, B: 404, P: 404, M: 404 }],
    ] as const
  ).map(([targetType, targetOf, outcome], index): AccessRow => ({
    endpoint: "POST /api/reports",
    on: `a ${targetType} (${index})`,
    request: (scene) => ({ url: "/api/reports", body: { targetType, targetId: targetOf(scene), reason: "spam" } }),
    outcome: { anon: 401, ...outcome },
  })),
  {
    endpoint: "GET /api/stylists",
    on: "a search that matches every member of the scene",
    request: ({ word }) => ({ url: `/api/stylists?search=${word}` }),
    outcome: members,
    shows: ({ body }) => !body.includes("@fash.example"),
  },
  {
    endpoint: "GET /api/stylists/suggested",
    on: "the style that the members of the scene post in",
    request: ({ styleId }) => ({ url: `/api/stylists/suggested?styles=${styleId}` }),
    outcome: members,
    // Hidden and private members' outfits are in no list.
    shows: ({ body }, _actor, scene) =>
      ![idOf(scene, "P"), scene.pOutfit, scene.aHidden].some((id) => body.includes(id)),
  },
];
