import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { readConfig } from "#server/config/config.ts";
import {
  callAuth,
  confirmedUser,
  goodPassword,
  newEmail,
  newestMail,
  signIn,
  signUp,
} from "#server/testing/auth-api.ts";
import { testApp } from "#server/testing/test-app.ts";

const on = await testApp();
const off = await testApp({ settings: { AUTH_MAIL_AUTOCONFIRM: "off" } });
const limited = await testApp({ settings: { RATE_LIMITS: "on" } });

test("passwords of 8 to 100 characters are taken as typed, never cut, trimmed or folded [S-1]", async () => {
  for (const password of ["  8 chars", "ünïcödé 🙂 pass", `${"x".repeat(72)}${"y".repeat(28)}`]) {
    const email = newEmail();
    expect((await signUp(on, email, password)).status).toBe(200);
    expect((await signIn(on, email, password)).status).toBe(200);
    for (const near of [
      password.trim() === password ? `${password} ` : password.trim(),
      password.toUpperCase(),
      password.slice(0, 72),
    ]) {
      if (near !== password) expect((await signIn(on, email, near)).status).toBe(400);
    }
  }
  expect((await signUp(on, newEmail(), "7 chars")).body).toMatchObject({
    code: "weak_password",
    weak_password: { reasons: ["length"] },
  });
  expect((await signUp(on, newEmail(), "x".repeat(101))).body).toMatchObject({ code: "validation_failed" });
});

test.each(["password", "PASSWORD123", "qwertyuiop", "fashion2026!", "fash-fash-1"])(
  "the password %s is refused [S-2]",
  async (password) => {
    expect(await signUp(on, newEmail(), password)).toMatchObject({ status: 422, body: { code: "weak_password" } });
  },
);

test("a password made of the own address or name is refused [S-2]", async () => {
  expect((await signUp(on, "miatorres@example.com", "miatorres1")).body).toMatchObject({ code: "weak_password" });
  expect((await signUp(on, newEmail(), "zoefontaine!", { username: "zoefontaine" })).body).toMatchObject({
    code: "weak_password",
  });
  for (const password of ["miastone1", "stone2026!", "Stone-Mia1"]) {
    expect((await signUp(on, "mia.stone@example.com", password, { username: "Mia Stone" })).body).toMatchObject({
      code: "weak_password",
    });
  }
  // The name that is shown differs from the username.
  const { body } = await signUp(on, newEmail(), goodPassword, { username: "Noah Bergmann" });
  const change = { password: "bergmann-noah1", current_password: goodPassword };
  expect((await callAuth(on, "PUT", "/user", change, { token: body.access_token })).body).toMatchObject({
    code: "weak_password",
  });
});

test("a new password needs the current one, unless a recovery link opened the session [S-3]", async () => {
  const { email, token } = await confirmedUser(off);
  const change = (sent: object, by = token) => callAuth(off, "PUT", "/user", sent, { token: by });
  expect((await change({ password: "some other words" })).body).toMatchObject({ code: "current_password_required" });
  expect((await change({ password: "some other words", current_password: "no" })).body).toMatchObject({
    code: "current_password_invalid",
  });
  expect((await change({ password: goodPassword, current_password: goodPassword })).body).toMatchObject({
    code: "same_password",
  });
  expect((await change({ password: "some other words", current_password: goodPassword })).status).toBe(200);
  // The mail about the new password may otherwise arrive last.
  await newestMail(off, email);
  await callAuth(off, "POST", "/recover", { email });
  const { code } = await newestMail(off, email);
  const recovered = await callAuth(off, "POST", "/verify", { type: "recovery", email, token: code });
  expect((await change({ password: "third set of words" }, recovered.body.access_token)).status).toBe(200);
  // The link's privilege is used up with the first password.
  expect((await change({ password: "fourth set of words" }, recovered.body.access_token)).body).toMatchObject({
    code: "current_password_required",
  });
});

test("ten wrong passwords stop the guessing, and the owner still gets in from a new address [S-5]", async () => {
  const { email } = await confirmedUser(limited);
  for (let round = 0; round < 10; round += 1) {
    expect((await signIn(limited, email, `wrong ${round}`, { ip: `10.0.0.${round % 5}` })).status).toBe(400);
  }
  const eleventh = await signIn(limited, email, "wrong again", { ip: "10.0.0.1" });
  expect(eleventh).toMatchObject({ status: 429, body: { code: "over_request_rate_limit" } });
  expect(Number(eleventh.headers["retry-after"])).toBeGreaterThan(0);
  expect((await signIn(limited, email, goodPassword, { ip: "10.0.0.1" })).status).toBe(429);
  expect((await signIn(limited, email, "wrong from a new address", { ip: "10.0.9.1" })).status).toBe(429);
  expect((await signIn(limited, email, goodPassword, { ip: "10.0.9.1" })).status).toBe(429);
  expect((await signIn(limited, email, goodPassword, { ip: "10.0.9.2" })).status).toBe(200);
});

test("thirty wrong passwords from one address stop that address for every account [S-5]", async () => {
  for (let round = 0; round < 30; round += 1) {
    expect((await signIn(limited, newEmail(), "wrong", { ip: "10.1.0.1" })).status).toBe(400);
  }
  const { email } = await confirmedUser(limited);
  expect((await signIn(limited, email, goodPassword, { ip: "10.1.0.1" })).status).toBe(429);
  expect((await signIn(limited, email, goodPassword, { ip: "10.1.0.2" })).status).toBe(200);
});

test("a flood of sign-ins waits in its queue while other calls are answered [S-6]", async () => {
  const { email } = await confirmedUser(on);
  const flood = Array.from({ length: 20 }, () => signIn(on, email, "wrong words"));
  const beside = await callAuth(on, "GET", "/settings");
  let isFloodOver = false;
  const ended = Promise.all(flood).then((answers) => {
    isFloodOver = true;
    return answers;
  });
  expect(beside.status).toBe(200);
  expect(isFloodOver).toBe(false);
  expect((await ended).every(({ status }) => status === 400 || status === 503)).toBe(true);
});

test("guesses from one address keep others at most one hash from theirs, and come at ten a second [S-163]", async () => {
  const { email } = await confirmedUser(on);
  const start = performance.now();
  const ended: string[] = [];
  const guesses = Array.from({ length: 10 }, async () => {
    await signIn(on, email, "wrong words", { ip: "203.0.113.7" });
    ended.push("guess");
  });
  expect((await signIn(on, email, goodPassword, { ip: "203.0.113.8" })).status).toBe(200);
  expect(ended.length).toBeLessThan(5);
  await Promise.all(guesses);
  // Timers may be a millisecond early.
  expect(performance.now() - start).toBeGreaterThanOrEqual(9 * 99);
});

test("production starts without demo accounts and without test codes [S-7]", () => {
  const production = {
    NODE_ENV: "production",
    AUTH_MAIL_AUTOCONFIRM: "on",
    DATABASE_URL: "postgres://db/fash",
    PUBLIC_URL: "https://fash.example",
    DEMO: "1",
  };
  expect(readConfig(production).isDemoWanted).toBe(false);
  expect(() => readConfig({ ...production, AUTH_TEST_CODES: "15550100=1234" })).toThrow("AUTH_TEST_CODES");
});

test("every way in is documented [S-9]", async () => {
  const text = await readFile(new URL("../../docs/auth.md", import.meta.url), "utf8");
  for (const way of [
    "Password",
    "Google",
    "Facebook",
    "Phone code",
    "Mail code",
    "Recovery link",
    "Refresh",
    "Admin calls",
  ]) {
    expect(text).toContain(`| ${way} |`);
  }
});
