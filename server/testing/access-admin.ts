import { randomUUID } from "node:crypto";
import { type AccessRow, forbiddenBut, members } from "./access-row.ts";
import type { Scene } from "./access-scene.ts";

/** The admin area: open to admins alone. */
const admins = forbiddenBut(403, { M: 200 });
const template = "01930000-0000-7000-8000-000000000301";
const reason = "a reason";

const get = (endpoint: AccessRow["endpoint"], url: (scene: Scene) => string, on = "the site"): AccessRow => ({
  endpoint,
  on,
  request: (scene) => ({ url: url(scene) }),
  outcome: admins,
});
const change = (
  endpoint: AccessRow["endpoint"],
  url: (scene: Scene) => string,
  body?: (scene: Scene) => unknown,
  on = "A's",
): AccessRow => ({
  endpoint,
  on,
  request: (scene) => (body ? { url: url(scene), body: body(scene) } : { url: url(scene) }),
  outcome: admins,
});
const ofA = (rest: string) => (scene: Scene) => `/api/admin/members/${scene.members.A.id}${rest}`;
const ofCase = (rest: string) => (scene: Scene) => `/api/admin/cases/${scene.aCase}${rest}`;

const memberRows: AccessRow[] = [
  get("GET /api/admin/members", () => "/api/admin/members"),
  get("GET /api/admin/members/:memberId", ofA(""), "A"),
  get("GET /api/admin/members/:memberId/ledger", ofA("/ledger"), "A"),
  get("GET /api/admin/members/:memberId/reports", ofA("/reports?side=against"), "A"),
  change("PUT /api/admin/members/:memberId/role", ofA("/role"), () => ({ role: "business" })),
  change("PUT /api/admin/members/:memberId/suspension", ofA("/suspension"), () => ({ days: 3, reason })),
  change("DELETE /api/admin/members/:memberId/suspension", ofA("/suspension"), () => ({ reason })),
  change("DELETE /api/admin/members/:memberId/sessions", ofA("/sessions"), () => ({ reason })),
  change("DELETE /api/admin/members/:memberId/factors", ofA("/factors"), () => ({ reason })),
  change("POST /api/admin/members/:memberId/points", ofA("/points"), () => ({ id: randomUUID(), points: 5, reason })),
  change("DELETE /api/admin/members/:memberId", ofA(""), ({ members: { A } }) => ({ username: A.username, reason })),
];

/** Every call under /api/admin, and what members see of its consequences. */
export const adminRows: AccessRow[] = [
  ...memberRows,
  get("GET /api/admin/access", () => "/api/admin/access"),
  get("GET /api/admin/dashboard", () => "/api/admin/dashboard"),
  get("GET /api/admin/health", () => "/api/admin/health"),
  get("GET /api/admin/search", ({ word }) => `/api/admin/search?search=${word}`),
  change("POST /api/admin/jobs/:jobId/retry", ({ failedJob }) => `/api/admin/jobs/${failedJob}/retry`),
  get("GET /api/admin/findings", () => "/api/admin/findings"),
  get("GET /api/admin/findings/:findingId/accounts", ({ aFinding }) => `/api/admin/findings/${aFinding}/accounts`),
  change(
    "POST /api/admin/findings/:findingId/resolution",
    ({ aFinding }) => `/api/admin/findings/${aFinding}/resolution`,
  ),
  get("GET /api/admin/audit", () => "/api/admin/audit"),
  change(
    "POST /api/admin/audit/export",
    () => "/api/admin/audit/export",
    () => ({}),
    "the site",
  ),
  get("GET /api/admin/outfits", () => "/api/admin/outfits"),
  get("GET /api/admin/comments", () => "/api/admin/comments"),
  change(
    "POST /api/admin/outfits/state",
    () => "/api/admin/outfits/state",
    ({ aOutfit }) => ({ ids: [aOutfit], state: "hidden", reason }),
  ),
  change(
    "PUT /api/admin/outfits/:outfitId/cover-pick",
    ({ aOutfit }) => `/api/admin/outfits/${aOutfit}/cover-pick`,
    () => ({ isPicked: true }),
  ),
  change(
    "POST /api/admin/comments/delete",
    () => "/api/admin/comments/delete",
    ({ aComment }) => ({ ids: [aComment], reason }),
  ),
  get("GET /api/admin/cases", () => "/api/admin/cases"),
  get("GET /api/admin/cases/:caseId", ofCase("")),
  change("PUT /api/admin/cases/:caseId/lock", ofCase("/lock")),
  change("DELETE /api/admin/cases/:caseId/lock", ofCase("/lock")),
  change("PUT /api/admin/cases/:caseId/decision", ofCase("/decision"), () => ({ outcome: "hidden", message: reason })),
  change(
    "DELETE /api/admin/cases/:caseId/decision",
    ({ aDecidedCase }) => `/api/admin/cases/${aDecidedCase}/decision`,
    () => ({ reason }),
  ),
  get("GET /api/admin/templates", () => "/api/admin/templates"),
  change(
    "PATCH /api/admin/templates/:templateId",
    () => `/api/admin/templates/${template}`,
    () => ({ message: reason }),
    "the site",
  ),
  get("GET /api/admin/appeals", () => "/api/admin/appeals"),
  change(
    "PUT /api/admin/appeals/:appealId/decision",
    ({ aAppeal }) => `/api/admin/appeals/${aAppeal}/decision`,
    () => ({ decision: "granted", answer: reason }),
  ),
  get("GET /api/admin/settings", () => "/api/admin/settings"),
  change(
    "PATCH /api/admin/settings",
    () => "/api/admin/settings",
    () => ({ tagline: reason }),
    "the site",
  ),
  change(
    "POST /api/admin/settings/revert",
    () => "/api/admin/settings/revert",
    ({ settingEntry }) => ({ entryId: settingEntry }),
    "the site",
  ),
  {
    endpoint: "GET /api/me/account-status",
    on: "own",
    request: () => ({ url: "/api/me/account-status" }),
    outcome: members,
    shows: ({ body }, actor, { aAction }) => body.includes(aAction) === (actor === "A"),
  },
  {
    endpoint: "POST /api/me/appeals",
    on: "a decision about A",
    request: ({ aAction }) => ({ url: "/api/me/appeals", body: { actionId: aAction, message: "please" } }),
    outcome: forbiddenBut(404, { A: 200 }),
  },
  {
    endpoint: "GET /api/me/data",
    on: "own",
    request: () => ({ url: "/api/me/data" }),
    outcome: members,
  },
  {
    endpoint: "POST /api/me/data/exports",
    on: "own",
    request: () => ({ url: "/api/me/data/exports" }),
    outcome: members,
  },
  {
    endpoint: "POST /api/me/deletion",
    on: "A's username as the confirmation",
    request: ({ members: { A } }) => ({ url: "/api/me/deletion", body: { username: A.username } }),
    outcome: forbiddenBut(422, { A: 200 }),
  },
];
