// No read writes: it may start before its session is checked, see docs/performance.md#early-reads.
import { expect, test } from "vitest";
import { api } from "#contract/api.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { actors, buildScene } from "./access-scene.ts";
import { accessTable } from "./access-table.ts";
import { buildUser } from "./factories.ts";
import { testApp } from "./test-app.ts";
import { tokenFor } from "./tokens.ts";

const site = await testApp();
const scene = await buildScene(site);
const url = new URL(site.databaseUrl);
url.searchParams.set("options", "-c default_transaction_read_only=on");
/** A second server on the same database, which refuses it every write. */
const reading = await testApp({ databaseUrl: url.href, app: { storage: site.app.storage } });

const writing = Object.values(api)
  .flatMap((group): Endpoint[] => Object.values(group))
  .filter(({ schemas }) => schemas.isWriting)
  .map(({ method, path }) => `${method} ${path}`);
const reads = accessTable.filter(({ endpoint }) => endpoint.startsWith("GET ") && !writing.includes(endpoint));

test("the database refuses this server's writes", async () => {
  const { A: mia } = scene.members;
  const headers = { authorization: `Bearer ${await tokenFor(site.app, mia.id)}` };
  const answer = await reading.fastify.inject({ method: "PATCH", url: "/api/me", headers, payload: { bio: "x" } });
  expect(answer.statusCode).toBe(500);
  expect(reads.length).toBeGreaterThan(90);
  expect(writing).toEqual(["GET /api/swipes/deck"]);
});

test.each(actors)("every read by %s succeeds, or is refused, without a write [S-21]", async (actor) => {
  const member = actor === "anon" ? undefined : scene.members[actor];
  const headers = member ? { authorization: `Bearer ${await tokenFor(site.app, member.id)}` } : {};
  const answers = [];
  for (const row of reads) {
    const { statusCode } = await reading.fastify.inject({ url: row.request(scene).url, headers });
    answers.push(`${row.endpoint} on ${row.on}: ${statusCode}`);
  }
  const expected = reads.map((row) => `${row.endpoint} on ${row.on}: ${String(row.outcome[actor])}`);
  expect(answers).toEqual(expected.map((line) => line.replace("idle", "200")));
});

test("of 500 requests at once each gets its own member's data, and from its end on a session gets none [S-21]", async () => {
  const members = await Promise.all(Array.from({ length: 50 }, () => buildUser(site.db)));
  const tokens = await Promise.all(members.map(({ id }) => tokenFor(site.app, id)));
  const read = async (at: number) => {
    const headers = { authorization: `Bearer ${tokens[at]}` };
    const answer = await site.fastify.inject({ url: "/api/me", headers });
    return answer.statusCode === 200 ? answer.json().username : answer.statusCode;
  };
  const own = members.map(({ username }) => username);
  // From the second request on, reads start before their session is checked.
  expect(await Promise.all(own.map((_, at) => read(at)))).toEqual(own);
  const isEnded = (at: number) => at % 3 === 0;
  const ended = members.filter((_, at) => isEnded(at)).map(({ id }) => id);
  const [answers] = await Promise.all([
    Promise.all(Array.from({ length: 500 }, (_, n) => read(n % 50))),
    site.db.deleteFrom("auth.sessions").where("user_id", "in", ended).execute(),
  ]);
  for (const [n, answer] of answers.entries())
    expect(isEnded(n % 50) ? [own[n % 50], 401] : [own[n % 50]]).toContain(answer);
  expect(await Promise.all(own.map((_, at) => read(at)))).toEqual(own.map((name, at) => (isEnded(at) ? 401 : name)));
});
