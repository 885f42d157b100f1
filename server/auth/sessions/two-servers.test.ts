import type { AddressInfo } from "node:net";
import { io, type Socket } from "socket.io-client";
import { afterEach, beforeAll, expect, test } from "vitest";
import {
  addTotp,
  callAuth,
  confirmedUser,
  goodPassword,
  refresh,
  serviceKey,
  signIn,
} from "#server/testing/auth-api.ts";
import { buildUser } from "#server/testing/factories.ts";
import { type TestApp, testApp } from "#server/testing/test-app.ts";
import { sessionFor, tokenFor } from "#server/testing/tokens.ts";

// Two servers that know of each other only through the database.
const service = await serviceKey();
const settings = { AUTH_VERIFICATION_KEYS: service.setting, RATE_LIMITS: "on" };
const one = await testApp({ settings });
const two = await testApp({ settings, databaseUrl: one.databaseUrl });
const { db, app } = one;
const both = (n: number) => (n % 2 === 0 ? one : two);

beforeAll(async () => {
  for (const { fastify } of [one, two]) await fastify.listen({ port: 0, host: "127.0.0.1" });
});
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});

/** An open socket at a server; `ended` resolves when the server closes it. */
async function connect(home: TestApp, token: string): Promise<{ ended: Promise<string> }> {
  const { port } = home.fastify.server.address() as AddressInfo;
  const socket = io(`http://127.0.0.1:${port}`, {
    path: "/live",
    transports: ["websocket"],
    reconnection: false,
    forceNew: true,
    auth: { token },
  });
  sockets.push(socket);
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("connect_error", reject);
  });
  return { ended: new Promise((resolve) => socket.once("disconnect", resolve)) };
}

test("of forty refreshes at once at two servers each gets the one new token [S-24]", async () => {
  const { id } = await buildUser(db);
  const { refresh_token: text } = await sessionFor(app, id);
  const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => refresh(both(n), text)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const tokens = new Set(answers.map(({ body }) => body.refresh_token));
  expect(tokens.size).toBe(1);
  expect(tokens).not.toContain(text);
});

test("two tabs at two servers that refresh in turn never end the session [S-24]", async () => {
  const { id } = await buildUser(db);
  const held = Array.from({ length: 2 }, () => "");
  held.fill((await sessionFor(app, id)).refresh_token);
  for (let round = 0; round < 6; round += 1) {
    await Promise.all(
      held.map(async (text, tab) => {
        const { status, body } = await refresh(both(round + tab), text);
        expect(status).toBe(200);
        held[tab] = body.refresh_token;
      }),
    );
  }
});

test("reuse found by one server ends the session at the other [S-24]", async () => {
  const { id } = await buildUser(db);
  const first = await sessionFor(app, id);
  const second = (await refresh(one, first.refresh_token)).body;
  const third = (await refresh(two, second.refresh_token)).body;
  await db
    .updateTable("auth.sessions")
    .set({ refreshed_at: new Date(Date.now() - 11_000) })
    .where("user_id", "=", id)
    .execute();
  expect((await refresh(one, first.refresh_token)).body).toMatchObject({ code: "refresh_token_already_used" });
  expect((await callAuth(two, "GET", "/user", undefined, { token: third.access_token })).status).toBe(403);
  expect((await refresh(two, third.refresh_token)).status).toBe(400);
});

test("both servers answer too many refresh calls with 503, never 429", async () => {
  const { id } = await buildUser(db);
  let { refresh_token: text } = await sessionFor(app, id);
  for (let n = 0; n < 60; n += 1) text = (await refresh(both(n), text)).body.refresh_token;
  for (const home of [one, two]) {
    const late = await refresh(home, text);
    expect(late.status).toBe(503);
    expect(Number(late.headers["retry-after"])).toBeGreaterThan(0);
  }
});

type Ending = (member: Awaited<ReturnType<typeof confirmedUser>>) => Promise<unknown>;
const elsewhere = async ({ email }: { email: string }) =>
  String((await signIn(one, email, goodPassword)).body.access_token);
const admin = { token: service.token };
const endings: [string, Ending][] = [
  ["signing out", async ({ token }) => callAuth(one, "POST", "/logout?scope=local", undefined, { token })],
  [
    "signing out elsewhere",
    async (member) => callAuth(one, "POST", "/logout?scope=others", undefined, { token: await elsewhere(member) }),
  ],
  [
    "signing out everywhere",
    async (member) => callAuth(one, "POST", "/logout", undefined, { token: await elsewhere(member) }),
  ],
  [
    "a new password",
    async (member) =>
      callAuth(
        one,
        "PUT",
        "/user",
        { password: "some other words", current_password: goodPassword },
        { token: await elsewhere(member) },
      ),
  ],
  [
    "a new password set by a service",
    async ({ id }) => callAuth(one, "PUT", `/admin/users/${id}`, { password: "some other words" }, admin),
  ],
  ["a ban", async ({ id }) => callAuth(one, "PUT", `/admin/users/${id}`, { ban_duration: "24h" }, admin)],
  ["deletion", async ({ id }) => callAuth(one, "DELETE", `/admin/users/${id}`, {}, admin)],
];
test.each(endings)(
  "%s at one server ends the session at the other: next call, refresh and socket [S-26]",
  async (_name, end) => {
    const member = await confirmedUser(one);
    const { token, session } = member;
    const { ended } = await connect(two, token);
    expect((await callAuth(two, "GET", "/user", undefined, { token })).status).toBe(200);
    await end(member);
    expect((await callAuth(two, "GET", "/user", undefined, { token })).status).toBe(403);
    for (const url of ["/api/me", "/api/outfits"]) {
      const data = await two.fastify.inject({ url, headers: { authorization: `Bearer ${token}` } });
      expect(data.json()).toMatchObject({ code: "auth.session_ended" });
    }
    expect((await refresh(two, session.refresh_token)).status).toBe(400);
    expect(await ended).toBe("io server disconnect");
    await expect(connect(two, token)).rejects.toThrow("auth.required");
  },
);

test("the second step ends the sessions that lack it, sockets included [S-26]", async () => {
  const member = await confirmedUser(one);
  const other = (await signIn(two, member.email)).body.access_token;
  const { ended } = await connect(two, other);
  await addTotp(one, app.clock, member.token);
  expect(await ended).toBe("io server disconnect");
  expect((await callAuth(two, "GET", "/user", undefined, { token: other })).status).toBe(403);
});

test("wrong passwords at two servers count together [S-5]", async () => {
  const { email } = await confirmedUser(one);
  for (let n = 0; n < 10; n += 1) {
    expect((await signIn(both(n), email, "wrong words", { ip: "10.2.0.1" })).status).toBe(400);
  }
  for (const home of [one, two]) {
    expect((await signIn(home, email, goodPassword, { ip: "10.2.0.1" })).status).toBe(429);
  }
});

test("a token that one server signed opens the other: the keys are in the database", async () => {
  const { id } = await buildUser(db);
  const token = await tokenFor(app, id);
  expect((await callAuth(two, "GET", "/user", undefined, { token })).body).toMatchObject({ id });
  expect((await callAuth(one, "GET", "/.well-known/jwks.json")).body).toEqual(
    (await callAuth(two, "GET", "/.well-known/jwks.json")).body,
  );
});
