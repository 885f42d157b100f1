import { createHmac, createSign, generateKeyPairSync, randomUUID } from "node:crypto";
import { decodeJwt, decodeProtectedHeader, exportJWK, importJWK, type JWK, type JWTPayload, SignJWT } from "jose";
import { expect, test } from "vitest";
import { flushMails } from "#server/auth/mails/auth-mails.service.ts";
import { movableClock } from "#server/testing/clock.ts";
import { buildUser } from "#server/testing/factories.ts";
import { callAuth, confirmedUser, newEmail, newestMail, serviceKey, signUp } from "#server/testing/auth-api.ts";
import { type TestApp, testApp } from "#server/testing/test-app.ts";
import { recallViewerByHeader } from "./viewers.service.ts";
import { sessionFor, tokenFor } from "#server/testing/tokens.ts";
import { getKeyRing } from "./signing-keys.service.ts";

const service = await serviceKey();
const clock = movableClock();
const plain = await testApp({ app: { clock } });
const trusting = await testApp({ settings: { AUTH_VERIFICATION_KEYS: service.setting } });
const { db, app } = plain;
const { id } = await buildUser(db);
const right = await tokenFor(app, id);
const { signing } = await getKeyRing(app);

/** The right token with other claims or another header, signed by the server's own key. */
const sign = (claims: JWTPayload, header: Record<string, unknown> = {}) =>
  new SignJWT({ ...decodeJwt(right), ...claims })
    .setProtectedHeader({ alg: "ES256", kid: signing.kid, typ: "JWT", ...header })
    .sign(signing.privateKey);
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");

/** Which of the sign-in API and the product's own calls let this token in; the feed checks sessions in a statement of its own. */
async function openedBy(token: string, home: TestApp = plain): Promise<string[]> {
  const user = await callAuth(home, "GET", "/user", undefined, { token });
  const ask = async (url: string) =>
    (await home.fastify.inject({ url, headers: { authorization: `Bearer ${token}` } })).statusCode;
  return [
    ...(user.status === 403 && user.body.code === "bad_jwt" ? [] : ["sign-in"]),
    ...((await ask("/api/me")) === 401 ? [] : ["data"]),
    ...((await ask("/api/outfits")) === 401 ? [] : ["feed"]),
  ];
}

test("the token that the tests below spoil is good", async () => {
  expect(await openedBy(await sign({}))).toEqual(["sign-in", "data", "feed"]);
});

const publicPem = async () => {
  const key = await importJWK({ ...signing.publicJwk }, "ES256", { extractable: true });
  if (key instanceof Uint8Array) throw new Error("a public key was expected");
  const jwk = JSON.stringify(await exportJWK(key));
  return [jwk, JSON.stringify(signing.publicJwk), String(signing.publicJwk.x)];
};

test("HS256 with anything public as its secret is refused [S-31]", async () => {
  for (const secret of await publicPem()) {
    const head = `${encode({ alg: "HS256", kid: signing.kid, typ: "JWT" })}.${encode(decodeJwt(right))}`;
    expect(await openedBy(`${head}.${createHmac("sha256", secret).update(head).digest("base64url")}`)).toEqual([]);
  }
});

test.each(["none", "None", "NONE", "nOnE"])("alg %s is refused [S-31]", async (alg) => {
  expect(await openedBy(`${encode({ alg, kid: signing.kid, typ: "JWT" })}.${encode(decodeJwt(right))}.`)).toEqual([]);
  const [, , signature] = right.split(".");
  expect(
    await openedBy(`${encode({ alg, kid: signing.kid, typ: "JWT" })}.${encode(decodeJwt(right))}.${signature}`),
  ).toEqual([]);
});

test("keys that a token names or carries are never used [S-31]", async () => {
  const alien = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const jwk = alien.publicKey.export({ format: "jwk" }) as JWK;
  const kid = randomUUID();
  for (const header of [
    { jwk },
    { jku: "https://evil.example/jwks.json" },
    { x5u: "https://evil.example/cert.pem" },
    { kid: signing.kid, jwk },
    { kid: "../../../dev/null" },
    { kid: "__proto__" },
    {},
  ]) {
    const head = `${encode({ alg: "ES256", kid, typ: "JWT", ...header })}.${encode(decodeJwt(right))}`;
    const signature = createSign("sha256").update(head).sign({ key: alien.privateKey, dsaEncoding: "ieee-p1363" });
    expect(await openedBy(`${head}.${signature.toString("base64url")}`)).toEqual([]);
  }
});

test("a token without kid, with critical headers or of another type is refused [S-31]", async () => {
  expect(await openedBy(await sign({}, { kid: undefined }))).toEqual([]);
  expect(await openedBy(await sign({}, { typ: "at+jwt" }))).toEqual([]);
  const [head, body] = [encode({ ...decodeProtectedHeader(right), crit: ["b64"], b64: true }), right.split(".")[1]];
  expect(await openedBy(`${head}.${body}.${right.split(".")[2]}`)).toEqual([]);
});

test("a token is refused in any other spelling, also once it is known [S-31]", async () => {
  const [head, body, signature = ""] = (await sign({})).split(".");
  expect(await openedBy(`${head}.${body}.${signature}`)).toEqual(["sign-in", "data", "feed"]);
  const spaced = `${signature.slice(0, 40)}${" ".repeat(8_000)}${signature.slice(40)}`;
  for (const other of [spaced, ` ${signature}`, `${signature}==`, `${signature.slice(0, 9)}\t${signature.slice(9)}`])
    for (const url of ["/auth/v1/user", "/api/me", "/api/outfits"]) {
      const headers = { authorization: `Bearer ${head}.${body}.${other}` };
      expect([401, 403]).toContain((await plain.fastify.inject({ url, headers })).statusCode);
    }
});

test("a known signature, or its end, opens nothing under other contents [S-31]", async () => {
  const [head, , signature = ""] = right.split(".");
  expect(await openedBy(right)).toEqual(["sign-in", "data", "feed"]);
  const changed = encode({ ...decodeJwt(right), iat: nowS() - 100 });
  expect(await openedBy(`${head}.${changed}.${signature}`)).toEqual([]);
  const own = (await sign({ iat: nowS() - 200 })).split(".")[2] ?? "";
  expect(await openedBy(`${head}.${changed}.${own.slice(0, -43)}${signature.slice(-43)}`)).toEqual([]);
  expect(await openedBy(right)).toEqual(["sign-in", "data", "feed"]);
});

const nowS = () => Math.floor(clock.now().getTime() / 1_000);
test.each([
  ["ended a minute ago", () => ({ exp: nowS() - 61 })],
  ["no end", () => ({ exp: undefined })],
  ["another issuer", () => ({ iss: "https://evil.example" })],
  ["no issuer", () => ({ iss: undefined })],
  ["another audience", () => ({ aud: "somebody" })],
  ["no audience", () => ({ aud: undefined })],
  ["another role", () => ({ role: "service_role" })],
  ["no role", () => ({ role: undefined })],
  ["no subject", () => ({ sub: undefined })],
  ["a subject that is no id", () => ({ sub: "1 or 1=1" })],
  ["no session", () => ({ session_id: undefined })],
  ["a start in the future", () => ({ nbf: nowS() + 120 })],
])("a well-signed token with %s is refused [S-32]", async (_name, claims) => {
  expect(await openedBy(await sign(claims() as JWTPayload))).toEqual([]);
});

test("another member's subject on one's own session is refused [S-32]", async () => {
  const { id: other } = await buildUser(db);
  const token = await sign({ sub: other });
  expect((await callAuth(plain, "GET", "/user", undefined, { token })).status).toBe(403);
  for (const url of ["/api/me", "/api/outfits"]) {
    const data = await plain.fastify.inject({ url, headers: { authorization: `Bearer ${token}` } });
    expect(data.statusCode).toBe(401);
  }
});

test("a token that was good is refused once its hour and a minute are over [S-32]", async () => {
  const token = await tokenFor(app, id);
  clock.advance(3_599);
  expect((await callAuth(plain, "GET", "/user", undefined, { token })).status).toBe(200);
  clock.advance(61);
  expect(await openedBy(token)).toEqual([]);
});

test("a read begins early only for a token that has not expired, under its own scheme [S-32]", async () => {
  const token = await tokenFor(app, id);
  const recall = (scheme: string) => recallViewerByHeader(app, `${scheme} ${token}`)?.userId;
  expect(recall("Bearer")).toBeUndefined();
  expect(await openedBy(token)).toEqual(["sign-in", "data", "feed"]);
  expect([recall("Bearer"), recall("bearer"), recall("Digest")]).toEqual([id, id, undefined]);
  clock.advance(3_700);
  expect(recall("Bearer")).toBeUndefined();
});

test("nothing but an access token opens a call [S-33]", async () => {
  const { email, id: userId } = await confirmedUser(plain);
  const session = await sessionFor(app, userId);
  await callAuth(plain, "POST", "/recover", { email });
  const { link, code } = await newestMail(plain, email);
  const others = [session.refresh_token, link.searchParams.get("token") ?? "", code, randomUUID(), session.user.id];
  for (const token of others) expect(await openedBy(token)).toEqual([]);
  for (const authorization of ["", "Bearer", "Bearer ", `Basic ${session.access_token}`, session.access_token]) {
    const answer = await plain.fastify.inject({ url: "/auth/v1/user", headers: { authorization } });
    expect(answer.json()).toMatchObject({ code: 401, error_code: "no_authorization" });
  }
  // And an access token is no refresh token, code or link.
  const token = session.access_token;
  expect((await callAuth(plain, "POST", "/token?grant_type=refresh_token", { refresh_token: token })).status).toBe(400);
  expect(
    (await callAuth(plain, "POST", "/token?grant_type=pkce", { auth_code: token, code_verifier: token })).status,
  ).toBe(404);
  expect((await callAuth(plain, "POST", "/verify", { type: "recovery", token_hash: token })).status).toBe(403);
});

test("a token in the address opens nothing [S-33]", async () => {
  const token = await tokenFor(app, id);
  for (const name of ["access_token", "token", "apikey", "authorization"]) {
    expect((await callAuth(plain, "GET", `/user?${name}=${token}`)).status).toBe(401);
    expect((await plain.fastify.inject({ url: `/api/me/sessions?${name}=${token}` })).statusCode).not.toBe(200);
  }
});

const adminCalls = [
  ["GET", "/admin/users"],
  ["POST", "/admin/users"],
  ["GET", `/admin/users/${randomUUID()}`],
  ["PUT", `/admin/users/${randomUUID()}`],
  ["DELETE", `/admin/users/${randomUUID()}`],
  ["GET", `/admin/users/${randomUUID()}/factors`],
  ["DELETE", `/admin/users/${randomUUID()}/factors/${randomUUID()}`],
  ["POST", "/invite"],
  ["POST", "/admin/generate_link"],
] as const;
test.each(adminCalls)(
  "%s %s is not there unless configured, and then for services alone [S-34]",
  async (method, path) => {
    const body = method === "GET" ? undefined : {};
    expect((await callAuth(plain, method, path, body, { token: service.token })).status).toBe(404);
    expect(await callAuth(trusting, method, path, body)).toMatchObject({
      status: 401,
      body: { code: "no_authorization" },
    });
    const { id: admin } = await buildUser(trusting.db, { role: "admin" });
    const token = await tokenFor(trusting.app, admin);
    expect(await callAuth(trusting, method, path, body, { token })).toMatchObject({
      status: 403,
      body: { code: "not_admin" },
    });
    for (const claims of [{ role: "authenticated" }, { role: "anon" }, { role: ["service_role"] }, {}]) {
      expect((await callAuth(trusting, method, path, body, { token: await service.sign(claims) })).status).toBe(403);
    }
    const expired = await service.sign({ role: "service_role", exp: 1 });
    expect((await callAuth(trusting, method, path, body, { token: expired })).body).toMatchObject({ code: "bad_jwt" });
    const strange = await serviceKey();
    expect((await callAuth(trusting, method, path, body, { token: strange.token })).body).toMatchObject({
      code: "bad_jwt",
    });
  },
);

test("a service's token is nobody's session, and its key is not in the key list [S-34]", async () => {
  expect(await openedBy(service.token, trusting)).toEqual([]);
  const { body } = await callAuth(trusting, "GET", "/.well-known/jwks.json");
  expect(body.keys).toHaveLength(1);
  expect(JSON.stringify(body)).not.toContain('"d"');
});

test("no metadata and no body makes an admin [S-35]", async () => {
  const claimed = { role: "admin", roles: ["admin"], is_admin: true, app_metadata: { role: "admin" } };
  const signedUp = await signUp(trusting, newEmail(), "a long enough one", claimed);
  const { user } = signedUp.body;
  expect(user.app_metadata).toEqual({ provider: "email", providers: ["email"], has_password: true });
  const token = signedUp.body.access_token;
  expect((await callAuth(trusting, "PUT", "/user", { app_metadata: { role: "admin" } }, { token })).body).toMatchObject(
    {
      code: "not_admin",
    },
  );
  await callAuth(trusting, "PUT", "/user", { role: "admin", is_super_admin: true, data: claimed }, { token });
  const by = { token: service.token };
  await callAuth(trusting, "PUT", `/admin/users/${user.id}`, { app_metadata: claimed, user_metadata: claimed }, by);
  await flushMails(trusting.app);
  const answer = await trusting.as(user).delete(`/api/admin/members/${user.id}/sessions`, { reason: "a test" });
  expect(answer.json()).toMatchObject({ code: "auth.forbidden" });
  const roles = await trusting.db.selectFrom("user_roles").select("role").where("user_id", "=", user.id).execute();
  expect(roles).toEqual([{ role: "user" }]);
});
