import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import type { InjectOptions } from "fastify";
import { afterAll, expect, test } from "vitest";
import { accessTable } from "./access-table.ts";
import { serviceKey } from "./auth-api.ts";
import { buildScene, type Scene } from "./access-scene.ts";
import { testApp } from "./test-app.ts";
import { tokenFor } from "./tokens.ts";

const service = await serviceKey();
const site = await testApp({
  settings: { AUTH_MAIL_AUTOCONFIRM: "off", AUTH_VERIFICATION_KEYS: service.setting },
});
const scene = await buildScene(site);

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

/** MiB that are in use, without what waits to be collected. */
function heapInUse(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 1_048_576;
}

const heapBefore = heapInUse();

const unhandled: unknown[] = [];
const noteUnhandled = (error: unknown) => void unhandled.push(error);
process.on("unhandledRejection", noteUnhandled);
afterAll(() => void process.off("unhandledRejection", noteUnhandled));

/** What no form sends: boundaries, wrong types, signs that are trouble somewhere. */
const oddTexts = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "%00",
  "%",
  "_",
  "\\",
  "'; drop table outfits; --",
  "../../etc/passwd",
  "HTTPS://EXAMPLE.COM",
  "javascript:alert(1)",
  `https://example.com/${"ж".repeat(1_900)}`,
  "é".normalize("NFD").repeat(60),
  "👩‍👩‍👧‍👦".repeat(40),
  "\u202e\u200b\ufeff",
  "x".repeat(201),
  "x".repeat(100_000),
  "0",
  "-1",
  "2147483648",
  "1e999",
  "NaN",
  "null",
  "__proto__",
  "constructor",
  "0000-01-01T00:00:00Z",
  "+275760-09-13T00:00:00.000Z",
  "00000000-0000-0000-0000-000000000000",
  Buffer.from(JSON.stringify(["0000-01-01T00:00:00.000Z", scene.aOutfit])).toString("base64url"),
  Buffer.from(JSON.stringify([9_999_999_999, scene.aOutfit])).toString("base64url"),
  Buffer.from(JSON.stringify([-1.5, scene.aOutfit])).toString("base64url"),
];
const oddValue = fc.oneof(
  fc.constantFrom<unknown>(...oddTexts),
  fc.constantFrom<unknown>(null, true, -1, 0, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 0.1, [], {}, [[]], { a: { b: {} } }),
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.array(fc.constantFrom<unknown>(...oddTexts, null, 1), { maxLength: 60 }),
  fc.constant(Array.from({ length: 5_000 }, () => "x")),
);

/** Replaces one of the fields of `body`, at any depth, with `value`. */
function replaceSomewhere(body: unknown, at: number, value: unknown): unknown {
  const paths: (string | number)[][] = [];
  const visit = (node: unknown, path: (string | number)[]) => {
    paths.push(path);
    if (typeof node === "object" && node !== null) {
      for (const [key, child] of Object.entries(node)) visit(child, [...path, key]);
    }
  };
  visit(body, []);
  const path = paths[at % paths.length] ?? [];
  const replace = (node: unknown, [key, ...rest]: (string | number)[]): unknown => {
    if (key === undefined) return value;
    if (Array.isArray(node))
      return node.map((child, index) => (String(index) === String(key) ? replace(child, rest) : child));
    return { ...(node as object), [key]: replace((node as Record<string, unknown>)[key], rest) };
  };
  return replace(structuredClone(body), path);
}

type Method = NonNullable<InjectOptions["method"]>;
interface Target {
  name: string;
  method: Method;
  url: string;
  body: unknown;
  type?: string;
}

const ofApi = (built: Scene): Target[] =>
  accessTable.map(({ endpoint, request }) => {
    const { url, body, file } = request(built);
    return {
      name: endpoint,
      method: endpoint.split(" ")[0] as Method,
      url,
      body: file ? undefined : body,
      ...(file ? { type: "image/png" } : {}),
    };
  });
const authCalls: [Method, string, unknown][] = [
  ["POST", "/signup", { email: "a@example.com", password: "long enough words", data: { username: "a", bio: "b" } }],
  ["POST", "/token?grant_type=password", { email: "a@example.com", password: "x" }],
  ["POST", "/token?grant_type=refresh_token", { refresh_token: "x" }],
  ["POST", "/token?grant_type=pkce", { auth_code: "x", code_verifier: "y" }],
  ["POST", "/otp", { email: "a@example.com", create_user: true, data: {}, channel: "sms" }],
  ["POST", "/recover", { email: "a@example.com" }],
  ["POST", "/resend", { type: "signup", email: "a@example.com" }],
  ["POST", "/verify", { type: "signup", email: "a@example.com", token: "1", token_hash: "x" }],
  ["GET", "/verify?token=x&type=signup&redirect_to=y", undefined],
  ["GET", "/authorize?provider=google", undefined],
  ["GET", "/callback?state=x&code=y", undefined],
  ["PUT", "/user", { password: "x", current_password: "y", nonce: "z", phone: "1", data: { a: 1 }, email: "a" }],
  ["POST", "/factors", { factor_type: "totp", friendly_name: "x", phone: "1", issuer: "y" }],
  ["POST", `/factors/${scene.aOutfit}/verify`, { challenge_id: scene.aOutfit, code: "1" }],
  ["DELETE", `/user/identities/${scene.aOutfit}`, undefined],
  ["POST", "/logout?scope=global", undefined],
  ["POST", "/magiclink", { email: "a@example.com", data: {} }],
  ["POST", "/sso", { domain: "x" }],
  ["GET", "/user", undefined],
  ["GET", "/settings", undefined],
  ["GET", "/health", undefined],
  ["GET", "/.well-known/jwks.json", undefined],
  ["GET", "/reauthenticate", undefined],
  ["POST", "/reauthenticate", { password: "x" }],
  ["GET", "/user/identities/authorize?provider=google", undefined],
  ["POST", "/callback", { state: "x", code: "y", user: "{}" }],
  ["POST", `/factors/${scene.aOutfit}/challenge`, { channel: "sms" }],
  ["DELETE", `/factors/${scene.aOutfit}`, undefined],
  ["GET", "/admin/users?page=1&per_page=5", undefined],
  ["POST", "/admin/users", { email: "b@example.com", password: "long enough words", user_metadata: {}, role: "x" }],
  ["GET", `/admin/users/${scene.aOutfit}`, undefined],
  ["PUT", `/admin/users/${scene.aOutfit}`, { ban_duration: "1h", phone: "1", app_metadata: { role: "user" } }],
  ["DELETE", `/admin/users/${scene.aOutfit}`, undefined],
  ["GET", `/admin/users/${scene.aOutfit}/factors`, undefined],
  ["DELETE", `/admin/users/${scene.aOutfit}/factors/${scene.aOutfit}`, undefined],
  ["POST", "/admin/generate_link", { type: "signup", email: "c@example.com", password: "long enough words" }],
  ["POST", "/invite", { email: "d@example.com", data: {} }],
];
const ofAuth: Target[] = authCalls.map(([method, path, body]) => ({
  name: `${method} /auth/v1${path}`,
  method,
  url: `/auth/v1${path}`,
  body,
}));
const pages: Target[] = [
  "/",
  "/explore?style=x",
  "/outfit/x",
  "/profile/x",
  "/tag/x",
  "/brand/x",
  "/previews/tag/x.jpg",
  "/media/x/y.webp",
  "/sitemaps/x.xml",
  "/api/unsubscribe?token=x",
].map((url) => ({ name: `GET ${url}`, method: "GET", url, body: undefined }));
const targets = [...new Map([...ofApi(scene), ...ofAuth, ...pages].map((target) => [target.name, target])).values()];

/** Every route of the server, from the tree that the framework prints: a child continues the path of its parent. */
function listRoutes(printed: string): { method: string; path: string }[] {
  const parents: string[] = [];
  return printed.split("\n").flatMap((line) => {
    const [, indent = "", segment, methods = ""] = /^([│ ]*)[├└]── (\S*)(?: \(([^)]*)\))?/.exec(line) ?? [];
    if (segment === undefined) return [];
    const depth = indent.length / 4;
    const path = (parents[depth - 1] ?? "") + segment;
    parents[depth] = path;
    return methods.split(", ").flatMap((method) => (method === "" ? [] : [{ method, path }]));
  });
}

test("no call of the API or of sign-in is left out [S-50]", async () => {
  await site.fastify.ready();
  const isCall = ({ method, path }: { method: string; path: string }) =>
    /^\/(?:api|auth\/v1)\//.test(path) && !path.startsWith("/api/docs") && !["HEAD", "OPTIONS"].includes(method);
  const calls = listRoutes(site.fastify.printRoutes({ commonPrefix: false })).filter(isCall);
  expect(calls.length).toBeGreaterThan(200);
  const isFuzzed = ({ method, path }: { method: string; path: string }) => {
    const pattern = new RegExp(`^${path.replaceAll(".", "\\.").replace(/:\w+/g, "[^/]+")}$`);
    return targets.some((target) => target.method === method && pattern.test(target.url.split("?")[0] ?? ""));
  };
  expect(calls.filter((call) => !isFuzzed(call))).toEqual([]);
});

/** Parts of an address that are no letters of the route: each may be replaced. */
function bendUrl(url: string, at: number, value: string): string {
  const [path = "", query = ""] = url.split("?");
  const parts = path.split("/");
  const pairs = [...new URLSearchParams(query)];
  const place = at % (parts.length + pairs.length + 1);
  if (place >= 3 && place < parts.length) parts[place] = encodeLoosely(value);
  const pair = pairs[place - parts.length];
  if (pair) pair[1] = value;
  else if (place < 3 || place >= parts.length)
    pairs.push([["cursor", "limit", "search", "tag", "style", "x"][at % 6] ?? "x", value]);
  return `${parts.join("/")}?${pairs.map(([name, text]) => `${encodeLoosely(name)}=${encodeLoosely(text)}`).join("&")}`;
}
/** As a URL takes it; a lone surrogate, which it does not, is left out. */
const encodeLoosely = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, ""));

/** Never slower than this, even where all cores are busy: sign-in gives up after 10 seconds itself. */
const answerMsMax = 20_000;
const runsOfEach = 14;

test.each(targets)(
  "nothing that is sent to $name breaks the server [S-50]",
  async ({ method, url, body, type }) => {
    // Fresh ones, since some calls end sessions.
    const { A: a, M: m } = scene.members;
    const bearers = [await tokenFor(site.app, a.id), await tokenFor(site.app, m.id), service.token, ""];
    await fc.assert(
      fc.asyncProperty(
        oddValue,
        fc.nat(1_000),
        fc.constantFrom("body", "url"),
        fc.constantFrom(...bearers),
        async (value, at, where, bearer) => {
          const isInBody = where === "body" && body !== undefined;
          const payload = isInBody ? replaceSomewhere(body, at, value) : body;
          const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
          const started = performance.now();
          const answer = await site.fastify.inject({
            method,
            url: isInBody ? url : bendUrl(url, at, text.slice(0, 8_000)),
            headers: {
              ...(bearer === "" ? {} : { authorization: `Bearer ${bearer}` }),
              ...(payload === undefined ? {} : { "content-type": type ?? "application/json" }),
            },
            ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
          });
          expect({ status: answer.statusCode, body: answer.statusCode >= 500 ? answer.body : "" }).toMatchObject({
            status: expect.toSatisfy((status: number) => status < 500),
          });
          expect(performance.now() - started).toBeLessThan(answerMsMax);
        },
      ),
      { numRuns: runsOfEach, seed: 2_026, endOnFailure: true },
    );
    expect(unhandled).toEqual([]);
  },
  120_000,
);

test("all of that left the server as large as it was [S-50]", () => {
  // Libraries that were loaded on the way, and caches that are full now.
  expect(heapInUse() - heapBefore).toBeLessThan(200);
});
