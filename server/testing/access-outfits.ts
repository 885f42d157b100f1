import { type AccessRow, everyone, forbiddenBut, members, pixel } from "./access-row.ts";
import type { Scene } from "./access-scene.ts";

/** Who may open which outfit; hidden ones and a private member's are 404 for all others. */
const seen = {
  aOutfit: everyone,
  aHidden: { anon: 404, A: 200, B: 404, P: 404, M: 200 },
  pOutfit: { anon: 404, A: 404, B: 404, P: 200, M: 200 },
} as const;
const things = ["aOutfit", "aHidden", "pOutfit"] as const;
type Thing = (typeof things)[number];

/** The same rows for an active, a hidden and a private outfit. */
const forEach = (
  endpoint: AccessRow["endpoint"],
  request: (outfitId: string, scene: Scene) => ReturnType<AccessRow["request"]>,
  outcomeOf: (thing: Thing) => AccessRow["outcome"],
): AccessRow[] =>
  things.map((thing) => ({
    endpoint,
    on: thing,
    request: (scene) => request(scene[thing], scene),
    outcome: outcomeOf(thing),
  }));

const needsMember = (thing: Thing) => ({ ...seen[thing], anon: 401 });
const own = (thing: Thing): AccessRow["outcome"] =>
  ({
    aOutfit: forbiddenBut(403, { A: 200 }),
    aHidden: forbiddenBut(404, { A: 200, M: 403 }),
    pOutfit: forbiddenBut(404, { P: 200, M: 403 }),
  })[thing];

const newOutfit = (scene: Scene) => ({
  title: `${scene.word} anew`,
  styleId: scene.styleId,
  imageId: scene.aImage,
  tags: ["linen"],
  items: [],
});
/** Neither the hidden outfit of A nor that of the private member P. */
const showsListedOnly: AccessRow["shows"] = ({ json }, _actor, scene) => {
  const ids = json.items.map((item) => item.id);
  return !ids.includes(scene.aHidden) && !ids.includes(scene.pOutfit);
};

const ofPrivate = { anon: 404, A: 404, B: 404, P: 200, M: 200 } as const;

/** Replies to and likes of a comment on a public outfit, and on a private member's. */
const commentRows: AccessRow[] = (
  [
    ["bComment", everyone, members],
    ["pComment", ofPrivate, { ...ofPrivate, anon: 401 }],
  ] as const
).flatMap(([thing, readers, writers]): AccessRow[] => {
  const on = (path: string, body?: unknown) => (scene: Scene) => ({
    url: `/api/comments/${scene[thing]}/${path}`,
    body,
  });
  const idle = { ...writers, A: writers.A === 200 ? "idle" : 404, B: writers.B === 200 ? "idle" : 404 } as const;
  return [
    {
      endpoint: "GET /api/comments/:commentId",
      on: thing,
      request: (scene) => ({ url: `/api/comments/${scene[thing]}` }),
      outcome: readers,
    },
    { endpoint: "GET /api/comments/:commentId/replies", on: thing, request: on("replies"), outcome: readers },
    {
      endpoint: "POST /api/comments/:commentId/replies",
      on: thing,
      request: on("replies", { content: "a reply" }),
      outcome: writers,
    },
    { endpoint: "PUT /api/comments/:commentId/like", on: thing, request: on("like"), outcome: writers },
    {
      endpoint: "DELETE /api/comments/:commentId/like",
      on: thing,
      request: on("like"),
      outcome: { ...idle, P: "idle", M: "idle" },
    },
  ];
});

/** Outfits, and likes, saves, swipes and comments on them. */
export const outfitRows: AccessRow[] = [
  ...forEach(
    "GET /api/outfits/:outfitId",
    (id) => ({ url: `/api/outfits/${id}` }),
    (thing) => seen[thing],
  ),
  ...forEach(
    "PUT /api/outfits/:outfitId",
    (id, scene) => {
      const { imageId: _imageId, ...body } = newOutfit(scene);
      return { url: `/api/outfits/${id}`, body };
    },
    own,
  ),
  ...forEach("DELETE /api/outfits/:outfitId", (id) => ({ url: `/api/outfits/${id}` }), own),
  ...forEach("POST /api/outfits/:outfitId/views", (id) => ({ url: `/api/outfits/${id}/views` }), needsMember),
  ...forEach("PUT /api/outfits/:outfitId/like", (id) => ({ url: `/api/outfits/${id}/like` }), needsMember),
  ...forEach("DELETE /api/outfits/:outfitId/like", (id) => ({ url: `/api/outfits/${id}/like` }), needsMember),
  ...forEach("GET /api/outfits/:outfitId/likes", (id) => ({ url: `/api/outfits/${id}/likes` }), needsMember),
  ...forEach("PUT /api/outfits/:outfitId/save", (id) => ({ url: `/api/outfits/${id}/save` }), needsMember),
  ...forEach("DELETE /api/outfits/:outfitId/save", (id) => ({ url: `/api/outfits/${id}/save` }), needsMember),
  ...forEach(
    "GET /api/outfits/:outfitId/comments",
    (id) => ({ url: `/api/outfits/${id}/comments` }),
    (thing) => seen[thing],
  ),
  ...forEach(
    "POST /api/outfits/:outfitId/comments",
    (id) => ({ url: `/api/outfits/${id}/comments`, body: { content: "a comment" } }),
    needsMember,
  ),
  {
    endpoint: "POST /api/outfits",
    on: "A's picture",
    request: (scene) => ({ url: "/api/outfits", body: newOutfit(scene) }),
    outcome: forbiddenBut(422, { A: 200 }),
  },
  {
    endpoint: "GET /api/outfits",
    on: "a search that matches every outfit of the scene",
    request: ({ word }) => ({ url: `/api/outfits?search=${word}` }),
    outcome: everyone,
    shows: ({ json }, _actor, scene) => {
      const ids = json.items.map((item) => item.id);
      return ids.length === 2 && ids.includes(scene.aOutfit) && ids.includes(scene.bOutfit);
    },
  },
  {
    endpoint: "GET /api/covers",
    on: "the site",
    request: () => ({ url: "/api/covers" }),
    outcome: everyone,
    shows: showsListedOnly,
  },
  {
    endpoint: "GET /api/outfits",
    on: "members whom the caller follows",
    request: () => ({ url: "/api/outfits?from=following" }),
    outcome: members,
    shows: ({ json }, actor, scene) => {
      const ids = json.items.map((item) => item.id);
      // B and P follow A; B's request to P is pending.
      return actor === "B" || actor === "P" ? ids.join() === scene.aOutfit : ids.length === 0;
    },
  },
  ...forEach(
    "GET /api/outfits/:outfitId/similar",
    (id) => ({ url: `/api/outfits/${id}/similar` }),
    (thing) => seen[thing],
  ).map((row): AccessRow => ({
    ...row,
    shows: showsListedOnly,
  })),
  {
    endpoint: "POST /api/photo-searches",
    on: "a photo",
    request: () => ({ url: "/api/photo-searches", file: pixel }),
    outcome: everyone,
    shows: ({ body }, _actor, scene) => !body.includes(scene.aHidden) && !body.includes(scene.pOutfit),
  },
  {
    endpoint: "GET /api/search",
    on: "a name that matches every member of the scene",
    request: ({ word }) => ({ url: `/api/search?search=${word}` }),
    outcome: everyone,
    // Private members are found by members only.
    shows: ({ body }, actor, { members: { A, P } }) =>
      body.includes(A.username) && body.includes(P.username) === (actor !== "anon"),
  },
  {
    endpoint: "GET /api/trending",
    on: "the site",
    request: () => ({ url: "/api/trending" }),
    outcome: everyone,
    shows: showsListedOnly,
  },
  {
    endpoint: "GET /api/swipes/deck",
    on: "the site",
    request: () => ({ url: "/api/swipes/deck" }),
    outcome: members,
    shows: showsListedOnly,
  },
  {
    endpoint: "PUT /api/outfits/:outfitId/swipe",
    on: "aOutfit",
    request: ({ aOutfit }) => ({ url: `/api/outfits/${aOutfit}/swipe`, body: { direction: "like" } }),
    outcome: { ...members, A: 422 },
  },
  {
    endpoint: "PUT /api/outfits/:outfitId/swipe",
    on: "aHidden",
    request: ({ aHidden }) => ({ url: `/api/outfits/${aHidden}/swipe`, body: { direction: "pass" } }),
    outcome: forbiddenBut(404, { A: 422, M: 200 }),
  },
  {
    endpoint: "DELETE /api/outfits/:outfitId/swipe",
    on: "aOutfit, never swiped",
    request: ({ aOutfit }) => ({ url: `/api/outfits/${aOutfit}/swipe` }),
    outcome: { anon: 401, A: "idle", B: "idle", P: "idle", M: "idle" },
  },
  {
    endpoint: "PUT /api/comments/:commentId/hidden",
    on: "B's comment on A's outfit",
    request: ({ bComment }) => ({ url: `/api/comments/${bComment}/hidden`, body: { isHidden: true } }),
    outcome: forbiddenBut(403, { A: 200, M: 200 }),
  },
  {
    endpoint: "DELETE /api/comments/:commentId",
    on: "A's comment on B's outfit",
    request: ({ aComment }) => ({ url: `/api/comments/${aComment}` }),
    outcome: forbiddenBut(403, { A: 200, M: 200 }),
    isOnce: true,
  },
  ...commentRows,
  ...(["aOutfit", "aHidden", "pOutfit"] as const).map((thing): AccessRow => ({
    endpoint: "GET /api/oembed",
    on: thing,
    request: (scene) => ({
      url: `/api/oembed?url=${encodeURIComponent(`http://localhost:3000/outfit/${scene[thing]}`)}`,
    }),
    // oEmbed returns the visitor's view to every caller.
    outcome: thing === "aOutfit" ? everyone : { anon: 404, A: 404, B: 404, P: 404, M: 404 },
  })),
];
