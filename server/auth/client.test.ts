import { randomUUID } from "node:crypto";
import { generateKeyPair, exportJWK, SignJWT } from "jose";
import { Secret, TOTP } from "otpauth";
import { expect, test } from "vitest";
import { AuthAdminApi } from "@supabase/auth-js";
import { flushMails } from "#server/auth/mails/auth-mails.service.ts";
import { authClientOf } from "#server/testing/auth-client.ts";
import { got, newPhone, readProfile, refusal } from "#server/testing/conformance.ts";
import { testApp } from "#server/testing/test-app.ts";

const pair = await generateKeyPair("RS256", { extractable: true });
const verificationKey = { ...(await exportJWK(pair.publicKey)), alg: "RS256" };
const serviceToken = await new SignJWT({ role: "service_role" })
  .setProtectedHeader({ alg: "RS256" })
  .setIssuedAt()
  .sign(pair.privateKey);

const on = await testApp({ settings: { AUTH_VERIFICATION_KEYS: JSON.stringify([verificationKey]) } });
const off = await testApp({ settings: { AUTH_MAIL_AUTOCONFIRM: "off" } });
const password = "violet teapots everywhere";
const newEmail = () => `${randomUUID()}@example.com`;

test("the client signs up, signs in, refreshes, changes itself and signs out", async () => {
  const client = authClientOf(on.fastify);
  const email = newEmail();
  const { data: signedUp, error } = await client.signUp({ email, password, options: { data: { username: "Ada" } } });
  expect(error).toBeNull();
  expect(signedUp.session?.user.app_metadata).toMatchObject({ provider: "email", providers: ["email"] });
  const { data: refreshed, error: refreshError } = await client.refreshSession();
  expect(refreshError).toBeNull();
  expect(refreshed.session?.refresh_token).not.toBe(signedUp.session?.refresh_token);
  const { data: updated, error: updateError } = await client.updateUser({ data: { hello: "world" } });
  expect(updateError).toBeNull();
  expect(updated.user?.user_metadata).toMatchObject({ hello: "world" });
  const { data: claims } = await client.getClaims();
  expect(claims?.claims.email).toBe(email);
  expect((await client.signOut()).error).toBeNull();
  expect((await client.signInWithPassword({ email, password })).error).toBeNull();
  expect((await client.signInWithPassword({ email, password: "wrong password" })).error?.code).toBe(
    "invalid_credentials",
  );
  expect((await client.signUp({ email, password })).error?.message).toBe("User already registered");
});

test("the client confirms by mail, and recovers by link with a code verifier", async () => {
  const client = authClientOf(off.fastify, { flowType: "pkce" });
  const email = newEmail();
  const { data, error } = await client.signUp({ email, password });
  expect(error).toBeNull();
  expect(data.session).toBeNull();
  expect((await client.signInWithPassword({ email, password })).error?.code).toBe("email_not_confirmed");
  await flushMails(off.app);
  const code = /\b(\d{6})\b/.exec(off.app.outbox.list()[0]?.text ?? "")?.[1] ?? "";
  expect((await client.verifyOtp({ email, token: code, type: "email" })).error).toBeNull();
  await client.signOut();

  const asked = await client.resetPasswordForEmail(email, { redirectTo: "http://localhost:3000/change-password" });
  expect(asked.error).toBeNull();
  await flushMails(off.app);
  const link = /http:\/\/localhost:3000\/auth\/v1\/verify\S+/.exec(off.app.outbox.list()[0]?.text ?? "")?.[0] ?? "";
  const answer = await off.fastify.inject({ url: new URL(link).pathname + new URL(link).search });
  expect(answer.statusCode).toBe(303);
  const target = new URL(String(answer.headers.location));
  expect(target.pathname).toBe("/change-password");
  const exchanged = await client.exchangeCodeForSession(target.searchParams.get("code") ?? "");
  expect(exchanged.error).toBeNull();
  expect((await client.updateUser({ password: "another long password" })).error).toBeNull();
  expect((await client.signInWithPassword({ email, password: "another long password" })).error).toBeNull();
});

test("a link opened elsewhere leaves the code of its mail, which then works once", async () => {
  const read = async () => {
    await flushMails(off.app);
    const text = off.app.outbox.list()[0]?.text ?? "";
    return { code: /\b(\d{6})\b/.exec(text)?.[1] ?? "", link: new URL(/http\S+\/verify\S+/.exec(text)?.[0] ?? "") };
  };
  const open = async (link: URL) => {
    const { headers } = await off.fastify.inject({ url: link.pathname + link.search });
    return new URL(String(headers.location)).searchParams.get("code");
  };
  const client = authClientOf(off.fastify, { flowType: "pkce" });
  const email = newEmail();
  await client.signUp({ email, password });
  const first = await read();
  const authCode = await open(first.link);
  expect(authCode).not.toBeNull();
  expect(await open(first.link)).toBeNull();
  expect((await client.verifyOtp({ email, token: first.code, type: "email" })).error).toBeNull();
  expect((await client.exchangeCodeForSession(authCode ?? "")).error?.code).toBe("flow_state_not_found");
  expect((await client.verifyOtp({ email, token: first.code, type: "email" })).error?.code).toBe("otp_expired");

  await client.signInWithOtp({ email });
  const second = await read();
  expect((await client.exchangeCodeForSession((await open(second.link)) ?? "")).error).toBeNull();
  expect((await client.verifyOtp({ email, token: second.code, type: "email" })).error?.code).toBe("otp_expired");
});

test("the client signs in by a code to a phone", async () => {
  const client = authClientOf(off.fastify);
  expect((await client.signInWithOtp({ phone: "+919876543210" })).error).toBeNull();
  const text = off.app.outbox.list()[0]?.text ?? "";
  const code = /^(\d{4}) /.exec(text)?.[1] ?? "";
  const { data, error } = await client.verifyOtp({ phone: "+919876543210", token: code, type: "sms" });
  expect(error).toBeNull();
  expect(data.user?.phone).toBe("919876543210");
});

test("the client adds an authenticator app, and signs in with it", async () => {
  const client = authClientOf(on.fastify);
  const email = newEmail();
  await client.signUp({ email, password });
  const { data: factor, error } = await client.mfa.enroll({ factorType: "totp", friendlyName: "My phone" });
  expect(error).toBeNull();
  if (!factor) return;
  expect(factor.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/);
  const totp = new TOTP({ secret: Secret.fromBase32(factor.totp.secret) });
  const { error: verifyError } = await client.mfa.challengeAndVerify({ factorId: factor.id, code: totp.generate() });
  expect(verifyError).toBeNull();
  const { data: level } = await client.mfa.getAuthenticatorAssuranceLevel();
  expect(level).toMatchObject({ currentLevel: "aal2", nextLevel: "aal2" });
  expect((await client.mfa.unenroll({ factorId: factor.id })).error).toBeNull();
  expect((await client.mfa.listFactors()).data?.all).toEqual([]);
});

test("a trusted service manages users", async () => {
  const admin = new AuthAdminApi({
    url: "http://localhost:3000/auth/v1",
    headers: { authorization: `Bearer ${serviceToken}` },
    fetch: authClientOf(on.fastify)["fetch"] as typeof fetch,
  });
  const email = newEmail();
  const { data, error } = await admin.createUser({ email, password, app_metadata: { roles: ["editor"] } });
  expect(error).toBeNull();
  const id = data.user?.id ?? "";
  expect(data.user?.app_metadata).toMatchObject({ provider: "email", roles: ["editor"] });
  const listed = await admin.listUsers();
  expect(listed.data.users.map((user) => user.id)).toContain(id);
  expect((await admin.listUsers({ page: -1 })).error).not.toBeNull();
  const link = await admin.generateLink({
    type: "magiclink",
    email,
    options: { redirectTo: "http://localhost:9999/welcome" },
  });
  expect(link.error).toBeNull();
  expect(link.data.properties?.action_link).toMatch(/type=magiclink&redirect_to=http:\/\/localhost:9999\/welcome/);
  expect((await admin.updateUserById(id, { email: `new_${email}` })).data.user?.email).toBe(`new_${email}`);
  expect((await admin.deleteUser(id)).error).toBeNull();
  expect((await admin.getUserById(id)).error?.code).toBe("user_not_found");
  expect((await admin.inviteUserByEmail(newEmail())).data.user).toHaveProperty("invited_at");
});

test("with sign-up switched off members still come in, and nobody new", async () => {
  const settings = { ...(await readProfile()), SMS_PROVIDER: "", AUTH_SIGNUP: "off", AUTH_SMS_AUTOCONFIRM: "on" };
  const { fastify } = await testApp({ settings, databaseUrl: on.databaseUrl });
  const email = newEmail();
  await got(authClientOf(on.fastify).signUp({ email, password }));
  const client = authClientOf(fastify, { basePath: "" });
  await got(client.signInWithPassword({ email, password }));
  const disabled = { status: 422, code: "signup_disabled" };
  expect(await refusal(client.signUp({ email: newEmail(), password }))).toEqual(disabled);
  expect(await refusal(client.signUp({ phone: newPhone(), password }))).toEqual(disabled);
  expect(await refusal(client.signInAnonymously())).toEqual(disabled);
  for (const address of [{ email: newEmail() }, { phone: newPhone() }]) {
    expect(await refusal(client.signInWithOtp(address))).toEqual({ status: 422, code: "otp_disabled" });
  }
  const recipients = (await fastify.inject({ url: "/settings" })).json();
  expect(recipients).toMatchObject({ disable_signup: true, phone_autoconfirm: true });
});
