import { expect, test } from "vitest";
import { api } from "#contract/api.ts";
import { movableClock } from "#server/testing/clock.ts";
import { buildUser } from "#server/testing/factories.ts";
import { addTotp, call, confirmedUser, goodPassword, refresh, signIn } from "#server/testing/sign-in-wire.ts";
import { testApp } from "#server/testing/test-app.ts";
import { sessionFor, tokenFor } from "#server/testing/tokens.ts";
import { readRefreshToken, writeRefreshToken } from "./refresh-tokens.service.ts";

const clock = movableClock();
const home = await testApp({ world: { clock } });
const { app, db, world } = home;
const dayS = 86_400;

const countSessions = async (userId: string) =>
  (await db.selectFrom("auth.sessions").select("id").where("user_id", "=", userId).execute()).length;

test("security.md 21: a signed and unexpired token of an ended session opens not one call", async () => {
  const { id } = await buildUser(db);
  const token = await tokenFor(world, id);
  await call(home, "POST", "/logout", undefined, { token });
  const headers = { authorization: `Bearer ${token}` };
  const answers = await Promise.all(
    Object.values(api).flatMap((noun) =>
      Object.values(noun).map(async ({ method, path }) => {
        const url = path.replaceAll(/:\w+/g, "0199a000-0000-7000-8000-000000000001");
        // Whatever is judged first, the input or the caller: nobody is let in.
        const { statusCode } = await app.inject({ method, url, headers, ...(method === "GET" ? {} : { payload: {} }) });
        return `${method} ${path}: ${[401, 415, 422].includes(statusCode) ? "refused" : statusCode}`;
      }),
    ),
  );
  expect(answers.length).toBeGreaterThan(50);
  expect(answers.filter((answer) => !answer.endsWith("refused"))).toEqual([]);
  for (const [method, path] of [
    ["GET", "/user"],
    ["PUT", "/user"],
    ["GET", "/reauthenticate"],
    ["POST", "/logout"],
    ["POST", "/factors"],
    ["GET", "/user/identities/authorize"],
  ] as const) {
    const body = method === "GET" ? undefined : {};
    expect(await call(home, method, path, body, { token })).toMatchObject({
      status: 403,
      body: { code: "session_not_found" },
    });
  }
});

test("security.md 22: a refresh token carries 128 bits that only the session's key can make, and is stored nowhere", async () => {
  const { id } = await buildUser(db);
  const { refresh_token: text } = await sessionFor(world, id);
  const token = readRefreshToken(text);
  if (typeof token !== "object") throw new Error("a token was expected");
  expect(token.signature).toHaveLength(16);
  const guessed = writeRefreshToken(token.sessionId, token.counter, Buffer.alloc(32, 1));
  expect((await refresh(home, guessed)).body).toMatchObject({ code: "refresh_token_not_found" });
  for (const table of ["sessions", "session_methods", "audit"]) {
    const { rows } = await world.pool.query<{ row: string }>(`select t::text as row from auth.${table} t`);
    const kept = rows.map(({ row }) => row).join("\n");
    expect(kept).not.toContain(text);
    expect(kept).not.toContain(token.signature.toString("hex"));
  }
  expect((await refresh(home, text)).status).toBe(200);
});

test("security.md 22: a damaged token is refused, whichever letter is wrong", async () => {
  const { id } = await buildUser(db);
  const { refresh_token: text } = await sessionFor(world, id);
  for (let at = 0; at < text.length; at += 5) {
    const damaged = `${text.slice(0, at)}${text[at] === "A" ? "B" : "A"}${text.slice(at + 1)}`;
    expect((await refresh(home, damaged)).status).toBe(400);
  }
  for (const odd of ["", "x", " ", "null", `${text}A`, text.slice(1), `${text}=`, "A".repeat(5_000)]) {
    expect((await refresh(home, odd)).status).toBe(400);
  }
  expect((await refresh(home, text)).status).toBe(200);
});

test("security.md 23: each sign-in is a new session, and the refresh token before the second step is dead", async () => {
  const { email, token, session } = await confirmedUser(home);
  const factor = await addTotp(home, clock, token);
  clock.advance(11);
  expect((await refresh(home, session.refresh_token)).body).toMatchObject({ code: "refresh_token_already_used" });
  const [first, second] = [await signIn(home, email), await signIn(home, email)];
  const sessionIdOf = (accessToken: string) =>
    JSON.parse(Buffer.from(accessToken.split(".")[1] ?? "", "base64url").toString()).session_id;
  expect(sessionIdOf(first.body.access_token)).not.toBe(sessionIdOf(second.body.access_token));
  expect((await refresh(home, factor.session.refresh_token)).body).toMatchObject({ code: "refresh_token_not_found" });
});

test("security.md 24: the token one behind is forgiven without end, an older one ends the session", async () => {
  const { id } = await buildUser(db);
  const first = await sessionFor(world, id);
  const second = (await refresh(home, first.refresh_token)).body;
  clock.advance(3_000);
  for (let round = 0; round < 3; round += 1) {
    // An answer got lost or another tab was quicker: the present token again, however late.
    expect((await refresh(home, first.refresh_token)).body).toMatchObject({ refresh_token: second.refresh_token });
  }
  const third = (await refresh(home, second.refresh_token)).body;
  expect(third.refresh_token).not.toBe(second.refresh_token);
  clock.advance(9);
  expect((await refresh(home, first.refresh_token)).body).toMatchObject({ refresh_token: third.refresh_token });
  clock.advance(2);
  expect((await refresh(home, first.refresh_token)).body).toMatchObject({
    code: "refresh_token_already_used",
    message: "Invalid Refresh Token: Already Used",
  });
  expect((await refresh(home, third.refresh_token)).status).toBe(400);
  expect((await call(home, "GET", "/user", undefined, { token: third.access_token })).status).toBe(403);
  const trail = await db.selectFrom("auth.audit").select("event").where("event", "=", "refresh_token_reused").execute();
  expect(trail.length).toBeGreaterThan(0);
});

test("security.md 24: a token from the future was never issued", async () => {
  const { id } = await buildUser(db);
  const { refresh_token: text } = await sessionFor(world, id);
  const token = readRefreshToken(text);
  if (typeof token !== "object") throw new Error("a token was expected");
  const row = await db
    .selectFrom("auth.sessions")
    .selectAll()
    .where("id", "=", token.sessionId)
    .executeTakeFirstOrThrow();
  const key = world.secrets.open(row.refresh_key, row.id) ?? Buffer.alloc(0);
  expect((await refresh(home, writeRefreshToken(row.id, 7, key))).body).toMatchObject({ code: "validation_failed" });
});

test("security.md 25: thirty days without a refresh, or ninety in all, end a session", async () => {
  const { id } = await buildUser(db);
  const idle = await sessionFor(world, id);
  clock.advance(30 * dayS + 1);
  expect((await refresh(home, idle.refresh_token)).body).toMatchObject({
    code: "session_expired",
    message: "Invalid Refresh Token: Session Expired",
  });
  expect(await countSessions(id)).toBe(0);

  let session: { refresh_token: string; access_token: string } = await sessionFor(world, id);
  for (let day = 0; day < 90; day += 18) {
    session = (await refresh(home, session.refresh_token)).body;
    clock.advance(18 * dayS - (day === 72 ? 60 : 0));
  }
  session = (await refresh(home, session.refresh_token)).body;
  expect((await call(home, "GET", "/user", undefined, { token: session.access_token })).status).toBe(200);
  clock.advance(61);
  // The access token alone would live for most of an hour yet.
  expect((await call(home, "GET", "/user", undefined, { token: session.access_token })).status).toBe(403);
  expect((await refresh(home, session.refresh_token)).body).toMatchObject({ code: "session_expired" });
});

test("security.md 27: an admin ends every session of a member, a member none of others, and the trail tells who", async () => {
  const [mia, admin, eve] = [await buildUser(db), await buildUser(db, { role: "admin" }), await buildUser(db)];
  const token = await tokenFor(world, mia.id);
  const path = `/api/admin/members/${mia.id}/sessions`;
  expect((await home.as(null).delete(path)).statusCode).toBe(401);
  expect((await home.as(eve).delete(path)).json()).toMatchObject({ code: "auth.forbidden" });
  expect(await countSessions(mia.id)).toBe(1);
  expect((await home.as(admin).delete(path)).json()).toEqual({ ok: true });
  expect((await call(home, "GET", "/user", undefined, { token })).status).toBe(403);
  const nobody = "/api/admin/members/0199a000-0000-7000-8000-000000000001/sessions";
  expect((await home.as(admin).delete(nobody)).json()).toMatchObject({ code: "profile.not_found" });
  const trail = await db
    .selectFrom("auth.audit")
    .selectAll()
    .where("user_id", "=", mia.id)
    .where("event", "=", "session_ended")
    .execute();
  expect(trail).toMatchObject([{ actor: admin.id, details: { sessions: 1 } }]);
});

test("security.md 28: factors, phone and identities change only within ten minutes of a sign-in", async () => {
  const { token, id } = await confirmedUser(home);
  const identity = await db
    .selectFrom("auth.identities")
    .select("id")
    .where("user_id", "=", id)
    .executeTakeFirstOrThrow();
  clock.advance(601);
  const changes = [
    () => call(home, "POST", "/factors", { factor_type: "totp" }, { token }),
    () => call(home, "PUT", "/user", { phone: "15550128" }, { token }),
    () => call(home, "DELETE", `/user/identities/${identity.id}`, undefined, { token }),
  ];
  for (const change of changes) {
    expect(await change()).toMatchObject({ status: 400, body: { code: "reauthentication_needed" } });
  }
  expect((await call(home, "PUT", "/user", { data: { mood: "calm" } }, { token })).status).toBe(200);
});

test("security.md 28: with a second step on the account the changes need it, and recently", async () => {
  const { email, token } = await confirmedUser(home);
  const factor = await addTotp(home, clock, token);
  const halfway = (await signIn(home, email, goodPassword)).body.access_token;
  expect((await call(home, "POST", "/factors", { factor_type: "totp" }, { token: halfway })).body).toMatchObject({
    code: "insufficient_aal",
    message: "AAL2 required to enroll a new factor",
  });
  expect((await call(home, "PUT", "/user", { phone: "15550128" }, { token: halfway })).status).toBe(403);
  clock.advance(601);
  expect((await call(home, "DELETE", `/factors/${factor.id}`, undefined, { token: factor.token })).body).toMatchObject({
    code: "reauthentication_needed",
  });
});
