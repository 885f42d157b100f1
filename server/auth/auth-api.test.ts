import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { callAuth, confirmedUser, newEmail, newestMail, serviceKey } from "#server/testing/auth-api.ts";
import { testApp } from "#server/testing/test-app.ts";

const service = await serviceKey();
const home = await testApp({ settings: { AUTH_VERIFICATION_KEYS: service.setting } });
const { fastify } = home;
const json = "application/json;charset=UTF-8";

test.each(["2024-01-01", "2024-06-30", "2999-12-31"])(
  "version %s reads a code and a message, and is echoed",
  async (version) => {
    const answer = await fastify.inject({ url: "/auth/v1/user", headers: { "x-supabase-api-version": version } });
    expect(answer.statusCode).toBe(401);
    expect(answer.headers).toMatchObject({
      "x-supabase-api-version": "2024-01-01",
      "x-sb-error-code": "no_authorization",
      "cache-control": "no-store",
    });
    expect(answer.json()).toEqual({
      code: "no_authorization",
      message: "This endpoint requires a valid Bearer token",
    });
  },
);

test.each([undefined, "2023-12-31", "2024-13-45", "soon", "2024"])(
  "without a version of 2024 (%s) the older body comes",
  async (version) => {
    const headers = version === undefined ? {} : { "x-supabase-api-version": version };
    const answer = await fastify.inject({ url: "/auth/v1/user", headers });
    expect(answer.headers).not.toHaveProperty("x-supabase-api-version");
    expect(answer.headers["x-sb-error-code"]).toBe("no_authorization");
    expect(answer.json()).toEqual({
      code: 401,
      error_code: "no_authorization",
      msg: "This endpoint requires a valid Bearer token",
    });
  },
);

test("a weak password tells its reasons in both bodies", async () => {
  const body = { email: newEmail(), password: "short" };
  const { body: young } = await callAuth(home, "POST", "/signup", body);
  expect(young).toMatchObject({ code: "weak_password", weak_password: { reasons: ["length"] } });
  const old = await fastify.inject({ method: "POST", url: "/auth/v1/signup", payload: body });
  expect(old.json()).toMatchObject({ code: 422, error_code: "weak_password", weak_password: { reasons: ["length"] } });
});

test("an empty body with a JSON type is an empty object", async () => {
  const { token } = await confirmedUser(home);
  const send = (method: "POST" | "DELETE", url: string, authorization = `Bearer ${token}`) =>
    fastify.inject({ method, url: `/auth/v1${url}`, headers: { "content-type": json, authorization }, payload: "" });
  expect((await send("DELETE", `/factors/${randomUUID()}`)).json()).toMatchObject({
    error_code: "mfa_factor_not_found",
  });
  expect((await send("DELETE", `/user/identities/${randomUUID()}`)).json()).toMatchObject({
    error_code: "identity_not_found",
  });
  expect((await send("POST", "/logout")).statusCode).toBe(204);
});

const message = async (method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: object, token?: string) => {
  const answer = await callAuth(home, method, path, body, { token });
  return `${answer.status} ${answer.body.code} ${answer.body.message}`;
};

test("each refusal has the status, code and sentence of the reference", async () => {
  const { token, email } = await confirmedUser(home);
  const rows: [string, Promise<string>][] = [
    [
      "400 validation_failed Only an email address or phone number should be provided on signup.",
      message("POST", "/signup", { email, phone: "15550100", password: "x" }),
    ],
    ["422 anonymous_provider_disabled Anonymous sign-ins are disabled", message("POST", "/signup", {})],
    ["400 validation_failed Signup requires a valid password", message("POST", "/signup", { email: newEmail() })],
    [
      "422 user_already_exists User already registered",
      message("POST", "/signup", { email, password: "a long enough one" }),
    ],
    [
      "422 weak_password Password should be at least 8 characters.",
      message("POST", "/signup", { email: newEmail(), password: "x" }),
    ],
    [
      "400 validation_failed Password cannot be longer than 100 characters",
      message("POST", "/signup", { email: newEmail(), password: "x".repeat(101) }),
    ],
    [
      "400 validation_failed Unable to validate email address: invalid format",
      message("POST", "/signup", { email: "nobody", password: "a long enough one" }),
    ],
    [
      "400 validation_failed Invalid phone number format (E.164 required)",
      message("POST", "/signup", { phone: "0123", password: "a long enough one" }),
    ],
    [
      "400 validation_failed PKCE flow requires code_challenge_method and code_challenge",
      message("POST", "/signup", { email: newEmail(), password: "a long enough one", code_challenge: "x".repeat(43) }),
    ],
    [
      "400 invalid_credentials Invalid login credentials",
      message("POST", "/token?grant_type=password", { email, password: "no" }),
    ],
    ["400 validation_failed missing email or phone", message("POST", "/token?grant_type=password", {})],
    ["400 invalid_credentials unsupported_grant_type", message("POST", "/token", {})],
    ["422 web3_provider_disabled Web3 provider is disabled", message("POST", "/token?grant_type=web3", {})],
    [
      "400 refresh_token_not_found Invalid Refresh Token: Refresh Token Not Found",
      message("POST", "/token?grant_type=refresh_token", { refresh_token: "x.y" }),
    ],
    [
      "400 validation_failed Refresh token is not valid",
      message("POST", "/token?grant_type=refresh_token", { refresh_token: "A".repeat(60) }),
    ],
    [
      "404 flow_state_not_found invalid flow state, no valid flow state found",
      message("POST", "/token?grant_type=pkce", { auth_code: randomUUID(), code_verifier: "x" }),
    ],
    [
      "400 validation_failed invalid request: both auth code and code verifier should be non-empty",
      message("POST", "/token?grant_type=pkce", { auth_code: "x" }),
    ],
    ["400 validation_failed Password recovery requires an email", message("POST", "/recover", {})],
    [
      "400 validation_failed Missing one of these types: signup, email_change, sms, phone_change",
      message("POST", "/resend", { email }),
    ],
    [
      "400 validation_failed Invalid channel, supported values are 'sms' or 'whatsapp'.",
      message("POST", "/otp", { phone: "15550100", channel: "pigeon" }),
    ],
    [
      "400 validation_failed Verify requires either a token or a token hash",
      message("POST", "/verify", { type: "signup", email }),
    ],
    [
      "400 validation_failed Verify requires a verification type",
      message("POST", "/verify", { type: "constructor", email, token: "1" }),
    ],
    [
      "400 validation_failed Only an email address or phone number should be provided on verify",
      message("POST", "/verify", { type: "email", email, phone: "15550100", token: "1" }),
    ],
    [
      "403 otp_expired Token has expired or is invalid",
      message("POST", "/verify", { type: "signup", email, token: "123456" }),
    ],
    [
      "403 otp_expired Email link is invalid or has expired",
      message("POST", "/verify", { type: "signup", token_hash: "x" }),
    ],
    ["403 not_admin Updating app_metadata is not possible", message("PUT", "/user", { app_metadata: {} }, token)],
    [
      "400 current_password_required Current password required when setting new password.",
      message("PUT", "/user", { password: "a long enough one" }, token),
    ],
    [
      "422 reauthentication_not_valid Nonce has expired or is invalid",
      message("PUT", "/user", { password: "a long enough one", nonce: "1" }, token),
    ],
    ['400 validation_failed Unsupported logout scope "all"', message("POST", "/logout?scope=all", undefined, token)],
    ["400 validation_failed factor_type needs to be totp, phone, or webauthn", message("POST", "/factors", {}, token)],
    ["404 mfa_factor_not_found Factor not found", message("POST", `/factors/${randomUUID()}/challenge`, {}, token)],
    [
      "422 mfa_factor_not_found MFA factor with the provided challenge ID not found",
      message("POST", `/factors/${randomUUID()}/verify`, { code: "1" }, token),
    ],
    ["404 validation_failed identity_id must be an UUID", message("DELETE", "/user/identities/1", undefined, token)],
    ["404 saml_provider_disabled SAML 2.0 is disabled", message("POST", "/sso", {})],
    ["404 not_found There is nothing at this address", message("GET", "/nowhere")],
    ["403 bad_jwt invalid claim: missing sub claim", message("GET", "/user", undefined, service.token)],
  ];
  const answers = await Promise.all(rows.map(async ([expected, answer]) => [expected, await answer] as const));
  expect(answers.map(([, answer]) => answer)).toEqual(answers.map(([expected]) => expected));
});

test("what is no JSON object, or too much of it, is refused before anything reads it", async () => {
  const send = (payload: string, type = json) =>
    fastify.inject({ method: "POST", url: "/auth/v1/otp", headers: { "content-type": type }, payload });
  for (const text of ["{", "[]", '"x"', "1", '{"__proto__": {"a": 1}}', '{"constructor": {"prototype": {}}}']) {
    expect((await send(text)).json()).toMatchObject({ code: 400, error_code: "bad_json" });
  }
  expect((await send("email=a@example.com", "application/x-www-form-urlencoded")).json()).toMatchObject({
    error_code: "bad_json",
  });
  expect((await send("{}", "text/plain")).json()).toMatchObject({ error_code: "bad_json" });
  expect((await send(`{"x": "${"x".repeat(1_100_000)}"}`)).json()).toMatchObject({
    code: 413,
    error_code: "request_entity_too_large",
  });
  expect((await send(`{"data": ${"[".repeat(9_000)}${"]".repeat(9_000)}}`)).statusCode).toBe(400);
});

test("asking for the head of a link uses nothing up", async () => {
  const { email } = await confirmedUser(home);
  await callAuth(home, "POST", "/recover", { email });
  const { link } = await newestMail(home, email);
  expect((await fastify.inject({ method: "HEAD", url: `${link.pathname}${link.search}` })).statusCode).toBe(404);
  const followed = await fastify.inject({ url: `${link.pathname}${link.search}` });
  expect(String(followed.headers.location)).toContain("#access_token=");
});

test("unknown fields are ignored and never stored, null is the same as absent", async () => {
  const body = {
    email: newEmail(),
    password: "a long enough one",
    phone: null,
    data: null,
    is_super_admin: true,
    id: randomUUID(),
  };
  const answer = await callAuth(home, "POST", "/signup", body);
  expect(answer.status).toBe(200);
  expect(answer.body.user.id).not.toBe(body.id);
  expect(JSON.stringify(answer.body)).not.toContain("is_super_admin");
});
