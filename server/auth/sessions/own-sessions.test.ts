import { expect, test } from "vitest";
import type { MemberSession } from "#contract/sessions.ts";
import { buildUser } from "#server/testing/factories.ts";
import { testApp, type TestApp } from "#server/testing/test-app.ts";
import { sessionFor } from "#server/testing/tokens.ts";

async function ask({ fastify }: TestApp, token: string, method: "GET" | "DELETE", url = "/api/me/sessions") {
  return fastify.inject({ method, url, headers: { authorization: `Bearer ${token}` } });
}

async function idsOf(at: TestApp, token: string): Promise<string[]> {
  const { items } = (await ask(at, token, "GET")).json<{ items: MemberSession[] }>();
  return items.map(({ id }) => id);
}

async function twoDevices(at: TestApp) {
  const user = await buildUser(at.db);
  const here = (await sessionFor(at.app, user.id)).access_token;
  const there = (await sessionFor(at.app, user.id)).access_token;
  return { user, here, there };
}

test("a member sees each own session, the asking one first and marked [S-27]", async () => {
  const at = await testApp();
  const { here, there } = await twoDevices(at);
  await sessionFor(at.app, (await buildUser(at.db)).id);
  for (const token of [here, there]) {
    const { items } = (await ask(at, token, "GET")).json<{ items: MemberSession[] }>();
    expect(items.map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
    expect(items[0]?.userAgent).toBe("test");
  }
});

test("a session that is ended is refused on its very next call [S-26, S-27]", async () => {
  const at = await testApp();
  const { here, there } = await twoDevices(at);
  const [, other] = await idsOf(at, here);
  expect((await ask(at, here, "DELETE", `/api/me/sessions/${other}`)).json()).toEqual({ ok: true });
  expect((await ask(at, there, "GET")).statusCode).toBe(401);
  expect(await idsOf(at, here)).toHaveLength(1);
});

test("ending all others leaves the asking session", async () => {
  const at = await testApp();
  const { user, here, there } = await twoDevices(at);
  await sessionFor(at.app, user.id);
  await ask(at, here, "DELETE");
  expect((await ask(at, there, "GET")).statusCode).toBe(401);
  expect(await idsOf(at, here)).toHaveLength(1);
});

test("another member's session cannot be ended", async () => {
  const at = await testApp();
  const { here } = await twoDevices(at);
  const stranger = (await sessionFor(at.app, (await buildUser(at.db)).id)).access_token;
  const [strangerSession] = await idsOf(at, stranger);
  expect((await ask(at, here, "DELETE", `/api/me/sessions/${strangerSession}`)).statusCode).toBe(200);
  expect((await ask(at, stranger, "GET")).statusCode).toBe(200);
});

test("a session that ran out is not listed", async () => {
  const at = await testApp();
  const { user, here } = await twoDevices(at);
  const longAgo = new Date(at.app.clock.now().getTime() - 40 * 86_400_000);
  const [current] = await idsOf(at, here);
  await at.db
    .updateTable("auth.sessions")
    .set({ refreshed_at: longAgo })
    .where("user_id", "=", user.id)
    .where("id", "<>", current ?? "")
    .execute();
  expect(await idsOf(at, here)).toEqual([current]);
});

test("a visitor has no sessions", async () => {
  const { as } = await testApp();
  expect((await as(null).get("/api/me/sessions")).statusCode).toBe(401);
  expect((await as(null).delete("/api/me/sessions")).statusCode).toBe(401);
  expect((await as(null).delete("/api/me/sessions/0199a000-0000-7000-8000-000000000001")).statusCode).toBe(401);
});
