import { Secret, TOTP } from "otpauth";
import { expect, test } from "vitest";
import { lockUser } from "#server/auth/accounts/accounts.service.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { movableClock } from "#server/testing/clock.ts";
import {
  addTotp,
  answerTotp,
  callAuth,
  confirmedUser,
  goodPassword,
  newestMail,
  serviceKey,
  signIn,
  textedCode,
} from "#server/testing/auth-api.ts";
import { listLockWaits } from "#server/testing/lock-waits.ts";
import { testApp } from "#server/testing/test-app.ts";

const service = await serviceKey();
const clock = movableClock();
const on = await testApp({ settings: { AUTH_VERIFICATION_KEYS: service.setting }, app: { clock } });
const off = await testApp({ settings: { AUTH_MAIL_AUTOCONFIRM: "off" }, app: { clock } });

test("a recovery link does not get round the second step [S-10]", async () => {
  const { email, token } = await confirmedUser(off);
  const factor = await addTotp(off, clock, token);
  await callAuth(off, "POST", "/recover", { email });
  const { code } = await newestMail(off, email);
  const recovered = await callAuth(off, "POST", "/verify", { type: "recovery", email, token: code });
  const halfway = recovered.body.access_token;
  expect(await callAuth(off, "PUT", "/user", { password: "some other words" }, { token: halfway })).toMatchObject({
    status: 401,
    body: { code: "insufficient_aal" },
  });
  const asVisitor = await off.fastify.inject({ url: "/api/me", headers: { authorization: `Bearer ${halfway}` } });
  expect(asVisitor.json()).toMatchObject({ code: "auth.required" });
  const feed = await off.fastify.inject({ url: "/api/outfits", headers: { authorization: `Bearer ${halfway}` } });
  expect([feed.statusCode, feed.headers["cache-control"]]).toEqual([200, "public, max-age=0, s-maxage=1"]);
  clock.advance(60);
  const lifted = await answerTotp(off, halfway, factor.id, factor.code());
  expect(lifted.status).toBe(200);
  expect(
    (await callAuth(off, "PUT", "/user", { password: "some other words" }, { token: lifted.body.access_token })).status,
  ).toBe(200);
});

test("the code of an authenticator works once [S-14]", async () => {
  const { token } = await confirmedUser(on);
  const factor = await addTotp(on, clock, token);
  const used = factor.code();
  expect((await answerTotp(on, factor.token, factor.id, used)).body).toMatchObject({
    code: "mfa_verification_failed",
    message: "Invalid TOTP code entered",
  });
  clock.advance(30);
  expect((await answerTotp(on, factor.token, factor.id, factor.code())).status).toBe(200);
  clock.advance(90);
  expect((await answerTotp(on, factor.token, factor.id, used)).status).toBe(422);
});

test("an enrolment that somebody began before is no way around a new authenticator [S-10]", async () => {
  const { email, token } = await confirmedUser(on);
  const enrol = async (phone: string) => {
    const stranger = (await signIn(on, email)).body.access_token;
    const sent = { token: stranger };
    const { body } = await callAuth(
      on,
      "POST",
      "/factors",
      { factor_type: "phone", phone, friendly_name: phone },
      sent,
    );
    return { stranger, id: String(body.id) };
  };
  const verifyPhone = async (id: string, by: string) => {
    const challenge = await callAuth(on, "POST", `/factors/${id}/challenge`, {}, { token: by });
    const sent = { challenge_id: challenge.body.id, code: textedCode(on) };
    return callAuth(on, "POST", `/factors/${id}/verify`, sent, { token: by });
  };
  const { id } = await enrol("15550401");
  const factor = await addTotp(on, clock, token);
  const again = (await signIn(on, email)).body.access_token;
  expect((await callAuth(on, "POST", `/factors/${id}/challenge`, {}, { token: again })).status).toBe(404);
  // Also one that is newer than the authenticator, as from a session that had the second step.
  const newer = { factor_type: "phone", phone: "15550402", friendly_name: "newer" };
  const { body } = await callAuth(on, "POST", "/factors", newer, { token: factor.token });
  expect((await verifyPhone(body.id, again)).body).toMatchObject({ code: "insufficient_aal" });
  expect((await verifyPhone(body.id, factor.token)).status).toBe(200);
});

test("an interrupted enrolment does not keep its name, a verified one does", async () => {
  const { token } = await confirmedUser(on);
  const enrol = (name: string, by: string) =>
    callAuth(on, "POST", "/factors", { factor_type: "totp", friendly_name: name }, { token: by });
  const interrupted = await enrol("My phone", token);
  const again = await enrol("my Phone", token);
  expect(again.status).toBe(200);
  expect((await answerTotp(on, token, interrupted.body.id, "000000")).body).toMatchObject({
    code: "mfa_factor_not_found",
  });
  const totp = new TOTP({ secret: Secret.fromBase32(again.body.totp.secret) });
  const right = totp.generate({ timestamp: clock.now().getTime() });
  const verified = await answerTotp(on, token, again.body.id, right);
  expect((await enrol("MY PHONE", verified.body.access_token)).body).toMatchObject({
    code: "mfa_factor_name_conflict",
  });
  // Those without a name stay beside each other.
  await enrol("", verified.body.access_token);
  await enrol("", verified.body.access_token);
  const { body } = await callAuth(on, "GET", "/user", undefined, { token: verified.body.access_token });
  expect(body.factors).toHaveLength(3);
});

test("ten wrong codes rest the second step and tell its owner [S-14]", async () => {
  const { email, token } = await confirmedUser(on);
  const factor = await addTotp(on, clock, token);
  clock.advance(60);
  for (let round = 0; round < 10; round += 1) {
    expect((await answerTotp(on, factor.token, factor.id, "000000")).status).toBe(422);
  }
  expect((await answerTotp(on, factor.token, factor.id, factor.code())).status).toBe(429);
  expect((await newestMail(on, email)).subject).toBe("Wrong codes were entered for your Fash account");
  clock.advance(15 * 60 + 1);
  expect((await answerTotp(on, factor.token, factor.id, factor.code())).status).toBe(200);
});

test("only a service removes a lost second step; the owner gets a mail and the audit trail an entry [S-15]", async () => {
  const { email, token, id } = await confirmedUser(on);
  const factor = await addTotp(on, clock, token);
  const fresh = await signIn(on, email, goodPassword);
  expect(
    (await callAuth(on, "DELETE", `/factors/${factor.id}`, undefined, { token: fresh.body.access_token })).body,
  ).toMatchObject({ code: "insufficient_aal" });
  const path = `/admin/users/${id}/factors/${factor.id}`;
  expect((await callAuth(on, "DELETE", path, undefined, { token: factor.token })).body).toMatchObject({
    code: "not_admin",
  });
  expect((await callAuth(on, "DELETE", path, undefined, { token: service.token })).body).toMatchObject({
    id: factor.id,
  });
  const mail = await newestMail(on, email);
  expect(mail.subject).toBe("Two-step sign-in was removed from your Fash account");
  expect(mail.text).toContain(clock.now().toUTCString());
  expect(mail.text).not.toContain("127.0.0.1");
  const trail = await on.db
    .selectFrom("auth.audit")
    .selectAll()
    .where("user_id", "=", id)
    .where("event", "=", "factor_removed")
    .execute();
  expect(trail).toMatchObject([{ actor: "service", details: { type: "totp" } }]);
});

test("a lost second step and the sessions end together or not at all [S-15]", async () => {
  const { token, id } = await confirmedUser(on);
  const factor = await addTotp(on, clock, token);
  const remove = () =>
    callAuth(on, "DELETE", `/admin/users/${id}/factors/${factor.id}`, undefined, { token: service.token });
  await on.app.pool.query(`create function refuse_ending() returns trigger language plpgsql as
    $$ begin raise exception 'Not now'; end $$`);
  await on.app.pool.query(`create trigger refuse_ending before delete on auth.sessions
    for each row when (old.user_id = '${id}') execute function refuse_ending()`);
  expect((await remove()).status).toBe(500);
  await on.app.pool.query("drop function refuse_ending() cascade");
  expect((await remove()).status).toBe(200);
  expect((await callAuth(on, "GET", "/user", undefined, { token: factor.token })).status).toBe(403);
});

test.each([
  ["session_not_found", (tx: Tx, id: string) => tx.deleteFrom("auth.sessions").where("user_id", "=", id)],
  [
    "user_banned",
    (tx: Tx, id: string) => tx.updateTable("auth.users").set({ banned_until: "2999-01-01" }).where("id", "=", id),
  ],
] as const)("a second step is not verified by a request that was overtaken: %s [S-14]", async (code, overtake) => {
  const { token, id } = await confirmedUser(on);
  const enrolled = await callAuth(on, "POST", "/factors", { factor_type: "totp", friendly_name: "app" }, { token });
  const totp = new TOTP({ secret: Secret.fromBase32(enrolled.body.totp.secret) });
  const right = totp.generate({ timestamp: clock.now().getTime() });
  // The request waits for the account until the session is gone.
  const answering = await transact(on.db, async (tx) => {
    await lockUser(tx, id);
    const answered = answerTotp(on, token, enrolled.body.id, right);
    await expect.poll(() => listLockWaits(on.db)).toHaveLength(1);
    await overtake(tx, id).execute();
    return { answered };
  });
  expect((await answering.answered).body).toMatchObject({ code });
  const { status } = await on.db
    .selectFrom("auth.factors")
    .select("status")
    .where("user_id", "=", id)
    .executeTakeFirstOrThrow();
  expect(status).toBe("unverified");
});

test("removing one of two authenticators keeps the session, and ends others that rested on it", async () => {
  const { email, token } = await confirmedUser(on);
  const first = await addTotp(on, clock, token);
  const second = await addTotp(on, clock, first.token);
  const signInWithFirst = async () => {
    clock.advance(60);
    const halfway = (await signIn(on, email, goodPassword)).body.access_token;
    return String((await answerTotp(on, halfway, first.id, first.code())).body.access_token);
  };
  const [here, elsewhere] = [await signInWithFirst(), await signInWithFirst()];
  const removed = await callAuth(on, "DELETE", `/factors/${first.id}`, undefined, { token: here });
  expect(removed.body).toEqual({ id: first.id });
  const read = (by: string) => callAuth(on, "GET", "/user", undefined, { token: by });
  expect((await read(elsewhere)).body).toMatchObject({ code: "session_not_found" });
  expect((await read(second.token)).status).toBe(200);
  expect((await read(here)).body).toMatchObject({ factors: [{ id: second.id }] });
});

const edgeOnAndroid = "Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140.0.0.0 Mobile Safari/537.36 EdgA/140.0";

test("the owner gets a mail about a new password, a new and a removed second step [S-16]", async () => {
  const { email, token } = await confirmedUser(on);
  const factor = await addTotp(on, clock, token);
  expect((await newestMail(on, email)).subject).toBe("Two-step sign-in is on");
  await callAuth(on, "DELETE", `/factors/${factor.id}`, undefined, { token: factor.token });
  const removal = await newestMail(on, email);
  expect(removal.subject).toBe("Two-step sign-in was removed from your Fash account");
  expect(removal.text.replaceAll(/\s+/g, " ")).toContain("from an unknown device at 127.0.0.1");
  await callAuth(
    on,
    "PUT",
    "/user",
    { password: "some other words", current_password: goodPassword },
    { token: factor.token, headers: { "user-agent": edgeOnAndroid } },
  );
  const mail = await newestMail(on, email);
  expect(mail.subject).toBe("Your Fash password was changed");
  expect(mail.text.replaceAll(/\s+/g, " ")).toContain("from Edge on Android at 127.0.0.1");
});
