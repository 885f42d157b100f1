import { describe, expect, test } from "vitest";
import { findHouseTroubles, type House } from "./check-house.ts";

const add: House["endpoints"][number] = {
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
 * @see Spec §4
 */
export async function addComment(call: Call): Promise<Comment> {}
`;

/** A small house that keeps every rule; each case plants one thing in it. */
function house(planted: Record<string, string> = {}, endpoints = [add]): House {
  const files = {
    "server/comments/comments.routes.ts": `serve(commentEndpoints.add, (call, { params, body }) => addComment(call, params.outfitId, body));`,
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

test("a house that keeps the rules has no troubles", () => {
  expect(findHouseTroubles(house())).toEqual([]);
});

describe("a planted violation is named with its file and line", () => {
  const cases: [rule: string, files: Record<string, string>, trouble: string][] = [
    [
      "an unknown role",
      { "server/comments/comments.helpers.ts": "" },
      "server/comments/comments.helpers.ts:1: a noun's file",
    ],
    ["a file without a role", { "server/comments/text.ts": "" }, "server/comments/text.ts:1: a noun's file"],
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
    ["a long route", { "web/routes/closet.tsx": "x\n".repeat(81) }, "web/routes/closet.tsx:81: 81 lines"],
    ["a reminder without an issue", { "web/lib/a.ts": "// TODO: later" }, "web/lib/a.ts:1: a reminder"],
    ["another word for it", { "server/db/migrations/1.sql": "-- FIXME" }, "server/db/migrations/1.sql:1: a reminder"],
  ];
  test.each(cases)("%s", (_rule, planted, trouble) => {
    const found = findHouseTroubles(house(planted));
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(trouble);
  });
});

test("what only looks like a violation is left alone", () => {
  const planted = {
    "web/routes/closet.tsx": "x\n".repeat(80),
    "web/lib/a.ts": "// @TODO(#12) later\nconst rows = [...list];",
    "server/lib/a.ts": "/** One. */\nexport function a(x: string): string;\nexport function a(x: number): number;",
    "server/demo/story.ts": "export function tell() {}",
  };
  expect(findHouseTroubles(house(planted))).toEqual([]);
});

test("an endpoint that no test calls is named, another method on its address does not count", () => {
  const endpoints = [add, { ...add, name: "commentEndpoints.list", method: "GET", errors: [] }];
  expect(findHouseTroubles(house({}, endpoints))).toEqual([
    "contract/comments.ts:1: no test calls commentEndpoints.list (GET /api/outfits/:outfitId/comments)",
  ]);
});

test("a longer address is not the shorter one's test", () => {
  const endpoints = [add, { ...add, name: "outfitEndpoints.touch", path: "/api/outfits/:outfitId", errors: [] }];
  expect(findHouseTroubles(house({}, endpoints))).toEqual([
    "contract/comments.ts:1: no test calls outfitEndpoints.touch (POST /api/outfits/:outfitId)",
  ]);
});

test("a code that no test meets is named", () => {
  const listed = { ...add, errors: [...add.errors, "rate.limited"] };
  const said = service.replace("outfit.not_found\n", "outfit.not_found, rate.limited\n");
  expect(findHouseTroubles(house({ "server/comments/comments.service.ts": said }, [listed]))).toEqual([
    'contract/comments.ts:1: no test meets "rate.limited", which commentEndpoints.add lists',
  ]);
});

test("a service's @throws and its endpoint's codes must agree in both directions", () => {
  const wrong = service.replace("outfit.not_found", "comment.not_found,\n * style.not_found");
  const where = "server/comments/comments.service.ts:9: addComment";
  expect(findHouseTroubles(house({ "server/comments/comments.service.ts": wrong }))).toEqual([
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
    (key) => `serve(commentEndpoints.${key}, (call, { params }) => addComment(call, params));`,
  );
  const planted = {
    "server/comments/comments.routes.ts": routes.join("\n"),
    "server/comments/more.test.ts": `await as(mia).delete("/api/outfits/1/comments"); "comment.not_found"`,
    "server/comments/comments.service.ts": service.replace(
      "outfit.not_found",
      "outfit.not_found, comment.not_found, request.invalid",
    ),
  };
  expect(findHouseTroubles(house(planted, [add, remove]))).toEqual([]);
});
