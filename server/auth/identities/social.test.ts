import { randomUUID } from "node:crypto";
import { decodeJwt, type JWTPayload } from "jose";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { flushMails } from "#server/auth/mails/auth-mails.service.ts";
import { withResolvers } from "#server/lib/with-resolvers.ts";
import { authClientOf } from "#server/testing/auth-client.ts";
import { type Defects, type ProviderPerson, startProvider } from "#server/testing/provider.ts";
import { testApp } from "#server/testing/test-app.ts";
import { sessionFor } from "#server/testing/tokens.ts";

const provider = await startProvider({ sub: "1" });
afterAll(() => provider.close());
const { fastify, db, app } = await testApp({ settings: { ...provider.settings, AUTH_MAIL_AUTOCONFIRM: "off" } });
const password = "violet teapots everywhere";

beforeEach(() => {
  provider.defects = {};
});

const newPerson = (given: Partial<ProviderPerson> = {}): Required<ProviderPerson> => {
  const sub = randomUUID();
  return { sub, email: `${sub}@example.com`, email_verified: true, name: "Mia Torres", ...given };
};

/** Runs the OAuth flow as one browser; returns the final redirect URL. */
async function travel(site: "google" | "facebook", person: ProviderPerson, from?: string): Promise<URL> {
  provider.person = person;
  const start =
    from ?? `/auth/v1/authorize?provider=${site}&redirect_to=${encodeURIComponent("http://localhost:3000/")}`;
  const left = await fastify.inject({ url: start });
  expect(left.statusCode).toBe(302);
  const back = await provider.agree(String(left.headers.location));
  const cookie = String(left.headers["set-cookie"]).split(";")[0] ?? "";
  const arrived = await fastify.inject({ url: `${back.pathname}${back.search}`, headers: { cookie } });
  expect(arrived.statusCode).toBe(302);
  return new URL(String(arrived.headers.location));
}

/** The parameters in the fragment. */
const recipients = (url: URL) => Object.fromEntries(new URLSearchParams(url.hash.slice(1)));

async function signedInAs(url: URL): Promise<{ id: string; email: string; app_metadata: Record<string, unknown> }> {
  const { access_token: token } = recipients(url);
  const answer = await fastify.inject({ url: "/auth/v1/user", headers: { authorization: `Bearer ${token}` } });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

test("Google signs a new person up with a profile, and in the next time", async () => {
  const person = newPerson({ name: "Zoë Fontaine" });
  const first = await signedInAs(await travel("google", person));
  expect(first).toMatchObject({ email: person.email, app_metadata: { provider: "google", providers: ["google"] } });
  const profile = await db
    .selectFrom("profiles")
    .select("username")
    .where("id", "=", first.id)
    .executeTakeFirstOrThrow();
  expect(profile.username).toMatch(/^zoe\.fontaine/);
  const second = await signedInAs(await travel("google", person));
  expect(second.id).toBe(first.id);
});

test("the client completes a flow with its verifier and keeps the provider's token", async () => {
  const client = authClientOf(fastify, { flowType: "pkce" });
  const { data } = await client.signInWithOAuth({
    provider: "google",
    options: { redirectTo: "http://localhost:3000/closet", skipBrowserRedirect: true },
  });
  const url = new URL(data.url ?? "");
  const end = await travel("google", newPerson(), `${url.pathname}${url.search}`);
  expect(`${end.origin}${end.pathname}`).toBe("http://localhost:3000/closet");
  expect(end.hash).toBe("");
  const code = end.searchParams.get("code") ?? "";
  const { data: signedIn, error } = await client.exchangeCodeForSession(code);
  expect(error).toBeNull();
  expect(signedIn.session?.provider_token).toBeTruthy();
  // The code is used up.
  const again = await fastify.inject({
    method: "POST",
    url: "/auth/v1/token?grant_type=pkce",
    payload: { auth_code: code, code_verifier: "x".repeat(43) },
  });
  expect(again.statusCode).toBe(404);
  expect(again.json()).toMatchObject({ error_code: "flow_state_not_found" });
});

test("an account is found by the provider's own id, never by the address alone [S-17]", async () => {
  const person = newPerson();
  const first = await signedInAs(await travel("google", person));
  const renamed = await signedInAs(await travel("google", { ...person, email: `new-${person.email}` }));
  expect(renamed.id).toBe(first.id);
  const stranger = await travel("google", newPerson({ email: person.email, email_verified: false }));
  expect(stranger.searchParams.get("error_code")).toBe("identity_already_exists");
});

test("a password on a provider's account is a way in of its own", async () => {
  const client = authClientOf(fastify, { flowType: "pkce" });
  const { data } = await client.signInWithOAuth({ provider: "google", options: { skipBrowserRedirect: true } });
  const url = new URL(data.url ?? "");
  const end = await travel("google", newPerson(), `${url.pathname}${url.search}`);
  await client.exchangeCodeForSession(end.searchParams.get("code") ?? "");
  expect((await client.updateUser({ password })).error).toBeNull();
  const { data: after } = await client.getUserIdentities();
  expect(after?.identities.map(({ provider }) => provider).toSorted()).toEqual(["email", "google"]);
  const google = after?.identities.find(({ provider }) => provider === "google");
  expect((google && (await client.unlinkIdentity(google)))?.error).toBeNull();
});

test("a proven address joins the account that proved it, and its password stays [S-17]", async () => {
  const person = newPerson();
  const client = authClientOf(fastify);
  const email = person.email;
  await client.signUp({ email, password });
  await flushMails(app);
  const code = /\b(\d{6})\b/.exec(app.outbox.list()[0]?.text ?? "")?.[1] ?? "";
  const { data } = await client.verifyOtp({ email, token: code, type: "signup" });
  const joined = await signedInAs(await travel("google", person));
  expect(joined.id).toBe(data.user?.id);
  expect(joined.app_metadata["providers"]).toEqual(["email", "google"]);
  expect((await client.signInWithPassword({ email, password })).error).toBeNull();
});

test("Facebook never joins or doubles an account by its address, and keeps it out of a new one", async () => {
  const known = newPerson();
  await signedInAs(await travel("google", known));
  const end = await travel("facebook", newPerson({ email: known.email }));
  expect(recipients(end)).toMatchObject({ error: "access_denied", error_code: "identity_already_exists" });
  expect(end.searchParams.get("error_code")).toBe("identity_already_exists");
  const fresh = newPerson();
  const user = await signedInAs(await travel("facebook", fresh));
  expect(user).toMatchObject({ email: "", app_metadata: { provider: "facebook" } });
  expect((await signedInAs(await travel("facebook", fresh))).id).toBe(user.id);
});

test("an account made in advance with the victim's address gives its maker nothing [S-19]", async () => {
  const victim = newPerson();
  const email = victim.email;
  const attacker = authClientOf(fastify);
  await attacker.signUp({ email, password });
  const before = await db.selectFrom("auth.users").selectAll().where("email", "=", email).executeTakeFirstOrThrow();
  const kept = await sessionFor(app, before.id);
  const user = await signedInAs(await travel("google", victim));
  expect(user.app_metadata["providers"]).toEqual(["google"]);
  expect((await attacker.signInWithPassword({ email, password })).error?.code).toBe("invalid_credentials");
  const refreshed = await fastify.inject({
    method: "POST",
    url: "/auth/v1/token?grant_type=refresh_token",
    payload: { refresh_token: kept.refresh_token },
  });
  expect(refreshed.json()).toMatchObject({ error_code: "refresh_token_not_found" });
});

const wrongClaims: [string, (claims: JWTPayload) => JWTPayload][] = [
  ["another issuer", (claims) => ({ ...claims, iss: "https://evil.example" })],
  ["another client", (claims) => ({ ...claims, aud: "somebody-else" })],
  ["a second client without azp", (claims) => ({ ...claims, aud: [String(claims.aud), "other"], azp: "other" })],
  ["an end in the past", (claims) => ({ ...claims, exp: Number(claims.iat) - 600, iat: Number(claims.iat) - 1_200 })],
  ["no end", ({ exp: _exp, ...claims }) => claims],
  ["no subject", ({ sub: _sub, ...claims }) => claims],
  ["another nonce", (claims) => ({ ...claims, nonce: "another" })],
  ["no nonce", ({ nonce: _nonce, ...claims }) => claims],
];
const wrongTokens: [string, Defects][] = [
  ...wrongClaims.map(([name, claims]): [string, Defects] => [name, { claims }]),
  ["a signature by another key", { signature: "alien" }],
  ["no signature", { signature: "none" }],
  ["an HMAC with the client's secret", { signature: "hmac" }],
];
test.each(wrongTokens)("an ID token with %s is refused [S-18]", async (_name, defects) => {
  provider.defects = defects;
  const person = newPerson();
  const end = await travel("google", person);
  expect(recipients(end)).toMatchObject({ error: "server_error", error_code: "unexpected_failure" });
  expect(await db.selectFrom("auth.identities").select("id").where("provider_id", "=", person.sub).execute()).toEqual(
    [],
  );
});

test("a state works once, in the browser that began, and not for long [S-11]", async () => {
  provider.person = newPerson();
  const left = await fastify.inject({ url: "/auth/v1/authorize?provider=google" });
  const back = await provider.agree(String(left.headers.location));
  const cookie = String(left.headers["set-cookie"]).split(";")[0] ?? "";
  expect(String(left.headers["set-cookie"])).toMatch(/HttpOnly; SameSite=Lax/);
  const arrive = (headers: Record<string, string>) =>
    fastify.inject({ url: `${back.pathname}${back.search}`, headers });
  const elsewhere = await arrive({});
  expect(String(elsewhere.headers.location)).toMatch(
    /^http:\/\/localhost:3000\/\?error=invalid_request&error_code=bad_oauth_state/,
  );
  const first = await arrive({ cookie });
  expect(recipients(new URL(String(first.headers.location)))["access_token"]).toBeTruthy();
  const second = await arrive({ cookie });
  expect(String(second.headers.location)).toContain("bad_oauth_state");
  const invented = await fastify.inject({ url: `/auth/v1/callback?code=x&state=${randomUUID()}` });
  expect(String(invented.headers.location)).toContain("bad_oauth_state");
});

test("who refuses at the provider comes back with the reason", async () => {
  const left = await fastify.inject({
    url: "/auth/v1/authorize?provider=google&redirect_to=http://localhost:3000/auth",
  });
  const state = new URL(String(left.headers.location)).searchParams.get("state");
  const cookie = String(left.headers["set-cookie"]).split(";")[0] ?? "";
  const arrived = await fastify.inject({
    url: `/auth/v1/callback?error=access_denied&state=${state}`,
    headers: { cookie },
  });
  const end = new URL(String(arrived.headers.location));
  expect(end.pathname).toBe("/auth");
  expect(recipients(end)).toMatchObject({ error: "access_denied", error_code: "bad_oauth_callback" });
});

/** A browser that agreed at Facebook; `arrive` brings it back. */
async function agreedAtFacebook(person: ProviderPerson) {
  provider.person = person;
  const left = await fastify.inject({
    url: "/auth/v1/authorize?provider=facebook&redirect_to=http://localhost:3000/auth",
  });
  const back = await provider.agree(String(left.headers.location));
  const cookie = String(left.headers["set-cookie"]).split(";")[0] ?? "";
  return { arrive: () => fastify.inject({ url: `${back.pathname}${back.search}`, headers: { cookie } }) };
}

test("an unexpected failure leads back with its reason, on the way to a provider and from it", async () => {
  const person = newPerson();
  const { arrive } = await agreedAtFacebook(person);
  await app.pool.query(`create function refuse_row() returns trigger language plpgsql as
    $$ begin raise exception 'Not now'; end $$`);
  await app.pool.query("create trigger refuse_row before insert on auth.flows execute function refuse_row()");
  await app.pool.query("create trigger refuse_row before insert on auth.identities execute function refuse_row()");
  const left = await fastify.inject({
    url: "/auth/v1/authorize?provider=google&redirect_to=http://localhost:3000/auth",
  });
  const arrived = await arrive();
  await app.pool.query("drop function refuse_row() cascade");
  for (const { statusCode, headers } of [left, arrived]) {
    const end = new URL(String(headers.location));
    expect([statusCode, end.pathname]).toEqual([302, "/auth"]);
    expect(recipients(end)).toMatchObject({ error: "server_error", error_code: "unexpected_failure" });
    expect(end.href).not.toContain("Not");
  }
});

test("a provider that answers too late signs nobody in unseen", async () => {
  const person = newPerson();
  const { arrive } = await agreedAtFacebook(person);
  const { facebook } = app.socials;
  if (!facebook) throw new Error("Facebook was expected");
  const exchange = facebook.exchange.bind(facebook);
  const { promise: isLate, resolve: answer } = withResolvers<void>();
  const exchanged: Promise<unknown>[] = [];
  vi.spyOn(facebook, "exchange").mockImplementationOnce((given) => {
    const late = isLate.then(() => exchange(given));
    exchanged.push(late);
    return late;
  });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const arriving = arrive();
  await expect.poll(() => exchanged).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(9_000);
  vi.useRealTimers();
  const end = new URL(String((await arriving).headers.location));
  expect(recipients(end)).toMatchObject({ error: "server_error", error_code: "unexpected_failure" });
  answer();
  await Promise.all(exchanged);
  await flushMails(app);
  expect(await db.selectFrom("auth.identities").select("id").where("provider_id", "=", person.sub).execute()).toEqual(
    [],
  );
});

test("the caller cannot choose client, way back, state or challenge towards the provider", async () => {
  const left = await fastify.inject({
    url: "/auth/v1/authorize?provider=google&client_id=evil&redirect_uri=https://evil.example&state=evil&response_type=token&code_challenge=&prompt=consent&scopes=calendar",
  });
  const url = new URL(String(left.headers.location));
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    client_id: provider.clientId,
    redirect_uri: "http://localhost:3000/auth/v1/callback",
    response_type: "code",
    prompt: "consent",
    scope: "openid email profile calendar",
  });
  expect(url.searchParams.get("state")).not.toBe("evil");
});

test("an unknown provider is refused in JSON", async () => {
  const answer = await fastify.inject({ url: "/auth/v1/authorize?provider=myspace" });
  expect(answer.statusCode).toBe(400);
  expect(answer.json().msg).toMatch(/^Unsupported provider:/);
});

test("a member links Google, cannot link somebody else's, and unlinks all but the last", async () => {
  const client = authClientOf(fastify, { flowType: "pkce" });
  const email = `${randomUUID()}@example.com`;
  await client.signUp({ email, password });
  await flushMails(app);
  const code = /\b(\d{6})\b/.exec(app.outbox.list()[0]?.text ?? "")?.[1] ?? "";
  await client.verifyOtp({ email, token: code, type: "email" });
  const { data: session } = await client.getSession();
  const link = async (person: ProviderPerson) => {
    provider.person = person;
    const asked = await fastify.inject({
      url: "/auth/v1/user/identities/authorize?provider=google&skip_http_redirect=true&redirect_to=http://localhost:3000/settings",
      headers: { authorization: `Bearer ${session.session?.access_token}` },
    });
    expect(asked.statusCode).toBe(200);
    const back = await provider.agree(asked.json().url);
    const cookie = String(asked.headers["set-cookie"]).split(";")[0] ?? "";
    const arrived = await fastify.inject({ url: `${back.pathname}${back.search}`, headers: { cookie } });
    return new URL(String(arrived.headers.location));
  };
  const taken = newPerson();
  await travel("google", taken);
  expect(recipients(await link(taken))["error_code"]).toBe("identity_already_exists");
  const linked = recipients(await link(newPerson()))["access_token"] ?? "";
  // In the session that asked, which is the only one.
  const sessions = await db
    .selectFrom("auth.sessions")
    .select("id")
    .where("user_id", "=", session.session?.user.id ?? "")
    .execute();
  expect(sessions.map(({ id }) => id)).toEqual([decodeJwt(linked)["session_id"]]);
  const { data: identities } = await client.getUserIdentities();
  expect(identities?.identities.map((identity) => identity.provider)).toEqual(["email", "google"]);
  const [first, second] = identities?.identities ?? [];
  if (!first || !second) throw new Error("two identities were expected");
  expect((await client.unlinkIdentity(second)).error).toBeNull();
  expect((await client.unlinkIdentity(first)).error?.code).toBe("single_identity_not_deletable");
  await flushMails(app);
  const subjects = app.outbox
    .list()
    .filter((item) => item.to === email)
    .map((item) => item.subject);
  expect(subjects).toContain("A sign-in method was added to your Fash account");
  expect(subjects).toContain("A sign-in method was removed from your Fash account");
});

test("a link that a session began ends with that session, before and after the way to the provider", async () => {
  const owner = await signedInAs(await travel("google", newPerson()));
  const end = (token: string) =>
    db
      .deleteFrom("auth.sessions")
      .where("id", "=", String(decodeJwt(token)["session_id"]))
      .execute();
  const begin = async () => {
    const { access_token: token } = await sessionFor(app, owner.id);
    const asked = await fastify.inject({
      url: "/auth/v1/user/identities/authorize?provider=facebook&skip_http_redirect=true",
      headers: { authorization: `Bearer ${token}` },
    });
    provider.person = newPerson();
    const back = await provider.agree(asked.json().url);
    const cookie = String(asked.headers["set-cookie"]).split(";")[0] ?? "";
    return { token, arrive: () => fastify.inject({ url: `${back.pathname}${back.search}`, headers: { cookie } }) };
  };
  const stopped = await begin();
  await end(stopped.token);
  expect(String((await stopped.arrive()).headers.location)).toContain("bad_oauth_state");
  // Ended while the provider is asked.
  const late = await begin();
  const { facebook } = app.socials;
  if (!facebook) throw new Error("Facebook was expected");
  const exchange = facebook.exchange.bind(facebook);
  vi.spyOn(facebook, "exchange").mockImplementationOnce(async (given) => {
    await end(late.token);
    return exchange(given);
  });
  expect(String((await late.arrive()).headers.location)).toContain("session_not_found");
  const identities = await db
    .selectFrom("auth.identities")
    .select("provider")
    .where("user_id", "=", owner.id)
    .execute();
  expect(identities).toEqual([{ provider: "google" }]);
});
