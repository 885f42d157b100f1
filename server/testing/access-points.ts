import { type AccessRow, forbiddenBut, members } from "./access-row.ts";

const idle = { anon: 401, A: "idle", B: "idle", P: "idle", M: "idle" } as const;

/** What a member earned: their own alone, for an admin too; and nothing can be named that did not happen. */
export const pointsRows: AccessRow[] = [
  {
    endpoint: "GET /api/me/points",
    on: "own",
    request: () => ({ url: "/api/me/points" }),
    outcome: members,
    shows: ({ json }, actor) => (json.heldPoints ?? 0) > 0 === (actor === "A"),
  },
  {
    endpoint: "GET /api/me/points/ledger",
    on: "own",
    request: () => ({ url: "/api/me/points/ledger" }),
    outcome: members,
    shows: ({ json }, actor, scene) => json.items.some(({ id }) => id === scene.aRedemption) === (actor === "A"),
  },
  {
    endpoint: "GET /api/me/points/weeks",
    on: "own",
    request: () => ({ url: "/api/me/points/weeks" }),
    outcome: members,
  },
  {
    endpoint: "GET /api/me/points/ledger.csv",
    on: "own",
    request: () => ({ url: "/api/me/points/ledger.csv" }),
    outcome: members,
    shows: ({ body }, actor) => body.includes("awaiting approval") === (actor === "A"),
  },
  {
    endpoint: "POST /api/points/awards",
    on: "own daily login",
    request: () => ({ url: "/api/points/awards", body: { source: "DAILY_LOGIN", timeZone: "Europe/Berlin" } }),
    outcome: members,
  },
  {
    endpoint: "POST /api/points/awards",
    on: "A's outfit",
    request: ({ aOutfit }) => ({
      url: "/api/points/awards",
      body: { source: "POST_OUTFIT", metadata: { outfitId: aOutfit } },
    }),
    outcome: idle,
    shows: ({ json }) => json.success === false,
  },
  ...["points", "pointsAwarded", "userId", "action"].map((field): AccessRow => ({
    endpoint: "POST /api/points/awards",
    on: `own ${field}`,
    request: () => ({ url: "/api/points/awards", body: { source: "DAILY_LOGIN", [field]: 100 } }),
    outcome: forbiddenBut(422, { anon: 422 }),
  })),
  {
    endpoint: "POST /api/points/dry-runs",
    on: "own",
    request: () => ({ url: "/api/points/dry-runs", body: { source: "LIKE" } }),
    outcome: idle,
  },
];
