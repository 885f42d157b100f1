import { expect, test } from "vitest";
import { flushMails } from "#server/auth/mails/auth-mails.service.ts";
import { movableClock } from "#server/testing/clock.ts";
import { callAuth, confirmedUser, goodPassword, newEmail, signIn, signUp } from "#server/testing/auth-api.ts";
import { testApp } from "#server/testing/test-app.ts";

const settings = { RATE_LIMITS: "on", AUTH_MAIL_AUTOCONFIRM: "off", AUTH_LIMIT_SEND_PER_ADDRESS: "10000/300" };
const site = await testApp({
  settings: { ...settings, AUTH_LIMIT_PASSWORD_PER_ADDRESS: "5/300", AUTH_LIMIT_PASSWORD_PER_ACCOUNT: "4/300" },
});
const clean = () => site.app.pool.query("delete from rate_limits");
const statuses = async (answers: ReturnType<typeof signIn>[]) => {
  const counted: Record<number, number> = {};
  for (const { status } of await Promise.all(answers)) counted[status] = (counted[status] ?? 0) + 1;
  return counted;
};

test("all addresses of one IPv6 network share one limit of wrong passwords [S-5]", async () => {
  const attempts = Array.from({ length: 40 }, (_, n) =>
    signIn(site, newEmail(), "wrong words", { ip: `2001:db8:1:2:${n.toString(16)}::${n.toString(16)}` }),
  );
  expect(await statuses(attempts)).toEqual({ 400: 5, 429: 35 });
  expect((await signIn(site, newEmail(), "wrong words", { ip: "2001:db8:1:3::1" })).status).toBe(400);
});

test("an IPv4 address is the same one where IPv6 carries it [S-5]", async () => {
  const spellings = ["198.51.100.9", "::ffff:198.51.100.9", "64:ff9b::c633:6409", "2002:c633:6409::1"];
  for (let n = 0; n < 5; n += 1) {
    expect((await signIn(site, newEmail(), "wrong words", { ip: spellings[n % 4] ?? "" })).status).toBe(400);
  }
  for (const ip of spellings) expect((await signIn(site, newEmail(), "wrong words", { ip })).status).toBe(429);
});

test("an owner gets in from a fresh address, however many addresses guess [S-5]", async () => {
  await clean();
  const { email } = await confirmedUser(site);
  for (let n = 0; n < 110; n += 10) {
    const guesses = Array.from({ length: 10 }, (_, at) =>
      signIn(site, email, `wrong ${n + at}`, { ip: `203.0.113.${n + at}` }),
    );
    for (const { status } of await Promise.all(guesses)) expect([400, 429]).toContain(status);
  }
  for (const ip of ["203.0.113.200", "198.51.100.77", "2001:db8:77::1"]) {
    expect((await signIn(site, email, goodPassword, { ip })).status).toBe(200);
  }
  // An address that has guessed has no such attempt.
  expect((await signIn(site, email, goodPassword, { ip: "203.0.113.4" })).status).toBe(429);
}, 120_000);

test("the networks of one IPv6 site have ten attempts at a closed account together [S-5]", async () => {
  await clean();
  const { email } = await confirmedUser(site);
  const networks = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => `2001:db8:9:${(from + n).toString(16)}::1`);
  for (const ip of networks(1, 14)) await signIn(site, email, "wrong words", { ip });
  expect((await signIn(site, email, goodPassword, { ip: "2001:db8:9:ff::1" })).status).toBe(429);
  expect((await signIn(site, email, goodPassword, { ip: "2001:db8:a:ff::1" })).status).toBe(200);
});

test("what a limit refuses is in the audit log once in its time, for an address and for an account [S-5]", async () => {
  await clean();
  const { email, id } = await confirmedUser(site);
  const noted = async (limit: string) => {
    const { rows } = await site.app.pool.query(
      `select user_id, ip from auth.audit
       where event = 'sign_in_failed' and details @> $1::jsonb order by created_at desc`,
      [{ code: "over_request_rate_limit", limit }],
    );
    return rows;
  };
  const before = [(await noted("passwordPerAddress")).length, (await noted("passwordPerAccount")).length];
  for (let n = 0; n < 12; n += 1) await signIn(site, newEmail(), "wrong words", { ip: "192.0.2.70" });
  // Those that guess after the account is closed have one attempt each first.
  for (let n = 0; n < 12; n += 1) await signIn(site, email, "wrong words", { ip: `192.0.2.${80 + (n % 3)}` });
  const [byAddress, byAccount] = [await noted("passwordPerAddress"), await noted("passwordPerAccount")];
  expect([byAddress.length, byAccount.length]).toEqual([(before[0] ?? 0) + 1, (before[1] ?? 0) + 1]);
  expect(byAddress[0]).toEqual({ user_id: null, ip: "192.0.2.70" });
  expect(byAccount[0]).toMatchObject({ user_id: id });
});

test("right passwords never count, however many are under way at once [S-5]", async () => {
  await clean();
  const { email } = await confirmedUser(site);
  const others = [await confirmedUser(site), await confirmedUser(site)];
  const emails = Array.from({ length: 15 }, (_, n) => [email, ...others.map((one) => one.email)][n % 3] ?? email);
  expect(await statuses(emails.map((one) => signIn(site, one, goodPassword, { ip: "192.0.2.60" })))).toEqual({
    200: 15,
  });
  // And wrong ones among them are held to the limit as if they came one by one.
  const mixed = Array.from({ length: 24 }, (_, n) =>
    signIn(site, n % 2 ? newEmail() : email, n % 2 ? "wrong words" : goodPassword, { ip: "192.0.2.61" }),
  );
  const counted = await statuses(mixed);
  expect(counted[400]).toBe(5);
});

test("one visitor cannot use up the mails of the site [S-71]", async () => {
  const few = await testApp({
    settings: {
      ...settings,
      AUTH_LIMIT_MAILS: "20/3600",
      AUTH_LIMIT_MAILS_PER_ADDRESS: "4/3600",
      AUTH_MAIL_RESEND_SECONDS: "1",
    },
  });
  const member = await confirmedUser(few);
  await few.app.pool.query("delete from rate_limits");
  const sent = async () => (await flushMails(few.app), few.app.outbox.list().length);
  // Each in a /48 of its own.
  const ip = (n: number) => `2001:db8:${(0x500 + n).toString(16)}:1::1`;

  // What is asked for and never sent counts nothing.
  const before = await sent();
  for (let n = 0; n < 60; n += 1) {
    const answer = await callAuth(
      few,
      "POST",
      "/recover",
      { email: newEmail() },
      { ip: `2001:db8:5:1::${n.toString(16)}` },
    );
    expect(answer.status).toBe(200);
  }
  expect(await sent()).toBe(before);
  // One network gets so many mails out, and no more.
  for (let n = 0; n < 10; n += 1) await callAuth(few, "POST", "/otp", { email: newEmail() }, { ip: ip(2) });
  expect((await sent()) - before).toBe(4);
  // Many networks together get half of what the site may send; the rest is for members.
  for (let n = 3; n < 40; n += 1) {
    const answer = await callAuth(few, "POST", "/otp", { email: newEmail() }, { ip: ip(n) });
    expect(answer.status).toBe(200);
  }
  expect((await sent()) - before).toBe(10);
  expect((await callAuth(few, "POST", "/recover", { email: member.email }, { ip: ip(99) })).status).toBe(200);
  expect((await sent()) - before).toBe(11);
});

test("sign-ups by strangers do not keep an owner from a new password [S-71]", async () => {
  await clean();
  const { email } = await confirmedUser(site);
  for (let n = 0; n < 6; n += 1) await signUp(site, email, `a password of strangers ${n}`);
  await callAuth(site, "POST", "/resend", { type: "email_change", email });
  expect(await callAuth(site, "POST", "/recover", { email })).toMatchObject({ status: 200 });
  await flushMails(site.app);
  const subjects = site.app.outbox.list().flatMap(({ to, subject }) => (to === email ? subject : []));
  expect(subjects).toContain("Reset your Fash password");
});

test("the networks of one IPv6 site cannot use up the mails of unconfirmed recipients [S-71]", async () => {
  const few = await testApp({
    settings: { ...settings, AUTH_LIMIT_MAILS: "100/3600", AUTH_LIMIT_MAILS_PER_ADDRESS: "3/3600" },
  });
  const ask = (ip: string) => callAuth(few, "POST", "/otp", { email: newEmail() }, { ip });
  const sent = async () => (await flushMails(few.app), few.app.outbox.list().length);
  for (let n = 0; n < 20; n += 1) await ask(`2001:db8:7:${n.toString(16)}::1`);
  expect(await sent()).toBe(12);
  await ask("2001:db8:8:1::1");
  expect(await sent()).toBe(13);
});

test("text messages count when they are sent: by address, by account, and half of them for members [S-71]", async () => {
  const clock = movableClock();
  const few = await testApp({
    app: { clock },
    settings: {
      ...settings,
      AUTH_LIMIT_SMS: "12/86400",
      AUTH_LIMIT_SMS_PER_ADDRESS: "3/3600",
      AUTH_LIMIT_SMS_PER_ACCOUNT: "2/86400",
      AUTH_LIMIT_FACTORS_PER_ADDRESS: "1000/60",
    },
  });
  let numbers = 0;
  const phone = () => `1555030${String((numbers += 1)).padStart(4, "0")}`;
  const texts = () => few.app.outbox.list().filter(({ kind }) => kind === "sms").length;
  const ask = (n: number) =>
    callAuth(few, "POST", "/otp", { phone: phone() }, { ip: `2001:db8:${(0x600 + n).toString(16)}:1::1` });
  const first = [];
  for (let n = 0; n < 5; n += 1) first.push((await ask(1)).status);
  expect(first).toEqual([200, 200, 200, 429, 429]);
  for (let n = 2; n < 20; n += 1) await ask(n);
  expect(texts()).toBe(6);

  // A member who turns foreign numbers into second steps.
  const { token } = await confirmedUser(few);
  await few.app.pool.query("delete from rate_limits");
  const before = texts();
  for (let n = 0; n < 6; n += 1) {
    const enrolled = await callAuth(few, "POST", "/factors", { factor_type: "phone", phone: phone() }, { token });
    await callAuth(few, "POST", `/factors/${enrolled.body.id}/challenge`, {}, { token, ip: `198.51.100.${n}` });
  }
  expect(texts() - before).toBe(2);
});

test("the codes of a phone are guessed ten times a day, whatever they are for [S-13]", async () => {
  const clock = movableClock();
  const home = await testApp({
    app: { clock },
    settings: { ...settings, AUTH_SMS_AUTOCONFIRM: "on", AUTH_LIMIT_VERIFY_PER_ADDRESS: "10000/300" },
  });
  const phone = "15550310001";
  const { body } = await callAuth(home, "POST", "/signup", { phone, password: goodPassword });
  const token = String(body.access_token);
  const guess = (nonce: string) => callAuth(home, "PUT", "/user", { password: "other set of words", nonce }, { token });
  let answered = 0;
  for (let round = 0; round < 4; round += 1) {
    await callAuth(home, "GET", "/reauthenticate", undefined, { token });
    await home.app.pool.query("delete from rate_limits where key like 'auth_sms%'");
    for (let n = 0; n < 4; n += 1) answered += (await guess(`x${n}`)).status === 422 ? 1 : 0;
  }
  expect(answered).toBe(16);
  await callAuth(home, "GET", "/reauthenticate", undefined, { token });
  const code = /^(\d+) /.exec(home.app.outbox.list()[0]?.text ?? "")?.[1] ?? "";
  expect((await guess(code)).body).toMatchObject({ code: "reauthentication_not_valid" });
});

test("sign-ups of one network are limited together [S-71]", async () => {
  const home = await testApp({ settings: { ...settings, AUTH_LIMIT_SEND_PER_ADDRESS: "3/300" } });
  const answers = [];
  for (let n = 0; n < 5; n += 1) {
    const { status } = await callAuth(
      home,
      "POST",
      "/signup",
      { email: newEmail(), password: goodPassword },
      { ip: `2001:db8:8:8::${n}` },
    );
    answers.push(status);
  }
  expect(answers).toEqual([200, 200, 200, 429, 429]);
  expect((await signUp(home, newEmail())).status).toBe(200);
});
