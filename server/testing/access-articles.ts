import { articleContent } from "./factories.ts";
import { type AccessRow, everyone, forbiddenBut, members } from "./access-row.ts";
import type { Scene } from "./access-scene.ts";

type Thing = "aArticle" | "aDraft" | "aSubmitted";
const row = (endpoint: AccessRow["endpoint"], on: Thing, outcome: AccessRow["outcome"], body?: unknown): AccessRow => ({
  endpoint,
  on,
  request: (scene: Scene) => ({
    url: (endpoint.split(" ")[1] ?? "").replace(":articleId", scene[on]).replace(":number", "1"),
    ...(body === undefined ? {} : { body }),
  }),
  outcome,
});

const nobody = { anon: 404, A: 404, B: 404, P: 404, M: 404 };
/** The working copy: its author's, and the editors' once it was submitted. */
const editors = forbiddenBut(404, { A: 200, M: 200 });
const author = forbiddenBut(404, { A: 200 });
const admins = forbiddenBut(403, { M: 200 });
const atFirst = { revision: 1 };
const write = { revision: 1, content: articleContent() };

/** Articles, their versions, and their review. */
export const articleRows: AccessRow[] = [
  {
    endpoint: "GET /api/articles",
    on: "a search that fits A's articles",
    request: ({ word }) => ({ url: `/api/articles?search=${word}` }),
    outcome: everyone,
    shows: ({ json }, _actor, { aArticle }) => json.items.map(({ id }) => id).join() === aArticle,
  },
  {
    endpoint: "GET /api/articles/tags",
    on: "the site",
    request: () => ({ url: "/api/articles/tags" }),
    outcome: everyone,
  },
  {
    endpoint: "GET /api/articles/lead",
    on: "the site",
    request: () => ({ url: "/api/articles/lead" }),
    outcome: everyone,
  },
  row("GET /api/articles/:articleId", "aArticle", everyone),
  row("GET /api/articles/:articleId", "aDraft", nobody),
  row("GET /api/articles/:articleId", "aSubmitted", nobody),
  row("GET /api/articles/:articleId/related", "aArticle", everyone),
  row("GET /api/articles/:articleId/related", "aSubmitted", nobody),
  row("PUT /api/articles/:articleId/like", "aArticle", members),
  row("PUT /api/articles/:articleId/like", "aSubmitted", { ...nobody, anon: 401 }),
  row("DELETE /api/articles/:articleId/like", "aArticle", { anon: 401, A: "idle", B: "idle", P: "idle", M: "idle" }),
  row("PUT /api/articles/:articleId/save", "aArticle", members),
  row("DELETE /api/articles/:articleId/save", "aArticle", { anon: 401, A: "idle", B: "idle", P: "idle", M: "idle" }),
  {
    endpoint: "GET /api/me/saved-articles",
    on: "own",
    request: () => ({ url: "/api/me/saved-articles" }),
    outcome: members,
    shows: ({ json }) => json.items.length === 0,
  },
  {
    endpoint: "GET /api/me/articles",
    on: "own",
    request: () => ({ url: "/api/me/articles" }),
    outcome: members,
    shows: ({ json }, actor) => json.items.length === (actor === "A" ? 3 : 0),
  },
  row("GET /api/articles/:articleId/draft", "aDraft", author),
  row("GET /api/articles/:articleId/draft", "aSubmitted", editors),
  row("PUT /api/articles/:articleId/draft", "aDraft", author, write),
  row("PUT /api/articles/:articleId/draft", "aArticle", editors, write),
  row("DELETE /api/articles/:articleId", "aDraft", author),
  row("DELETE /api/articles/:articleId", "aArticle", author),
  row("GET /api/articles/:articleId/versions", "aDraft", author),
  row("GET /api/articles/:articleId/versions", "aSubmitted", editors),
  row("GET /api/articles/:articleId/versions/:number", "aDraft", author),
  row("GET /api/articles/:articleId/versions/:number", "aSubmitted", editors),
  row("GET /api/articles/:articleId/reviews", "aDraft", author),
  row("GET /api/articles/:articleId/reviews", "aSubmitted", editors),
  row("POST /api/articles/:articleId/submit", "aDraft", author, atFirst),
  row("POST /api/articles/:articleId/recall", "aSubmitted", author),
  row("POST /api/articles/:articleId/unpublish", "aArticle", author),
  {
    endpoint: "GET /api/admin/articles",
    on: "the site",
    request: () => ({ url: "/api/admin/articles" }),
    outcome: admins,
    shows: ({ body }, _actor, { aSubmitted, aArticle, aDraft }) =>
      body.includes(aSubmitted) && body.includes(aArticle) && !body.includes(aDraft),
  },
  row("GET /api/admin/articles/:articleId", "aSubmitted", admins),
  row("GET /api/admin/articles/:articleId", "aDraft", forbiddenBut(403, { M: 404 })),
  row("POST /api/admin/articles/:articleId/publish", "aSubmitted", admins, atFirst),
  row("POST /api/admin/articles/:articleId/publish", "aDraft", forbiddenBut(403, { M: 404 }), atFirst),
  row("POST /api/admin/articles/:articleId/request-changes", "aSubmitted", admins, { ...atFirst, note: "Shorter" }),
  row("POST /api/admin/articles/:articleId/withdraw", "aArticle", admins, { note: "Not ours" }),
  row("PUT /api/admin/articles/:articleId/featured", "aArticle", admins, { isFeatured: true }),
  row("PUT /api/admin/articles/:articleId/featured", "aDraft", forbiddenBut(403, { M: 404 }), { isFeatured: true }),
];
