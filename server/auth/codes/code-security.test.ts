import { expect, test, vi } from "vitest";
import { movableClock } from "#server/testing/clock.ts";
import { flushMails } from "#server/auth/mails/auth-mails.service.ts";
import { callAuth, confirmedUser, goodPassword, newestMail, signIn, textedCode } from "#server/testing/auth-api.ts";
import { testApp } from "#server/testing/test-app.ts";

const clock = movableClock();
const off = await testApp({ settings: { AUTH_MAIL_AUTOCONFIRM: "off" }, app: { clock } });
const limited = await testApp({
  settings: { RATE_LIMITS: "on", AUTH_LIMIT_VERIFY_PER_ADDRESS: "1000/300" },
  app: { clock },
});

test("a code works once, for its purpose, its address and its newest request [S-11]", async () => {
  const { email } = await confirmedUser(off);
  const other = await confirmedUser(off);
  await callAuth(off, "POST", "/recover", { email });
  const first = (await newestMail(off, email)).code;
  await callAuth(off, "POST", "/recover", { email });
  const { code, link } = await newestMail(off, email);
  const verify = (sent: object) => callAuth(off, "POST", "/verify", sent);
  if (first !== code) expect((await verify({ type: "recovery", email, token: first })).status).toBe(403);
  expect((await verify({ type: "magiclink", email, token: code })).status).toBe(403);
  expect((await verify({ type: "recovery", email: other.email, token: code })).status).toBe(403);
  expect((await verify({ type: "recovery", email, token: code })).status).toBe(200);
  expect((await verify({ type: "recovery", email, token: code })).body).toMatchObject({
    code: "otp_expired",
    message: "Token has expired or is invalid",
  });
  const followed = await off.fastify.inject({ url: `${link.pathname}${link.search}` });
  expect(followed.statusCode).toBe(303);
  expect(String(followed.headers.location)).toContain("error_code=otp_expired");
});

test("twenty at once with the right code get one session [S-11, S-70]", async () => {
  const { email, id } = await confirmedUser(off);
  await callAuth(off, "POST", "/otp", { email });
  const { code } = await newestMail(off, email);
  const before = await off.db.selectFrom("auth.sessions").select("id").where("user_id", "=", id).execute();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => callAuth(off, "POST", "/verify", { type: "email", email, token: code })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const after = await off.db.selectFrom("auth.sessions").select("id").where("user_id", "=", id).execute();
  expect(after).toHaveLength(before.length + 1);
});

test("a code dies after five wrong tries, and after its time [S-12]", async () => {
  const phone = "15550100";
  await callAuth(off, "POST", "/otp", { phone });
  const code = textedCode(off);
  const wrong = code === "0000" ? "0001" : "0000";
  for (let round = 0; round < 5; round += 1) {
    expect((await callAuth(off, "POST", "/verify", { type: "sms", phone, token: wrong })).status).toBe(403);
  }
  expect((await callAuth(off, "POST", "/verify", { type: "sms", phone, token: code })).status).toBe(403);
  await callAuth(off, "POST", "/otp", { phone });
  clock.advance(299);
  const late = textedCode(off);
  clock.advance(2);
  expect((await callAuth(off, "POST", "/verify", { type: "sms", phone, token: late })).status).toBe(403);
  await callAuth(off, "POST", "/otp", { phone });
  expect((await callAuth(off, "POST", "/verify", { type: "sms", phone, token: textedCode(off) })).status).toBe(200);
});

test("codes and link tokens are not in the database [S-12]", async () => {
  const { email } = await confirmedUser(off);
  await callAuth(off, "POST", "/recover", { email });
  const { code, link } = await newestMail(off, email);
  const { rows } = await off.app.pool.query("select c::text as row from auth.one_time_codes c where recipient = $1", [
    email,
  ]);
  const kept = JSON.stringify(rows);
  expect(kept).not.toContain(`,${code},`);
  expect(kept).not.toContain(link.searchParams.get("token"));
});

test("a code of a number or an address that the account no longer has opens nothing [S-11]", async () => {
  const { email, token, id } = await confirmedUser(off);
  const [former, current] = ["15550131", "15550132"];
  const verify = (sent: object) => callAuth(off, "POST", "/verify", sent);
  const setPhone = async (phone: string) => {
    await callAuth(off, "PUT", "/user", { phone }, { token });
    await verify({ type: "phone_change", phone, token: textedCode(off) });
  };
  await setPhone(former);
  await callAuth(off, "POST", "/otp", { phone: former });
  const texted = textedCode(off);
  await setPhone(current);
  expect((await verify({ type: "sms", phone: former, token: texted })).body).toMatchObject({ code: "otp_expired" });
  expect((await callAuth(off, "GET", "/user", undefined, { token })).body).toMatchObject({ phone: current });

  await callAuth(off, "POST", "/recover", { email });
  const { code, link } = await newestMail(off, email);
  await off.db
    .updateTable("auth.users")
    .set({ email: `new-${email}` })
    .where("id", "=", id)
    .execute();
  expect((await verify({ type: "recovery", email, token: code })).body).toMatchObject({ code: "otp_expired" });
  const followed = await off.fastify.inject({ url: `${link.pathname}${link.search}` });
  expect(String(followed.headers.location)).toContain("error_code=otp_expired");
});

test.each([false, true])(
  "a new number that a session asked for ends with it; asked for again: %s [S-11]",
  async (isAgain) => {
    const { email, token, id } = await confirmedUser(off);
    const phone = isAgain ? "15550133" : "15550134";
    const other = (await signIn(off, email)).body.access_token;
    await callAuth(off, "PUT", "/user", { phone }, { token: other });
    const resend = async () => {
      await callAuth(off, "POST", "/resend", { type: "phone_change", phone });
      await flushMails(off.app);
      return textedCode(off);
    };
    const texted = isAgain ? await resend() : textedCode(off);
    await callAuth(off, "POST", "/logout?scope=others", {}, { token });
    const verify = (code: string) => callAuth(off, "POST", "/verify", { type: "phone_change", phone, token: code });
    expect((await verify(texted)).body).toMatchObject({ code: "otp_expired" });
    expect((await verify(await resend())).body).toMatchObject({ code: "otp_expired" });
    expect((await callAuth(off, "GET", "/user", undefined, { token })).body).toMatchObject({ id, phone: "" });
  },
);

test("a message that is not sent, or a password with a new number, changes nothing", async () => {
  const { email, token } = await confirmedUser(off);
  const phone = "15550136";
  const change = (body: object) => callAuth(off, "PUT", "/user", body, { token });
  vi.spyOn(off.app.sms, "send").mockRejectedValueOnce(new Error("no credit"));
  expect((await change({ phone, data: { mood: "calm" } })).body).toMatchObject({ code: "sms_send_failed" });
  const both = { phone, password: "some other words", current_password: goodPassword };
  expect(await change(both)).toMatchObject({ status: 422, body: { code: "validation_failed" } });
  const { body } = await callAuth(off, "GET", "/user", undefined, { token });
  expect([body.new_phone, body.user_metadata.mood]).toEqual([undefined, undefined]);
  expect((await signIn(off, email)).status).toBe(200);
  expect((await change({ phone, data: { mood: "calm" } })).body).toMatchObject({
    new_phone: phone,
    user_metadata: { mood: "calm" },
  });
});

test("the owner gets no mail about a number that was not changed after all [S-16]", async () => {
  const { email, token, id } = await confirmedUser(off);
  const phone = "15550135";
  const alert = "The phone number of your Fash account was changed";
  const verify = () => callAuth(off, "POST", "/verify", { type: "phone_change", phone, token: textedCode(off) });
  await callAuth(off, "PUT", "/user", { phone }, { token });
  await off.app.pool.query(`create function refuse_session() returns trigger language plpgsql as
    $$ begin raise exception 'Not now'; end $$`);
  await off.app.pool.query(`create trigger refuse_session before insert on auth.sessions
    for each row when (new.user_id = '${id}') execute function refuse_session()`);
  expect((await verify()).status).toBe(500);
  await off.app.pool.query("drop function refuse_session() cascade");
  expect((await newestMail(off, email)).subject).not.toBe(alert);
  expect((await verify()).status).toBe(200);
  expect((await newestMail(off, email)).subject).toBe(alert);
});

test("ten wrong codes a day close a number, and a number gets one message a minute [S-13]", async () => {
  const phone = "15550113";
  const send = () => callAuth(limited, "POST", "/otp", { phone });
  expect((await send()).status).toBe(200);
  expect(await send()).toMatchObject({ status: 429, body: { code: "over_sms_send_rate_limit" } });
  for (let round = 0; round < 10; round += 1) {
    await callAuth(limited, "POST", "/verify", { type: "sms", phone, token: "x" });
    await limited.app.pool.query("update auth.one_time_codes set tries = 0");
  }
  await limited.app.pool.query("delete from rate_limits where key like 'auth_sms%'");
  expect(await send()).toMatchObject({ status: 429, body: { code: "phone_locked" } });
  expect((await callAuth(limited, "POST", "/verify", { type: "sms", phone, token: textedCode(limited) })).status).toBe(
    403,
  );
});

test("wrong codes at once count as if they came one by one, right ones and failures do not count [S-13]", async () => {
  const phone = "15550114";
  const { pool } = limited.app;
  const again = async () => {
    await pool.query("delete from rate_limits where key like 'auth_sms%'");
    await callAuth(limited, "POST", "/otp", { phone });
    return textedCode(limited);
  };
  const verify = (token: string) => callAuth(limited, "POST", "/verify", { type: "sms", phone, token });
  expect((await verify(await again())).status).toBe(200);
  const code = await again();
  await pool.query(`create function refuse_session() returns trigger language plpgsql as
    $$ begin raise exception 'Not now'; end $$`);
  await pool.query(`create trigger refuse_session before insert on auth.sessions
    for each row execute function refuse_session()`);
  expect((await verify(code)).status).toBe(500);
  await pool.query("drop function refuse_session() cascade");
  for (let round = 0; round < 8; round += 1) {
    await verify("x");
    await pool.query("update auth.one_time_codes set tries = 0 where recipient = $1", [phone]);
  }
  await Promise.all(Array.from({ length: 5 }, () => verify("x")));
  const { rows } = await pool.query("select tries from auth.one_time_codes where recipient = $1", [phone]);
  expect(rows).toEqual([{ tries: 2 }]);
  expect((await verify(code)).status).toBe(403);
});

test("a text message says what its code is for, and that nobody asks for it", async () => {
  const newest = () => off.app.outbox.list()[0]?.text ?? "";
  const phone = "15550177";
  await callAuth(off, "POST", "/otp", { phone });
  const toSignIn = newest();
  const { body } = await callAuth(off, "POST", "/verify", { type: "sms", phone, token: textedCode(off) });
  const sent = { token: String(body.access_token) };
  clock.advance(61);
  await callAuth(off, "GET", "/reauthenticate", undefined, sent);
  const toConfirm = newest();
  await callAuth(off, "PUT", "/user", { phone: "15550178" }, sent);
  const toAdd = newest();
  const factor = await callAuth(off, "POST", "/factors", { factor_type: "phone", phone: "15550179" }, sent);
  await callAuth(off, "POST", `/factors/${factor.body.id}/challenge`, {}, sent);
  const toStepUp = newest();
  for (const [text, purpose] of [
    [toSignIn, "to sign in"],
    [toConfirm, "to change your password"],
    [toAdd, "to add this number to your account"],
    [toStepUp, "for the second step of your sign-in"],
  ] as const) {
    expect(text).toMatch(new RegExp(`^\\d{4,6} is your Fash code ${purpose}\\. .*Fash will never ask you for it`));
  }
});

test("the trail names refused codes, links and exchanges [S-74]", async () => {
  const { email, token } = await confirmedUser(off);
  const read = () =>
    off.db.selectFrom("auth.audit").selectAll().where("event", "in", ["code_failed", "sign_in_failed"]).execute();
  const phone = "15550191";
  await callAuth(off, "POST", "/otp", { phone });
  const banned = await callAuth(off, "POST", "/verify", { type: "sms", phone, token: textedCode(off) });
  await off.db
    .updateTable("auth.users")
    .set({ banned_until: "2999-01-01" })
    .where("id", "=", String(banned.body.user.id))
    .execute();
  await callAuth(off, "POST", "/otp", { phone });
  const before = await read();
  await callAuth(off, "POST", "/verify", { type: "sms", phone, token: textedCode(off) });
  await callAuth(off, "POST", "/verify", { type: "recovery", email, token: "000000" });
  await callAuth(off, "POST", "/verify", { type: "magiclink", token_hash: "nothing" });
  await off.fastify.inject({ url: "/auth/v1/verify?type=signup&token=pkce_nothing" });
  await callAuth(off, "PUT", "/user", { password: "some other words", nonce: "000000" }, { token });
  const exchange = { auth_code: "0199a000-0000-7000-8000-000000000001", code_verifier: "v".repeat(43) };
  await callAuth(off, "POST", "/token?grant_type=pkce", exchange);
  const known = new Set(before.map(({ id }) => id));
  const added = (await read()).filter(({ id }) => !known.has(id));
  const linesOf = added.map(({ event, details }) => {
    const { purpose, method, code = "" } = details as Record<string, string>;
    return `${event} ${purpose ?? method} ${code}`.trim();
  });
  expect(linesOf.toSorted()).toEqual([
    "code_failed magiclink otp_expired",
    "code_failed reauthentication",
    "code_failed recovery otp_expired",
    "code_failed signup otp_expired",
    "code_failed sms user_banned",
    "sign_in_failed pkce flow_state_not_found",
  ]);
});

test("the trail holds no secret and cannot be changed [S-74, S-75]", async () => {
  const { rows } = await off.app.pool.query<{ row: string }>("select a::text as row from auth.audit a");
  const kept = rows.map(({ row }) => row).join("\n");
  expect(rows.length).toBeGreaterThan(10);
  for (const secret of [goodPassword, "15550100", "eyJ"]) expect(kept).not.toContain(secret);
  await expect(off.app.pool.query("update auth.audit set event = 'x'")).rejects.toThrow("append-only");
  await expect(off.app.pool.query("delete from auth.audit")).rejects.toThrow("append-only");
});
