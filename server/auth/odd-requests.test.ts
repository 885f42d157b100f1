import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { factorRoutes } from "#server/auth/factors/factors.routes.ts";
import type { ServeAuth } from "#server/auth/http/auth-http.ts";
import { identityRoutes } from "#server/auth/identities/identities.routes.ts";
import { callAuth, confirmedUser, newEmail, serviceKey, signUp } from "#server/testing/auth-api.ts";
import { testApp } from "#server/testing/test-app.ts";
import { serviceApiRoutes } from "./service-api/service-api.routes.ts";
import { authRoutes } from "./sign-in/sign-in.routes.ts";

const service = await serviceKey();
const home = await testApp({ settings: { AUTH_VERIFICATION_KEYS: service.setting } });
const { fastify } = home;
const json = "application/json;charset=UTF-8";

test("of twenty sign-ups at once with one address there is one account, and of twenty changes none is lost [S-70]", async () => {
  const email = newEmail();
  const signUps = await Promise.all(Array.from({ length: 20 }, () => signUp(home, email)));
  expect(signUps.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(signUps.map(({ status }) => status))).toEqual(new Set([200, 422]));
  const token = signUps.find(({ status }) => status === 200)?.body.access_token;
  await Promise.all(
    Array.from({ length: 20 }, (_, n) => callAuth(home, "PUT", "/user", { data: { [`k${n}`]: n } }, { token })),
  );
  const { body } = await callAuth(home, "GET", "/user", undefined, { token });
  expect(Object.keys(body.user_metadata).filter((key) => key.startsWith("k"))).toHaveLength(20);
});

test("of two concurrent new passwords one is set and the other is rejected", async () => {
  const { token, email } = await confirmedUser(home);
  const words = ["the first new words", "the second new words"];
  const answers = await Promise.all(
    words.map((password) =>
      callAuth(home, "PUT", "/user", { password, current_password: "violet teapots everywhere" }, { token }),
    ),
  );
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(["200", "409"]);
  const set = words[answers.findIndex(({ status }) => status === 200)] ?? "";
  expect((await callAuth(home, "POST", "/token?grant_type=password", { email, password: set })).status).toBe(200);
});

test("the 4 kB of user data are bytes, as tokens carry them", async () => {
  const { token } = await confirmedUser(home);
  const refused = { status: 400, body: { code: "validation_failed", message: "data is too large" } };
  const fits = { note: "é".repeat(2_000) };
  const isTooLong = { note: "é".repeat(2_100) };
  expect(await signUp(home, newEmail(), undefined, isTooLong)).toMatchObject(refused);
  expect((await signUp(home, newEmail(), undefined, fits)).status).toBe(200);
  expect(await callAuth(home, "PUT", "/user", { data: isTooLong }, { token })).toMatchObject(refused);
  expect((await callAuth(home, "PUT", "/user", { data: fits }, { token })).status).toBe(200);
});

const routes: { method: "GET" | "POST" | "PUT" | "DELETE"; path: string }[] = [];
const collect: ServeAuth = (method, path) => void routes.push({ method, path });
for (const bind of [authRoutes, identityRoutes, factorRoutes, serviceApiRoutes]) bind(collect);
const fields = [
  "email",
  "phone",
  "password",
  "data",
  "type",
  "token",
  "token_hash",
  "refresh_token",
  "auth_code",
  "code_verifier",
  "code_challenge",
  "code_challenge_method",
  "channel",
  "create_user",
  "nonce",
  "current_password",
  "factor_type",
  "friendly_name",
  "issuer",
  "challenge_id",
  "code",
  "user_metadata",
  "app_metadata",
  "ban_duration",
  "new_email",
  "email_confirm",
  "redirect_to",
  "state",
];
const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    "",
    " ",
    "\0",
    "\ud800",
    "constructor",
    "__proto__",
    "toString",
    -1,
    1e308,
    true,
    [],
    [[]],
    {},
    { "\0": 1 },
    { a: "\udfff" },
    "x".repeat(5_000),
    "%00",
    "a@example.com",
    "15550100",
    "99999999999999999h",
    randomUUID(),
    "totp",
    "signup",
    "recovery",
    "magiclink",
  ),
  fc.jsonValue({ maxDepth: 3 }),
);
const queries = [
  "grant_type",
  "scope",
  "provider",
  "redirect_to",
  "token",
  "type",
  "page",
  "per_page",
  "state",
  "code",
  "scopes",
];

test("whatever is sent to whichever call, by whomever: an answer of its own, and never a fault [S-50]", async () => {
  const { token } = await confirmedUser(home);
  const request = fc.record({
    route: fc.constantFrom(...routes),
    body: fc.dictionary(fc.constantFrom(...fields), odd, { maxKeys: 5 }),
    query: fc.dictionary(
      fc.constantFrom(...queries),
      fc.oneof(
        fc.string(),
        fc.constantFrom("password", "pkce", "refresh_token", "google", "__proto__", "9".repeat(30), "1"),
      ),
      { maxKeys: 3 },
    ),
    id: fc.constantFrom(randomUUID(), "1", "%00", "..%2f", "'"),
    by: fc.constantFrom(undefined, token, service.token, "x"),
  });
  await fc.assert(
    fc.asyncProperty(request, async ({ route, body, query, id, by }) => {
      const search = new URLSearchParams(query).toString();
      const answer = await fastify.inject({
        method: route.method,
        url: `/auth/v1${route.path.replaceAll(/:\w+/g, id)}?${search}`,
        headers: { "content-type": json, ...(by === undefined ? {} : { authorization: `Bearer ${by}` }) },
        ...(route.method === "GET" ? {} : { payload: JSON.stringify(body) }),
      });
      expect({ route, status: answer.statusCode, body: answer.body }).toSatisfy(() => answer.statusCode < 500);
      if (answer.statusCode >= 400) expect(answer.json()).toHaveProperty("error_code");
    }),
    { numRuns: 700 },
  );
});
