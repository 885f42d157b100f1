import { createHash, randomUUID } from "node:crypto";
import { expect, test, vi } from "vitest";
import { Secret, TOTP } from "otpauth";
import { runSql, transact } from "#server/db/db.ts";
import { callAuth, confirmedUser, goodPassword, newEmail, newestMail, serviceKey } from "#server/testing/auth-api.ts";
import { runTooLong } from "#server/testing/lock-waits.ts";
import { testApp } from "#server/testing/test-app.ts";

const service = await serviceKey();
const home = await testApp({ settings: { AUTH_VERIFICATION_KEYS: service.setting } });
const { db, fastify } = home;

interface Late {
  email: string;
  request: () => ReturnType<typeof callAuth>;
}

/** The code that a link with a challenge leads the browser back with. */
async function exchange(): Promise<Late> {
  const { email } = await confirmedUser(home);
  const verifier = randomUUID().repeat(2);
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  await callAuth(home, "POST", "/recover", { email, code_challenge: challenge, code_challenge_method: "s256" });
  const { link } = await newestMail(home, email);
  const { headers } = await fastify.inject(link.pathname + link.search);
  const given = { auth_code: new URL(String(headers.location)).searchParams.get("code"), code_verifier: verifier };
  return { email, request: () => callAuth(home, "POST", "/token?grant_type=pkce", given) };
}

async function password(): Promise<Late> {
  const { email } = await confirmedUser(home);
  const given = { email, password: goodPassword };
  return { email, request: () => callAuth(home, "POST", "/token?grant_type=password", given) };
}

function signUp(): Promise<Late> {
  const email = newEmail();
  const given = { email, password: goodPassword };
  return Promise.resolve({ email, request: () => callAuth(home, "POST", "/signup", given) });
}

async function secondStep(): Promise<Late> {
  const { email, token } = await confirmedUser(home);
  const factor = { factor_type: "totp", friendly_name: "phone" };
  const { body } = await callAuth(home, "POST", "/factors", factor, { token });
  const challenge = await callAuth(home, "POST", `/factors/${body.id}/challenge`, {}, { token });
  const code = new TOTP({ secret: Secret.fromBase32(body.totp.secret) }).generate();
  const given = { challenge_id: challenge.body.id, code };
  return { email, request: () => callAuth(home, "POST", `/factors/${body.id}/verify`, given, { token }) };
}

/** The first of the two confirmations of a change of address. */
async function firstConfirmation(): Promise<Late> {
  const { email } = await confirmedUser(home);
  const change = { email, new_email: newEmail() };
  const makeLink = (type: string) => callAuth(home, "POST", "/admin/generate_link", { ...change, type }, service);
  await makeLink("email_change_new");
  const { body } = await makeLink("email_change_current");
  const given = { type: "email_change", token_hash: body.hashed_token };
  return { email, request: () => callAuth(home, "POST", "/verify", given) };
}

test.each([
  ["the exchange of a code", exchange, "auth.sessions", 1],
  ["a sign-in by password", password, "auth.sessions", 1],
  ["a sign-up", signUp, "auth.sessions", 1],
  ["a second step", secondStep, "auth.sessions", 0],
  ["the first confirmation of a new address", firstConfirmation, "auth.one_time_codes", 0],
])("%s that was answered too late is undone, and works again", async (_name, prepare, table, opened) => {
  const { email, request } = await prepare();
  const sessions = db
    .selectFrom("auth.sessions")
    .innerJoin("auth.users", "auth.users.id", "user_id")
    .select("auth.sessions.id")
    .where("email", "=", email);
  const { length: before } = await sessions.execute();
  await transact(db, async (tx) => {
    await runSql(tx, `lock table ${table} in share mode`, []);
    const { status, body } = await runTooLong(db, request);
    expect([status, body.code]).toEqual([504, "request_timeout"]);
  });
  // Waits until the first one has given back what it used.
  expect((await request()).status).toBe(200);
  expect(await sessions.execute()).toHaveLength(before + opened);
});

test("what fails unexpectedly after its response is logged", async () => {
  const logged = vi.spyOn(fastify.log, "error");
  await transact(db, async (tx) => {
    await runSql(tx, "alter table auth.one_time_codes rename to away", []);
    const given = { type: "recovery", token_hash: "x" };
    expect((await runTooLong(db, () => callAuth(home, "POST", "/verify", given))).status).toBe(504);
    expect(logged).not.toHaveBeenCalled();
  });
  const messages = () => logged.mock.calls.map(([, message]) => message);
  await expect.poll(messages, { timeout: 5_000 }).toEqual(["unexpected failure in sign-in"]);
  await runSql(db, "alter table auth.away rename to one_time_codes", []);
});
