// The profile of docs/auth.md, started as it says, and the client library with all that it has.
import { randomUUID } from "node:crypto";
import type { Session } from "@supabase/auth-js";
import { Secret, TOTP } from "otpauth";
import { expect, test } from "vitest";
import { factorRoutes } from "#server/auth/factors/factors.routes.ts";
import type { ServeAuth } from "#server/auth/http/auth-http.ts";
import { identityRoutes } from "#server/auth/identities/identities.routes.ts";
import {
  got,
  newPhone,
  readDocumentedCalls,
  refreshAt,
  refusal,
  shortPassword as password,
  signedUp,
  startConformance,
  textTo,
  toCallName,
  travel,
} from "#server/testing/conformance.ts";
import { newEmail } from "#server/testing/auth-api.ts";
import { serviceApiRoutes } from "./service-api/service-api.routes.ts";
import { authRoutes } from "./sign-in/sign-in.routes.ts";

const { open, confirming, provider, service, messages, database } = await startConformance();

test("health, settings and keys are there, with and without a path", async () => {
  for (const site of [open, confirming]) {
    expect(await (await site.fetch(`${site.url}/health`)).json()).toMatchObject({ name: "Fash", version: "1" });
    const settings = await (await site.fetch(`${site.url}/settings`)).json();
    expect(settings).toMatchObject({
      external: { email: true, phone: true, google: true, facebook: true, anonymous_users: true },
      disable_signup: false,
      mailer_autoconfirm: site === open,
      phone_autoconfirm: false,
      sms_provider: "webhook",
      saml_enabled: false,
    });
    const keys = await site.fetch(`${site.url}/.well-known/jwks.json`);
    expect(keys.headers.get("cache-control")).toBe("public, max-age=600");
  }
});

test("sign-up, sign-in, refresh, user, claims and the three sign-outs", async () => {
  const { client, email, session, user } = await signedUp(open);
  expect(user).toMatchObject({ email, phone: "", aud: "authenticated", role: "authenticated", is_anonymous: false });
  const { session: refreshed } = await got(client.refreshSession());
  expect(refreshed?.refresh_token).not.toBe(session.refresh_token);
  expect((await got(client.getUser())).user?.id).toBe(user.id);
  const claims = await got(client.getClaims());
  expect(claims?.header).toMatchObject({ alg: "ES256", typ: "JWT" });
  expect(claims?.claims).toMatchObject({
    sub: user.id,
    aal: "aal1",
    iss: "http://localhost/auth",
    role: "authenticated",
  });
  const { user: changed } = await got(client.updateUser({ data: { hello: "world", username: null } }));
  expect(changed?.user_metadata).toEqual({ hello: "world", email_verified: true });
  await got(client.updateUser({ password: "pass34" }));
  expect(await refusal(client.updateUser({ password: "pass34" }))).toEqual({ status: 422, code: "same_password" });
  expect(await refusal(client.updateUser({ email: newEmail() }))).toEqual({ status: 422, code: "validation_failed" });
  expect(await refusal(client.signUp({ email, password }))).toEqual({ status: 422, code: "user_already_exists" });
  expect(await refusal(client.signInWithPassword({ email, password }))).toEqual({
    status: 400,
    code: "invalid_credentials",
  });
  const devices = [open.client(), open.client()] as const;
  for (const device of devices) await got(device.signInWithPassword({ email, password: "pass34" }));
  expect((await devices[0].signOut({ scope: "local" })).error).toBeNull();
  expect((await client.getUser()).error).toBeNull();
  expect((await devices[1].signOut({ scope: "others" })).error).toBeNull();
  expect((await client.getUser()).error?.name).toBe("AuthSessionMissingError");
  expect((await devices[1].signOut()).error).toBeNull();
  expect((await got(devices[1].getSession())).session).toBeNull();
});

test("weak passwords come with their reasons, and anonymous members where they are on", async () => {
  const client = open.client();
  const { error } = await client.signUp({ email: newEmail(), password: "short" });
  expect(error).toMatchObject({ name: "AuthWeakPasswordError", reasons: ["length"] });
  const { user } = await got(client.signInAnonymously());
  expect(user).toMatchObject({ is_anonymous: true, email: "", identities: [] });
  expect(await refusal(client.mfa.enroll({ factorType: "totp" }))).toMatchObject({ status: 403 });
});

test("confirming by mail: refused before, sent again, by code and by link", async () => {
  const client = confirming.client();
  const email = newEmail();
  const { user, session } = await got(client.signUp({ email, password }));
  expect(user).toMatchObject({ email, identities: [] });
  expect(session).toBeNull();
  expect(await refusal(client.signInWithPassword({ email, password }))).toEqual({
    status: 400,
    code: "email_not_confirmed",
  });
  await confirming.nextMail(email);
  await got(client.resend({ type: "signup", email }));
  const { code, link } = await confirming.nextMail(email);
  expect(await refusal(client.verifyOtp({ type: "signup", email, token: code === "000000" ? "1" : "000000" }))).toEqual(
    {
      status: 403,
      code: "otp_expired",
    },
  );
  expect((await got(client.verifyOtp({ type: "signup", email, token: code }))).user?.id).toBe(user?.id);
  const again = await confirming.fetch(link);
  expect(again.status).toBe(303);
  expect(again.headers.get("location")).toMatch(
    /#error=access_denied&error_code=otp_expired&error_description=Email\+link/,
  );
});

test("recovery: PKCE to a code, implicit to tokens, and the token's hash", async () => {
  const { client, email } = await signedUp(open, "pkce");
  await got(client.resetPasswordForEmail(email, { redirectTo: "http://localhost:5173/change-password" }));
  const followed = new URL((await open.fetch((await open.nextMail(email)).link)).headers.get("location") ?? "");
  expect(`${followed.origin}${followed.pathname}`).toBe("http://localhost:5173/change-password");
  const { session } = await got(client.exchangeCodeForSession(followed.searchParams.get("code") ?? ""));
  expect(session?.user.email).toBe(email);
  const implicit = open.client();
  await got(implicit.resetPasswordForEmail(email));
  const target = new URL((await open.fetch((await open.nextMail(email)).link)).headers.get("location") ?? "");
  const recipients = Object.fromEntries(new URLSearchParams(target.hash.slice(1))) as unknown as Session & {
    type: string;
  };
  expect(recipients).toMatchObject({ token_type: "bearer", type: "recovery" });
  await got(implicit.setSession(recipients));
  await got(implicit.updateUser({ password: "pass56" }));
  await got(implicit.resetPasswordForEmail(email));
  const tokenHash = (await open.nextMail(email)).link.searchParams.get("token") ?? "";
  await got(implicit.verifyOtp({ type: "recovery", token_hash: tokenHash }));
  expect((await implicit.reauthenticate()).error).toBeNull();
  const { code } = await open.nextMail(email);
  await got(implicit.updateUser({ password: "pass78", nonce: code }));
  const { session: changed } = await got(implicit.getSession());
  // Not in the library: proves the member in the same session.
  const proved = await open.fetch(`${open.url}/reauthenticate`, {
    method: "POST",
    headers: { authorization: `Bearer ${changed?.access_token}`, "content-type": "application/json" },
    body: JSON.stringify({ password: "pass78" }),
  });
  expect(proved.status).toBe(200);
});

test("one-time codes by mail and by phone, for new and known, and a new number", async () => {
  const email = newEmail();
  for (const isKnown of [false, true]) {
    const client = open.client();
    await got(client.signInWithOtp({ email }));
    const { code } = await open.nextMail(email);
    expect((await got(client.verifyOtp({ type: "email", email, token: code }))).user?.email).toBe(email);
    expect(isKnown ? await refusal(client.verifyOtp({ type: "email", email, token: code })) : null).toEqual(
      isKnown ? { status: 403, code: "otp_expired" } : null,
    );
  }
  const client = open.client();
  const [phone, other] = [newPhone(), newPhone()];
  expect(await got(client.signInWithOtp({ phone }))).toMatchObject({ messageId: "message-1" });
  await got(client.verifyOtp({ type: "sms", phone, token: textTo(messages, phone) }));
  await got(client.updateUser({ phone: other }));
  const before = messages.length;
  await got(client.resend({ type: "phone_change", phone: other }));
  await expect.poll(() => messages.length).toBeGreaterThan(before);
  expect(
    (await got(client.verifyOtp({ type: "phone_change", phone: other, token: textTo(messages, other) }))).user?.phone,
  ).toBe(other);
  expect(
    await refusal(open.client().signInWithOtp({ email: newEmail(), options: { shouldCreateUser: false } })),
  ).toEqual({
    status: 422,
    code: "otp_disabled",
  });
});

test("second steps: an authenticator and a phone, from enrolment to removal", async () => {
  const { client } = await signedUp(open);
  const factor = await got(client.mfa.enroll({ factorType: "totp", friendlyName: "app", issuer: "Fash" }));
  const totp = new TOTP({ secret: Secret.fromBase32(factor.totp.secret) });
  const challenge = await got(client.mfa.challenge({ factorId: factor.id }));
  const wrong = { factorId: factor.id, challengeId: challenge.id, code: "000000" };
  expect(await refusal(client.mfa.verify(wrong))).toEqual({ status: 422, code: "mfa_verification_failed" });
  const verified = await got(client.mfa.verify({ ...wrong, code: totp.generate() }));
  expect(verified.user.factors).toMatchObject([{ id: factor.id, status: "verified" }]);
  expect(await got(client.mfa.getAuthenticatorAssuranceLevel())).toMatchObject({
    currentLevel: "aal2",
    nextLevel: "aal2",
  });
  const phone = newPhone();
  const texted = await got(client.mfa.enroll({ factorType: "phone", phone, friendlyName: "phone" }));
  const asked = await got(client.mfa.challenge({ factorId: texted.id }));
  await got(client.mfa.verify({ factorId: texted.id, challengeId: asked.id, code: textTo(messages, phone) }));
  expect((await got(client.mfa.listFactors())).all).toHaveLength(2);
  for (const factorId of [texted.id, factor.id]) await got(client.mfa.unenroll({ factorId })).catch(() => undefined);
  expect(await refusal(client.mfa.unenroll({ factorId: randomUUID() }))).toMatchObject({
    code: "mfa_factor_not_found",
  });
});

test("social sign-in, linking and unlinking", async () => {
  provider.person = { sub: randomUUID(), email: newEmail(), email_verified: true, name: "Mia" };
  const client = confirming.client("pkce");
  const options = { redirectTo: "http://localhost:5173/", skipBrowserRedirect: true };
  const { url } = await got(client.signInWithOAuth({ provider: "google", options }));
  const end = await travel(confirming, provider, url ?? "");
  const { session } = await got(client.exchangeCodeForSession(end.searchParams.get("code") ?? ""));
  expect(session?.user.app_metadata).toMatchObject({ provider: "google", providers: ["google"] });
  expect(session?.provider_token).toBeTruthy();
  provider.person = { sub: randomUUID(), email: newEmail(), name: "Mia" };
  const asked = await confirming.fetch(
    `${confirming.url}/user/identities/authorize?provider=facebook&skip_http_redirect=true`,
    {
      headers: { authorization: `Bearer ${session?.access_token}` },
    },
  );
  const { url: linkUrl } = (await asked.json()) as { url: string };
  await travel(confirming, provider, linkUrl, asked.headers.get("set-cookie")?.split(";")[0]);
  expect((await got(client.linkIdentity({ provider: "facebook", options }))).url).toContain(provider.issuer);
  const { identities } = await got(client.getUserIdentities());
  expect(identities.map((identity) => identity.provider)).toEqual(["google", "facebook"]);
  const [google, facebook] = identities;
  if (!google || !facebook) throw new Error("two identities were expected");
  await got(client.unlinkIdentity(facebook));
  expect(await refusal(client.unlinkIdentity(google))).toEqual({ status: 422, code: "single_identity_not_deletable" });
  const form = new URLSearchParams({ state: randomUUID(), code: "x" });
  const posted = await confirming.fetch(`${confirming.url}/callback`, { method: "POST", body: form });
  expect(posted.headers.get("location")).toContain("error_code=bad_oauth_state");
});

test("what is not built is refused with its own code", async () => {
  const client = open.client();
  expect(await refusal(client.signInWithIdToken({ provider: "google", token: "x.y.z" }))).toMatchObject({
    status: 400,
  });
  expect(await refusal(client.signInWithSSO({ domain: "example.com" }))).toEqual({
    status: 404,
    code: "saml_provider_disabled",
  });
  const post = async (address: string, body: object) => {
    const headers = { "content-type": "application/json" };
    return (await open.fetch(`${open.url}${address}`, { method: "POST", headers, body: JSON.stringify(body) })).json();
  };
  expect(await post("/token?grant_type=web3", {})).toMatchObject({ code: 422, error_code: "web3_provider_disabled" });
  expect(await post("/token?grant_type=toString", {})).toMatchObject({ code: 400, error_code: "invalid_credentials" });
  expect(await post("/magiclink", { email: newEmail() })).toEqual({});
});

test("a service manages members, their factors and their links", async () => {
  const admin = open.admin(service.token);
  const email = newEmail();
  const { user } = await got(admin.createUser({ email, password, email_confirm: true, app_metadata: { plan: "pro" } }));
  const id = user?.id ?? "";
  expect((await got(admin.getUserById(id))).user).toMatchObject({
    email,
    app_metadata: { provider: "email", plan: "pro" },
  });
  expect((await got(admin.listUsers({ page: 1, perPage: 3 }))).users[0]?.id).toBe(id);
  expect((await admin.listUsers({ page: -1 })).error).toMatchObject({ status: 400 });
  const changed = await got(admin.updateUserById(id, { user_metadata: { a: 1 }, ban_duration: "1h" }));
  expect(changed.user).toMatchObject({ user_metadata: { a: 1 } });
  expect(await refusal(open.client().signInWithPassword({ email, password }))).toEqual({
    status: 400,
    code: "user_banned",
  });
  await got(admin.updateUserById(id, { ban_duration: "none", password: "pass34" }));
  const client = open.client();
  await got(client.signInWithPassword({ email, password: "pass34" }));
  const factor = await got(client.mfa.enroll({ factorType: "totp" }));
  expect((await got(admin.mfa.listFactors({ userId: id }))).factors).toMatchObject([{ id: factor.id }]);
  await got(admin.mfa.deleteFactor({ userId: id, id: factor.id }));
  for (const type of ["magiclink", "recovery"] as const) {
    const { properties } = await got(admin.generateLink({ type, email }));
    const verified = await got(open.client().verifyOtp({ type, token_hash: properties?.hashed_token ?? "" }));
    expect(verified.user?.id).toBe(id);
    expect((await admin.signOut(verified.session?.access_token ?? "", "local")).error).toBeNull();
  }
  const invited = await got(admin.inviteUserByEmail(newEmail(), { data: { username: "Guest" } }));
  expect(invited.user).toHaveProperty("invited_at");
  const signUp = await got(admin.generateLink({ type: "signup", email: newEmail(), password }));
  expect(signUp.properties?.verification_type).toBe("signup");
  await got(admin.deleteUser(id));
  expect(await refusal(admin.getUserById(id))).toEqual({ status: 404, code: "user_not_found" });
  expect(await refusal(open.admin("x").listUsers())).toMatchObject({ status: 403 });
});

test("two server processes at once rotate one token, and reuse ends the session in both [S-24]", async () => {
  const { session } = await signedUp(open);
  const first = session.refresh_token;
  const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => refreshAt(n % 2 ? open : confirming, first)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const [second, ...rest] = new Set(answers.map(({ body }) => body.refresh_token));
  expect(rest).toEqual([]);
  const { body: third } = await refreshAt(confirming, second ?? "");
  await database.pool.query("update auth.sessions set refreshed_at = refreshed_at - interval '11 seconds'");
  expect((await refreshAt(open, first)).body.code).toBe("refresh_token_already_used");
  expect((await refreshAt(confirming, third.refresh_token)).body.code).toBe("refresh_token_not_found");
});

test("every call is documented, every documented call exists, and the tests above made each", async () => {
  const bound = new Set<string>();
  const collect: ServeAuth = (method, address) => void bound.add(toCallName(method, address));
  for (const routes of [authRoutes, identityRoutes, factorRoutes, serviceApiRoutes]) routes(collect);
  const documented = await readDocumentedCalls();
  expect(documented).toEqual([...bound].toSorted());
  expect(documented.filter((callAuth) => !open.called.has(callAuth) && !confirming.called.has(callAuth))).toEqual([]);
});

test("no line of the servers' logs holds a password, token or code [S-30]", () => {
  const secrets = [...open.secrets, ...confirming.secrets];
  expect(secrets.length).toBeGreaterThan(60);
  for (const { printed } of [open, confirming]) {
    const lines = printed();
    expect(lines).toContain("/token");
    // A code of digits alone may stand by chance inside a longer number, such as a time.
    const found = secrets.filter((secret) =>
      /^\d+$/.test(secret) ? new RegExp(`(?<![\\d.])${secret}(?!\\d)`).test(lines) : lines.includes(secret),
    );
    expect(found).toEqual([]);
    expect(lines).not.toContain("grant_type");
  }
});
