import { afterAll, describe, expect, test } from "vitest";
import { api } from "#contract/api.ts";
import { actors, type Actor, buildScene, fingerprint, type Scene } from "./access-scene.ts";
import type { AccessRow } from "./access-row.ts";
import { accessTable } from "./access-table.ts";
import { testApp } from "./test-app.ts";
import { tokenFor } from "./tokens.ts";

/** Reads and rejected requests change nothing, so they share one scene in a small database. */
const site = await testApp();
const { as, db } = site;
const shared = await buildScene(site);
/** The changes of each row get a new scene in another database. */
const elsewhere = await testApp();
/** Every limit that was counted there. */
const spent: string[] = [];
elsewhere.app.rateLimiter.spend = (limit) => Promise.resolve(void spent.push(limit));

/** The last fingerprint of the shared database. */
let last = await fingerprint(db);
async function expectNothingWritten() {
  const before = last;
  last = await fingerprint(db);
  expect(last).toEqual(before);
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

async function send(row: AccessRow, actor: Actor, scene: Scene, where = site) {
  const { url, body, file } = row.request(scene);
  const caller = where.as(actor === "anon" ? null : scene.members[actor]);
  if (file) return caller.upload(url, file, "image/png");
  const [method] = row.endpoint.split(" ") as [Method];
  if (method === "GET") return caller.get(url);
  return caller[method.toLowerCase() as "post" | "put" | "patch" | "delete"](url, body);
}

/** Files have no JSON to look at. */
const readJson = (answer: Awaited<ReturnType<typeof send>>) =>
  String(answer.headers["content-type"]).startsWith("text/") ? {} : answer.json();

const isChange = (row: AccessRow, actor: Actor) => row.outcome[actor] === 200 && !row.endpoint.startsWith("GET ");
const endpoints = Object.values(api).flatMap((group) =>
  Object.values(group).map(({ method, path }) => `${method} ${path}`),
);

test("every endpoint of the contract has a row in the table", () => {
  const listed = new Set<string>(accessTable.map((row) => row.endpoint));
  expect(endpoints.filter((endpoint) => !listed.has(endpoint))).toEqual([]);
});

describe.each(accessTable.map((row) => ({ ...row, row })))("$endpoint on $on", ({ row }) => {
  // Once for all actors: a hash of the whole database takes longer than a request.
  afterAll(expectNothingWritten);
  let ofRow: Promise<Scene> | undefined;
  const sceneOfRow = () => {
    if (row.isOnce || !ofRow) ofRow = buildScene(elsewhere);
    return ofRow;
  };

  test.each(actors)("by %s", async (actor) => {
    const isDone = isChange(row, actor);
    const where = isDone ? elsewhere : site;
    const scene = isDone ? await sceneOfRow() : shared;
    spent.length = 0;
    const answer = await send(row, actor, scene, where);
    const outcome = row.outcome[actor];
    expect({ status: answer.statusCode, code: readJson(answer).code }).toMatchObject({
      status: outcome === "idle" ? 200 : outcome,
    });
    // No write is without a limit.
    if (isDone) expect(spent.length).toBeGreaterThan(0);
    const reply = { body: answer.body, json: readJson(answer) };
    if (answer.statusCode === 200) expect(row.shows?.(reply, actor, scene) ?? true).toBe(true);
  });
});

test("a banned member's token is rejected", async () => {
  const scene = await buildScene(elsewhere);
  const { A: a } = scene.members;
  // No session is opened for a banned member.
  const authorization = `Bearer ${await tokenFor(elsewhere.app, a.id)}`;
  await elsewhere.db.updateTable("auth.users").set({ banned_until: "2999-01-01" }).where("id", "=", a.id).execute();
  const before = await fingerprint(elsewhere.db);
  const statuses = new Set<number>();
  for (const row of accessTable) {
    if (row.outcome.anon !== 401) continue;
    const { url, body, file } = row.request(scene);
    const [method] = row.endpoint.split(" ") as [Method];
    const type = file ? { "content-type": "image/png" } : {};
    const payload = file ?? (body as object | undefined);
    const headers = { authorization, ...type };
    const answer = await elsewhere.fastify.inject({ method, url, headers, ...(payload && { payload }) });
    statuses.add(answer.statusCode);
  }
  expect([...statuses]).toEqual([401]);
  expect(await fingerprint(elsewhere.db)).toEqual(before);
});

describe("no member can act for another", () => {
  const first = new Map<string, AccessRow>();
  for (const row of accessTable) if (!first.has(row.endpoint)) first.set(row.endpoint, row);
  const rows = [...first.values()].filter((row) => row.outcome.B !== 401);

  test.each(rows.map((row) => ({ endpoint: row.endpoint, row })))(
    "$endpoint rejects another member's id in the path",
    async ({ row }) => {
      const { members } = shared;
      const request = row.request(shared);
      const extra = `user_id=eq.${members.B.id}&user_id=eq.${members.A.id}`;
      const url = `${request.url}${request.url.includes("?") ? "&" : "?"}${extra}`;
      const answer = await send({ ...row, request: () => ({ ...request, url }) }, "B", shared);
      expect(answer.statusCode).toBe(422);
      await expectNothingWritten();
    },
  );

  const withBody = rows.filter((row) => row.request(shared).body !== undefined);
  test.each(withBody.map((row) => ({ endpoint: row.endpoint, row })))(
    "$endpoint rejects unknown fields [S-60]",
    async ({ row }) => {
      const request = row.request(shared);
      const extras = { userId: shared.members.A.id, user_id: shared.members.A.id, isActive: true, likesCount: 99 };
      for (const [field, value] of Object.entries(extras)) {
        const body = { ...(request.body as object), [field]: value };
        const answer = await send({ ...row, request: () => ({ ...request, body }) }, "B", shared);
        expect({ field, status: answer.statusCode }).toEqual({ field, status: 422 });
      }
      await expectNothingWritten();
    },
  );
});

test("an id in upper case is the same id", async () => {
  const answer = await as(null).get(`/api/outfits/${shared.aOutfit.toUpperCase()}`);
  expect(answer.statusCode).toBe(200);
  expect((await as(null).get(`/api/outfits/${shared.aHidden.toUpperCase()}`)).statusCode).toBe(404);
});
