import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { callAuth, confirmedUser, newEmail, serviceKey } from "#server/testing/auth-api.ts";
import { testApp } from "#server/testing/test-app.ts";

const service = await serviceKey();
const one = "1/300";
// Of every limit by address one call is allowed, and of the others more than the test makes.
const home = await testApp({
  settings: {
    RATE_LIMITS: "on",
    AUTH_VERIFICATION_KEYS: service.setting,
    AUTH_LIMIT_PASSWORD_PER_ADDRESS: one,
    AUTH_LIMIT_SEND_PER_ADDRESS: one,
    AUTH_LIMIT_VERIFY_PER_ADDRESS: one,
    AUTH_LIMIT_FACTORS_PER_ADDRESS: one,
    AUTH_LIMIT_CHANGES_PER_ADDRESS: one,
    AUTH_LIMIT_REFRESH_PER_SESSION: one,
  },
});
const { token, session } = await confirmedUser(home);
const id = randomUUID();

type Method = "GET" | "POST" | "PUT" | "DELETE";
type Call = [method: Method, path: string, body?: object | undefined, as?: "member" | "service"];
/** Every call of sign-in that changes something, each as somebody who keeps repeating it. */
const calls: Call[] = [
  ["POST", "/signup", { email: "x", password: "y" }],
  ["POST", "/token?grant_type=password", { email: newEmail(), password: "wrong words" }],
  ["POST", "/token?grant_type=pkce", { auth_code: id, code_verifier: "v".repeat(43) }],
  ["POST", "/otp", { email: "x" }],
  ["POST", "/recover", { email: "x" }],
  ["POST", "/magiclink", { email: "x" }],
  ["POST", "/resend", { type: "x" }],
  ["POST", "/verify", { type: "x" }],
  ["POST", "/sso", {}],
  ["PUT", "/user", { app_metadata: {} }, "member"],
  ["GET", "/reauthenticate", undefined, "member"],
  ["POST", "/reauthenticate", {}, "member"],
  ["POST", "/logout?scope=nobody", undefined, "member"],
  ["GET", "/authorize?provider=none&skip_http_redirect=true"],
  ["GET", "/user/identities/authorize?provider=none&skip_http_redirect=true", undefined, "member"],
  ["DELETE", `/user/identities/${id}`, undefined, "member"],
  ["POST", "/factors", { factor_type: "none" }, "member"],
  ["POST", `/factors/${id}/challenge`, {}, "member"],
  ["POST", `/factors/${id}/verify`, { challenge_id: id }, "member"],
  ["DELETE", `/factors/${id}`, undefined, "member"],
  ["POST", "/admin/users", {}, "service"],
  ["PUT", `/admin/users/${id}`, {}, "service"],
  ["DELETE", `/admin/users/${id}`, undefined, "service"],
  ["POST", "/invite", {}, "service"],
  ["POST", "/admin/generate_link", {}, "service"],
  ["DELETE", `/admin/users/${id}/factors/${id}`, undefined, "service"],
];
const tokens = { member: token, service: service.token };

test.each(calls.map((call, n) => [`${call[0]} ${call[1].replace(id, ":id")}`, call, n] as const))(
  "%s is refused when one address repeats it [S-71]",
  async (_name, [method, path, body, as], n) => {
    const sent = { ip: `198.51.100.${n}`, ...(as ? { token: tokens[as] } : {}) };
    const first = await callAuth(home, method, path, body, sent);
    expect(first.status).not.toBe(429);
    const second = await callAuth(home, method, path, body, sent);
    expect([second.status, second.body.code]).toEqual([429, "over_request_rate_limit"]);
    expect(Number(second.headers["retry-after"])).toBeGreaterThan(0);
    // Somebody else is not concerned.
    const other = await callAuth(home, method, path, body, { ...sent, ip: `203.0.113.${n}` });
    expect(other.body?.code).not.toBe("over_request_rate_limit");
  },
);

test.each([
  ["GET", "/verify?token=x&type=x", undefined],
  ["GET", "/authorize?provider=none&redirect_to=http://localhost:3000/auth", undefined],
  ["GET", "/callback?state=x", undefined],
  ["POST", "/callback", {}],
] as const)("%s %s, navigated to too often, leads back with the reason [S-71]", async (method, path, body) => {
  const ip = `192.0.2.${path.length}`;
  const navigate = () => callAuth(home, method, path, body, { ip });
  expect(String((await navigate()).headers.location)).not.toContain("over_request_rate_limit");
  const second = await navigate();
  expect([302, 303]).toContain(second.status);
  const back = new URL(String(second.headers.location));
  expect(back.origin + back.pathname).toBe(`http://localhost:3000${path.includes("/authorize") ? "/auth" : "/"}`);
  expect(new URLSearchParams(back.hash.slice(1)).get("error_code")).toBe("over_request_rate_limit");
});

test("a refresh is never a 429 [S-71]", async () => {
  const refresh = () =>
    callAuth(home, "POST", "/token?grant_type=refresh_token", { refresh_token: session.refresh_token });
  expect((await refresh()).status).toBe(200);
  expect((await refresh()).status).toBe(503);
});
