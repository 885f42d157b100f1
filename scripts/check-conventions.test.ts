import { describe, expect, test } from "vitest";
import { findViolations, type Project } from "./check-conventions.ts";

const add: Project["endpoints"][number] = {
  file: "contract/comments.ts",
  name: "commentEndpoints.add",
  method: "POST",
  path: "/api/outfits/:outfitId/comments",
  errors: ["auth.required", "outfit.not_found"],
};

const service = `
/**
 * Adds a comment.
 *
 * @throws auth.required, outfit.not_found
 * @see docs/product.md#comments
 */
export async function addComment(context: RequestContext): Promise<Comment> {}
`;

/** A small project that keeps every rule; each case plants one thing in it. */
function project(planted: Record<string, string> = {}, endpoints = [add]): Project {
  const files = {
    "server/comments/comments.routes.ts": `serve(commentEndpoints.add, (context, { params, body }) => addComment(context, params.outfitId, body));`,
    "server/comments/comments.service.ts": service,
    "server/comments/comments.test.ts": `
      const url = \`/api/outfits/\${(await buildOutfit(db, { title: "x" })).id}/comments\`;
      expect(await as(null).post(url)).toMatchObject({ code: "auth.required" });
      expect(await as(mia).post(url)).toMatchObject({ code: "outfit.not_found" });`,
    "server/db/db.ts": "/** The pool. */\nexport function openDatabase() {}\n",
    ...planted,
  };
  return { files: new Map(Object.entries(files)), endpoints };
}

test("a project that keeps the rules has no violations", () => {
  expect(findViolations(project())).toEqual([]);
});

describe("a planted violation is named with its file and line", () => {
  const cases: [rule: string, files: Record<string, string>, violation: string][] = [
    [
      "an unknown role",
      { "server/comments/comments.helpers.ts": "" },
      "server/comments/comments.helpers.ts:1: the role in a file",
    ],
    [
      "a file without a role that reads the database",
      { "server/auth/codes/text.ts": 'import { runSql } from "#server/db/db.ts";' },
      "server/auth/codes/text.ts:1: a file that uses the database",
    ],
    ["an upward import", { "web/ui/a.tsx": 'import { b } from "../lib/b.ts";' }, "web/ui/a.tsx:1: import by"],
    ["a hidden upward import", { "web/ui/a.tsx": '\nimport("./../lib/b.ts");' }, "web/ui/a.tsx:2: import by"],
    [
      "an upward import in a test",
      { "server/http/a.test.ts": 'import "../db/db.ts";' },
      "server/http/a.test.ts:1: import by",
    ],
    [
      "a function without docblock",
      { "server/lib/a.ts": "\nexport function toA() {}" },
      "server/lib/a.ts:2: toA needs",
    ],
    [
      "a function without docblock in a subfolder",
      { "server/http/live/a.ts": "\nexport function toA() {}" },
      "server/http/live/a.ts:2: toA needs",
    ],
    [
      "an arrow without docblock",
      { "server/a/a.store.ts": "export const listA = async (db: Db) => db;" },
      "server/a/a.store.ts:1: listA needs",
    ],
    [
      "a plain comment for a docblock",
      { "server/outside/a.ts": "// A.\nexport async function toA() {}" },
      "server/outside/a.ts:2: toA needs",
    ],
    [
      "a docblock of something else",
      { "server/db/a.ts": "/** One. */\nconst one = 1;\nexport function toA() {}" },
      "server/db/a.ts:3: toA needs",
    ],
    [
      "a query key outside web/data",
      { "web/features/a/a.tsx": '\nclient.invalidateQueries({ queryKey: ["me"] });' },
      "web/features/a/a.tsx:2: a query key",
    ],
    [
      "a query key in a cache update",
      { "web/screens/a/a.tsx": 'client.setQueryData<Me>(\n  ["me"], me);' },
      "web/screens/a/a.tsx:1: a query key",
    ],
    ["a long route", { "web/routes/closet.tsx": "x\n".repeat(81) }, "web/routes/closet.tsx:81: 81 lines"],
    [
      "the router's own outlet",
      { "web/shell/a.tsx": 'import {\n  Link,\n  Outlet,\n} from "@tanstack/react-router";' },
      "web/shell/a.tsx:1: a layout shows its screens with ScreenOutlet",
    ],
    [
      "an attribute that would be dropped",
      { "web/ui/a.tsx": "<input spellCheck={false} />" },
      "web/ui/a.tsx:1: the attribute is a text",
    ],
    ["a reminder without an issue", { "web/lib/a.ts": "// TODO: later" }, "web/lib/a.ts:1: a reminder"],
    [
      "a type-only import cycle of two files",
      {
        "web/ui/a.tsx": 'import type { B } from "./b.tsx";',
        "web/ui/b.tsx": 'import type { A } from "./a.tsx";',
      },
      "web/ui/a.tsx:1: import cycle: web/ui/a.tsx, web/ui/b.tsx",
    ],
    [
      "a cycle of two folders without a cycle of files",
      {
        "server/lib/a.ts": 'import { b } from "#server/db/b.ts";',
        "server/db/b.ts": "const b = 1;",
        "server/db/c.ts": 'import { d } from "#server/lib/d.ts";',
        "server/lib/d.ts": "const d = 1;",
      },
      "server/db:1: import cycle: server/db, server/lib",
    ],
    [
      "a setting that only the settings mention",
      {
        "server/config/config.ts": "export interface Config {\n  port: number;\n  pageSize: number;\n}",
        "server/config/auth-config.ts": "const pageSize = 1;",
        "server/main.ts": "listen(config.port);",
      },
      "server/config/config.ts:3: pageSize is read nowhere",
    ],
    [
      "a limit that only its list and a test mention",
      {
        "contract/limit-values.ts":
          "/** The numbers. */\n\nexport const pageItems = 20;\nexport const splashMs = 2_000;\n",
        "contract/page.ts": "z.number().max(limits.pageItems);",
        "web/ui/splash.test.tsx": "vi.advanceTimersByTime(limits.splashMs);",
      },
      "contract/limit-values.ts:4: splashMs is read nowhere",
    ],
    [
      "a transaction that is not retried",
      { "server/a/a.service.ts": "await db.transaction().execute(work);" },
      "server/a/a.service.ts:1: transactions run through transact()",
    ],
    ["another word for it", { "server/db/migrations/1.sql": "-- FIXME" }, "server/db/migrations/1.sql:1: a reminder"],
  ];
  test.each(cases)("%s", (_rule, planted, violation) => {
    const found = findViolations(project(planted));
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(violation);
  });
});

test("what only looks like a violation is left alone", () => {
  const planted = {
    "web/routes/closet.tsx": "x\n".repeat(80),
    "web/data/me.ts": 'queryOptions({ queryKey: ["me"] });',
    "web/features/a/a.tsx": "client.invalidateQueries({ queryKey: meKey });",
    "web/lib/a.ts": "// @TODO(#12) later\nconst rows = [...list];",
    "server/lib/a.ts": "/** One. */\nexport function a(x: string): string;\nexport function a(x: number): number;",
    "server/demo/story.ts": "export function tell() {}",
  };
  expect(findViolations(project(planted))).toEqual([]);
});

test("an endpoint that no test calls is named, another method on its address does not count", () => {
  const endpoints = [add, { ...add, name: "commentEndpoints.list", method: "GET", errors: [] }];
  expect(findViolations(project({}, endpoints))).toEqual([
    "contract/comments.ts:1: no test calls commentEndpoints.list (GET /api/outfits/:outfitId/comments)",
  ]);
});

test("a longer address is not the shorter one's test", () => {
  const endpoints = [add, { ...add, name: "outfitEndpoints.touch", path: "/api/outfits/:outfitId", errors: [] }];
  expect(findViolations(project({}, endpoints))).toEqual([
    "contract/comments.ts:1: no test calls outfitEndpoints.touch (POST /api/outfits/:outfitId)",
  ]);
});

test("a code that no test meets is named", () => {
  const listed = { ...add, errors: [...add.errors, "rate.limited"] };
  const said = service.replace("outfit.not_found\n", "outfit.not_found, rate.limited\n");
  expect(findViolations(project({ "server/comments/comments.service.ts": said }, [listed]))).toEqual([
    'contract/comments.ts:1: no test meets "rate.limited", which commentEndpoints.add lists',
  ]);
});

test("a service's @throws and its endpoint's codes must agree in both directions", () => {
  const wrong = service.replace("outfit.not_found", "comment.not_found,\n * style.not_found");
  const where = "server/comments/comments.service.ts:9: addComment";
  expect(findViolations(project({ "server/comments/comments.service.ts": wrong }))).toEqual([
    `${where} throws comment.not_found, which commentEndpoints.add does not list`,
    `${where} throws style.not_found, which commentEndpoints.add does not list`,
    `${where} does not say when it throws outfit.not_found, as commentEndpoints.add lists`,
  ]);
});

test("a service behind two endpoints says the codes of both", () => {
  const remove = {
    ...add,
    name: "commentEndpoints.remove",
    method: "DELETE",
    errors: ["auth.required", "comment.not_found"],
  };
  const routes = ["add", "remove"].map(
    (key) => `serve(commentEndpoints.${key}, (context, { params }) => addComment(context, params));`,
  );
  const planted = {
    "server/comments/comments.routes.ts": routes.join("\n"),
    "server/comments/more.test.ts": `await as(mia).delete("/api/outfits/1/comments"); "comment.not_found"`,
    "server/comments/comments.service.ts": service.replace(
      "outfit.not_found",
      "outfit.not_found, comment.not_found, request.invalid",
    ),
  };
  expect(findViolations(project(planted, [add, remove]))).toEqual([]);
});
