import { type AccessRow, forbiddenBut, members } from "./access-row.ts";
import type { Actor, Scene } from "./access-scene.ts";

const boards = ["aBoard", "aHiddenBoard"] as const;
const own = forbiddenBut(404, { A: 200 });
const openTo = { aBoard: members, aHiddenBoard: own } as const;
const holdsHiddenSave = (body: string, scene: Scene) => body.includes(scene.aHiddenSave);
const isA = (actor: Actor) => actor === "A";

/** The closet: saves, Top Rated, wishlist and boards. */
export const closetRows: AccessRow[] = [
  ...(["GET /api/closet", "GET /api/closet/top"] as const).map((endpoint): AccessRow => ({
    endpoint,
    on: "own",
    request: () => ({ url: endpoint.slice("GET ".length) }),
    outcome: members,
    shows: ({ body }, actor, scene) => holdsHiddenSave(body, scene) === isA(actor),
  })),
  {
    endpoint: "GET /api/closet/wishlist",
    on: "own",
    request: () => ({ url: "/api/closet/wishlist" }),
    outcome: members,
  },
  {
    endpoint: "PUT /api/closet/:saveId/hidden",
    on: "A's save",
    request: ({ aSave }) => ({ url: `/api/closet/${aSave}/hidden`, body: { isHidden: true } }),
    outcome: own,
  },
  {
    endpoint: "GET /api/closet/:saveId/boards",
    on: "A's save",
    request: ({ aSave }) => ({ url: `/api/closet/${aSave}/boards` }),
    outcome: own,
    shows: ({ body }, _actor, { aBoard }) => body.includes(aBoard),
  },
  {
    endpoint: "GET /api/boards",
    on: "own",
    request: () => ({ url: "/api/boards" }),
    outcome: members,
    shows: ({ body }, actor, { aHiddenBoard }) => body.includes(aHiddenBoard) === isA(actor),
  },
  {
    endpoint: "POST /api/boards",
    on: "own",
    request: () => ({ url: "/api/boards", body: { name: "a new one" } }),
    outcome: members,
  },
  {
    endpoint: "GET /api/profiles/:username/boards",
    on: "A's, one of them hidden",
    request: ({ members: { A } }) => ({ url: `/api/profiles/${A.username}/boards` }),
    outcome: members,
    shows: ({ body }, actor, { aBoard, aHiddenBoard }) =>
      body.includes(aBoard) && body.includes(aHiddenBoard) === isA(actor),
  },
  ...boards.flatMap((board): AccessRow[] => [
    {
      endpoint: "GET /api/boards/:boardId",
      on: board,
      request: (scene) => ({ url: `/api/boards/${scene[board]}` }),
      outcome: openTo[board],
    },
    {
      endpoint: "GET /api/boards/:boardId/saves",
      on: board,
      request: (scene) => ({ url: `/api/boards/${scene[board]}/saves` }),
      outcome: openTo[board],
      shows: ({ body }, actor, scene) =>
        board === "aHiddenBoard" || (body.includes(scene.aSave) && holdsHiddenSave(body, scene) === isA(actor)),
    },
  ]),
  {
    endpoint: "PATCH /api/boards/:boardId",
    on: "A's",
    request: ({ aBoard }) => ({ url: `/api/boards/${aBoard}`, body: { name: "renamed" } }),
    outcome: own,
  },
  {
    endpoint: "DELETE /api/boards/:boardId",
    on: "A's",
    request: ({ aBoard }) => ({ url: `/api/boards/${aBoard}` }),
    outcome: own,
  },
  {
    endpoint: "PUT /api/boards/:boardId/position",
    on: "A's",
    request: ({ aBoard, aHiddenBoard }) => ({ url: `/api/boards/${aBoard}/position`, body: { before: aHiddenBoard } }),
    outcome: own,
  },
  {
    endpoint: "PUT /api/boards/:boardId/saves/:saveId",
    on: "A's board and save",
    request: ({ aHiddenBoard, aSave }) => ({ url: `/api/boards/${aHiddenBoard}/saves/${aSave}` }),
    outcome: own,
  },
  {
    endpoint: "DELETE /api/boards/:boardId/saves/:saveId",
    on: "A's board and save",
    request: ({ aBoard, aSave }) => ({ url: `/api/boards/${aBoard}/saves/${aSave}` }),
    outcome: own,
  },
  {
    endpoint: "PUT /api/boards/:boardId/saves/:saveId/position",
    on: "A's board and save",
    request: ({ aBoard, aSave }) => ({ url: `/api/boards/${aBoard}/saves/${aSave}/position`, body: { before: null } }),
    outcome: own,
  },
];
