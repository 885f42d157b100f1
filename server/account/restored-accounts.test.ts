import { expect, test } from "vitest";
import { findUser } from "#server/auth/accounts/accounts.service.ts";
import { openSession } from "#server/auth/sessions/sessions.service.ts";
import { transact } from "#server/db/db.ts";
import {
  addTotp,
  answerTotp,
  callAuth,
  confirmedUser,
  newestMail,
  refresh,
  signIn,
  textedCode,
} from "#server/testing/auth-api.ts";
import { movableClock } from "#server/testing/clock.ts";
import { buildUser } from "#server/testing/factories.ts";
import { listLockWaits } from "#server/testing/lock-waits.ts";
import { testApp } from "#server/testing/test-app.ts";
import { sessionFor } from "#server/testing/tokens.ts";

const clock = movableClock();
const site = await testApp({ app: { clock } });
const { app, db, fastify } = site;

async function leave(token: string, userId: string): Promise<void> {
  const { username } = await db
    .selectFrom("profiles")
    .select("username")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const headers = { authorization: `Bearer ${token}` };
  const { statusCode } = await fastify.inject({
    method: "POST",
    url: "/api/me/deletion",
    headers,
    payload: { username },
  });
  expect(statusCode).toBe(200);
}

async function confirmedPhone() {
  const phone = `1555${String(Math.random()).slice(2, 9)}`;
  const byCode = async () => {
    clock.advance(61);
    await callAuth(site, "POST", "/otp", { phone });
    return callAuth(site, "POST", "/verify", { type: "sms", phone, token: textedCode(site) });
  };
  const { body } = await byCode();
  return { id: String(body.user.id), token: String(body.access_token), byCode };
}

test("a sign-in that restores the account says so, once: with a password, a code by mail, a code by text", async () => {
  const { email, ...mia } = await confirmedUser(site);
  const leo = await confirmedPhone();
  const ways = [
    { ...mia, signInAgain: () => signIn(site, email) },
    {
      ...mia,
      async signInAgain() {
        await callAuth(site, "POST", "/recover", { email });
        return callAuth(site, "POST", "/verify", {
          type: "recovery",
          email,
          token: (await newestMail(site, email)).code,
        });
      },
    },
    { ...leo, signInAgain: leo.byCode },
  ];
  for (const { id, signInAgain } of ways) {
    const { access_token: token } = await sessionFor(app, id);
    await leave(token, id);
    const { status, body } = await signInAgain();
    expect([status, body.account_restored]).toEqual([200, true]);
    const continued = await refresh(site, body.refresh_token);
    expect([continued.status, continued.body.account_restored]).toEqual([200, undefined]);
    expect(await sessionFor(app, id)).not.toHaveProperty("account_restored");
  }
});

test("with a second step its answer says so, and the password's does not", async () => {
  const { email, token, id } = await confirmedUser(site);
  const factor = await addTotp(site, clock, token);
  await leave(factor.token, id);
  const halfway = await signIn(site, email);
  expect([halfway.status, halfway.body.account_restored]).toEqual([200, undefined]);
  clock.advance(60);
  const { status, body } = await answerTotp(site, halfway.body.access_token, factor.id, factor.code());
  expect([status, body.account_restored]).toEqual([200, true]);
});

test("a sign-in that is on its way ends with the others when its member leaves", async () => {
  const mia = await buildUser(db);
  const { access_token: token } = await sessionFor(app, mia.id);
  const leaving: Promise<void>[] = [];
  await transact(db, async (tx) => {
    const user = await findUser(tx, { id: mia.id });
    if (!user) throw new Error("There is no such member");
    await openSession(app, tx, user, { method: "password", origin: { ip: "127.0.0.1", userAgent: "test" } });
    leaving.push(leave(token, mia.id));
    await expect.poll(() => listLockWaits(db), { timeout: 5_000 }).toHaveLength(1);
  });
  await leaving[0];
  expect(await db.selectFrom("auth.sessions").select("id").where("user_id", "=", mia.id).execute()).toEqual([]);
  const pending = await db.selectFrom("account_deletions").select("user_id").where("user_id", "=", mia.id).execute();
  expect(pending).toHaveLength(1);
});
