import { expect, test } from "vitest";
import { api } from "#contract/api.ts";
import { movableClock } from "#server/testing/clock.ts";
import { buildUser } from "#server/testing/factories.ts";
import {
  addTotp,
  answerTotp,
  callAuth,
  confirmedUser,
  goodPassword,
  refresh,
  signIn,
} from "#server/testing/auth-api.ts";
import { testApp } from "#server/testing/test-app.ts";
import { sessionFor, tokenFor } from "#server/testing/tokens.ts";
import { readRefreshToken, writeRefreshToken } from "./refresh-tokens.ts";

const clock = movableClock();
const home = await testApp({ app: { clock } });
const { fastify, db, app } = home;
const dayS = 86_400;

const countSessions = async (userId: string) =>
  (await db.selectFrom("auth.sessions").select("id").where("user_id", "=", userId).execute()).length;

test("a signed and unexpired token of an ended session opens not one call [S-21]", async () => {
  const { id } = await buildUser(db);
  const token = await tokenFor(app, id);
  await callAuth(home, "POST", "/logout", undefined, { token });
  const headers = { authorization: `Bearer ${token}` };
  const answers = await Promise.all(
    Object.values(api).flatMap((endpoints) =>
      Object.values(endpoints).map(async ({ method, path }) => {
        const url = path.replaceAll(/:\w+/g, "0199a000-0000-7000-8000-000000000001");
        // Whatever is judged first, the input or the caller: nobody is let in.
        const { statusCode } = await fastify.inject({
          method,
          url,
          headers,
          ...(method === "GET" ? {} : { payload: {} }),
        });
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
    expect(await callAuth(home, method, path, body, { token })).toMatchObject({
      status: 403,
      body: { code: "session_not_found" },
    });
  }
});

test("a refresh token carries 128 bits that only the session's key can make, and is stored nowhere [S-22]", async () => {
  const { id } = await buildUser(db);
  const { refresh_token: text } = await sessionFor(app, id);
  const token = readRefreshToken(text);
  if (typeof token !== "object") throw new Error("a token was expected");
  expect(token.signature).toHaveLength(16);
  const guessed = writeRefreshToken(token.sessionId, token.counter, Buffer.alloc(32, 1));
  expect((await refresh(home, guessed)).body).toMatchObject({ code: "refresh_token_not_found" });
  for (const table of ["sessions", "session_methods", "audit"]) {
    const { rows } = await app.pool.query<{ row: string }>(`select t::text as row from auth.${table} t`);
    const kept = rows.map(({ row }) => row).join("\n");
    expect(kept).not.toContain(text);
    expect(kept).not.toContain(token.signature.toString("hex"));
  }
  expect((await refresh(home, text)).status).toBe(200);
});

test("a damaged token is refused, whichever letter is wrong [S-22]", async () => {
  const { id } = await buildUser(db);
  const { refresh_token: text } = await sessionFor(app, id);
  for (let at = 0; at < text.length; at += 5) {
    const damaged = `${text.slice(0, at)}${text[at] === "A" ? "B" : "A"}${text.slice(at + 1)}`;
    expect((await refresh(home, damaged)).status).toBe(400);
  }
  for (const odd of ["", "x", " ", "null", `${text}A`, text.slice(1), `${text}=`, "A".repeat(5_000)]) {
    expect((await refresh(home, odd)).status).toBe(400);
  }
  expect((await refresh(home, text)).status).toBe(200);
});

test("each sign-in is a new session, and no refresh token from before the second step is worth anything [S-23]", async () => {
  const { email, token, session: before } = await confirmedUser(home);
  const { body: refreshed } = await refresh(home, before.refresh_token);
  const factor = await addTotp(home, clock, token);
  const other = await testApp({ databaseUrl: home.databaseUrl, app: { clock } });
  // At once, within the time in which old tokens are forgiven, and long after it.
  for (const seconds of [0, 9, 3_000]) {
    clock.advance(seconds);
    for (const server of [home, other]) {
      for (const old of [before.refresh_token, refreshed.refresh_token]) {
        expect((await refresh(server, old)).body).toMatchObject({ code: "refresh_token_not_found" });
      }
    }
  }
  expect((await refresh(home, factor.session.refresh_token)).body.access_token).toBeDefined();
  const [first, second] = [await signIn(home, email), await signIn(home, email)];
  const sessionIdOf = (accessToken: string) =>
    JSON.parse(Buffer.from(accessToken.split(".")[1] ?? "", "base64url").toString()).session_id;
  expect(sessionIdOf(first.body.access_token)).not.toBe(sessionIdOf(second.body.access_token));
});

test("the token one behind is forgiven without end, an older one ends the session [S-24]", async () => {
  const { id } = await buildUser(db);
  const first = await sessionFor(app, id);
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
  expect((await callAuth(home, "GET", "/user", undefined, { token: third.access_token })).status).toBe(403);
  const trail = await db.selectFrom("auth.audit").select("event").where("event", "=", "refresh_token_reused").execute();
  expect(trail.length).toBeGreaterThan(0);
});

test("a token from the future was never issued [S-24]", async () => {
  const { id } = await buildUser(db);
  const { refresh_token: text } = await sessionFor(app, id);
  const token = readRefreshToken(text);
  if (typeof token !== "object") throw new Error("a token was expected");
  const row = await db
    .selectFrom("auth.sessions")
    .selectAll()
    .where("id", "=", token.sessionId)
    .executeTakeFirstOrThrow();
  const key = app.secrets.open(row.refresh_key, row.id) ?? Buffer.alloc(0);
  expect((await refresh(home, writeRefreshToken(row.id, 7, key))).body).toMatchObject({ code: "validation_failed" });
});

test("thirty days without a refresh, or ninety in all, end a session [S-25]", async () => {
  const { id } = await buildUser(db);
  const idle = await sessionFor(app, id);
  clock.advance(30 * dayS + 1);
  expect((await refresh(home, idle.refresh_token)).body).toMatchObject({
    code: "session_expired",
    message: "Invalid Refresh Token: Session Expired",
  });
  expect(await countSessions(id)).toBe(0);

  let session: { refresh_token: string; access_token: string } = await sessionFor(app, id);
  for (let day = 0; day < 90; day += 18) {
    session = (await refresh(home, session.refresh_token)).body;
    clock.advance(18 * dayS - (day === 72 ? 60 : 0));
  }
  session = (await refresh(home, session.refresh_token)).body;
  expect((await callAuth(home, "GET", "/user", undefined, { token: session.access_token })).status).toBe(200);
  clock.advance(61);
  // The access token alone would live for most of an hour yet.
  expect((await callAuth(home, "GET", "/user", undefined, { token: session.access_token })).status).toBe(403);
  expect((await refresh(home, session.refresh_token)).body).toMatchObject({ code: "session_expired" });
});

test("an admin ends every session of a member, a member none of others, and the trail tells who [S-27]", async () => {
  const [mia, admin, eve] = [await buildUser(db), await buildUser(db, { role: "admin" }), await buildUser(db)];
  const token = await tokenFor(app, mia.id);
  const path = `/api/admin/members/${mia.id}/sessions`;
  expect((await home.as(null).delete(path, { reason: "a test" })).statusCode).toBe(401);
  expect((await home.as(eve).delete(path, { reason: "a test" })).json()).toMatchObject({ code: "auth.forbidden" });
  expect(await countSessions(mia.id)).toBe(1);
  expect((await home.as(admin).delete(path, { reason: "a test" })).json()).toEqual({ ok: true });
  expect((await callAuth(home, "GET", "/user", undefined, { token })).status).toBe(403);
  const nobody = "/api/admin/members/0199a000-0000-7000-8000-000000000001/sessions";
  expect((await home.as(admin).delete(nobody, { reason: "a test" })).json()).toMatchObject({
    code: "profile.not_found",
  });
  const trail = await db.selectFrom("audit_log").selectAll().where("member_id", "=", mia.id).execute();
  expect(trail).toMatchObject([{ actor_id: admin.id, action: "member.sessions_ended", after: { sessions: 1 } }]);
});

test("factors, phone and identities change only within ten minutes of a sign-in [S-28]", async () => {
  const { token, id } = await confirmedUser(home);
  const identity = await db
    .selectFrom("auth.identities")
    .select("id")
    .where("user_id", "=", id)
    .executeTakeFirstOrThrow();
  clock.advance(601);
  const changes = [
    () => callAuth(home, "POST", "/factors", { factor_type: "totp" }, { token }),
    () => callAuth(home, "PUT", "/user", { phone: "15550128" }, { token }),
    () => callAuth(home, "DELETE", `/user/identities/${identity.id}`, undefined, { token }),
  ];
  for (const change of changes) {
    expect(await change()).toMatchObject({ status: 400, body: { code: "reauthentication_needed" } });
  }
  expect((await callAuth(home, "PUT", "/user", { data: { mood: "calm" } }, { token })).status).toBe(200);
});

test("the password proves who is signed in, in the same session, unless there is a second step [S-28]", async () => {
  const { token, id } = await confirmedUser(home);
  const prove = (password: string, by = token) =>
    callAuth(home, "POST", "/reauthenticate", { password }, { token: by });
  clock.advance(601);
  const enrol = () => callAuth(home, "POST", "/factors", { factor_type: "totp" }, { token });
  expect((await prove("wrong words")).body).toMatchObject({ code: "invalid_credentials" });
  expect((await enrol()).body).toMatchObject({ code: "reauthentication_needed" });
  expect((await prove(goodPassword)).status).toBe(200);
  expect((await enrol()).status).toBe(200);
  expect(await countSessions(id)).toBe(1);
  const factor = await addTotp(home, clock, token);
  expect((await prove(goodPassword, factor.token)).body).toMatchObject({ code: "insufficient_aal" });
});

test("with a second step on the account the changes need it, and recently [S-28]", async () => {
  const { email, token } = await confirmedUser(home);
  const factor = await addTotp(home, clock, token);
  const halfway = (await signIn(home, email, goodPassword)).body.access_token;
  expect((await callAuth(home, "POST", "/factors", { factor_type: "totp" }, { token: halfway })).body).toMatchObject({
    code: "insufficient_aal",
    message: "AAL2 required to enroll a new factor",
  });
  for (const [method, path, body] of [
    ["PUT", "/user", { phone: "15550128" }],
    ["PUT", "/user", { data: { mood: "calm" } }],
    ["GET", "/reauthenticate"],
    ["POST", "/logout?scope=global"],
    ["POST", "/logout?scope=others"],
  ] as const) {
    expect(await callAuth(home, method, path, body, { token: halfway })).toMatchObject({
      status: 403,
      body: { code: "insufficient_aal" },
    });
  }
  expect((await callAuth(home, "POST", "/logout?scope=local", {}, { token: halfway })).status).toBe(204);
  clock.advance(601);
  expect(
    (await callAuth(home, "DELETE", `/factors/${factor.id}`, undefined, { token: factor.token })).body,
  ).toMatchObject({
    code: "reauthentication_needed",
  });
});

test("a suspended member passes the second step and logs out, a banned one does not", async () => {
  const { email, token, id } = await confirmedUser(home);
  const factor = await addTotp(home, clock, token);
  clock.advance(60);
  const exclude = (isSuspension: boolean) =>
    db
      .updateTable("auth.users")
      .set({ banned_until: "2999-01-01", is_suspension: isSuspension })
      .where("id", "=", id)
      .execute();
  await exclude(true);
  const halfway = (await signIn(home, email, goodPassword)).body.access_token;
  const lifted = (await answerTotp(home, halfway, factor.id, factor.code())).body.access_token;
  const headers = { authorization: `Bearer ${lifted}` };
  const status = await home.fastify.inject({ url: "/api/me/account-status", headers });
  expect(status.json()).toMatchObject({ isSuspended: true });
  await exclude(false);
  const logOut = () => callAuth(home, "POST", "/logout?scope=local", {}, { token: lifted });
  expect((await logOut()).body).toMatchObject({ code: "user_banned" });
  await exclude(true);
  expect((await logOut()).status).toBe(204);
  expect((await home.fastify.inject({ url: "/api/me/account-status", headers })).statusCode).toBe(401);
});
