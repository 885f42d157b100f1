import { randomUUID } from "node:crypto";
import { afterAll, expect, test, vi } from "vitest";
import { runSql, transact } from "#server/db/db.ts";
import { lockUser } from "#server/auth/accounts/accounts.service.ts";
import { callAuth, confirmedUser, newestMail } from "#server/testing/auth-api.ts";
import { runTooLong } from "#server/testing/lock-waits.ts";
import { startProvider } from "#server/testing/provider.ts";
import { testApp } from "#server/testing/test-app.ts";

const provider = await startProvider({ sub: "1" });
afterAll(() => provider.close());
const home = await testApp({ settings: provider.settings });
const { db, fastify } = home;

const changePassword = "http://localhost:3000/change-password";

/** Where a browser is led that navigates to a path or sends a form there, and the reason in the fragment. */
async function navigate(path: string, form?: string, type = "application/x-www-form-urlencoded") {
  const url = `/auth/v1${path}`;
  const post = { method: "POST", url, headers: { "content-type": type } } as const;
  const reply = await fastify.inject(form === undefined ? { url } : { ...post, payload: form });
  expect([302, 303]).toContain(reply.statusCode);
  const { origin, pathname, searchParams, hash, href } = new URL(String(reply.headers.location));
  expect(href.length).toBeLessThan(2_000);
  return {
    place: origin + pathname,
    code: searchParams.get("code"),
    error: new URLSearchParams(hash.slice(1)).get("error_code"),
  };
}

const atHome = (error: string) => ({ place: "http://localhost:3000/", code: null, error });

test.each<[name: string, path: string, form?: string]>([
  ["a link with two tokens", "/verify?type=recovery&token=a&token=b"],
  ["a link with a token that is too long", `/verify?type=recovery&token=${"x".repeat(2_001)}`],
  ["a link with NUL", "/verify?type=recovery&token=%00"],
  ["a provider's answer with two states", "/callback?state=a&state=b"],
  ["a provider's answer with long names", `/callback?${"x".repeat(5_000)}=a&${"x".repeat(5_000)}=b`],
  ["a provider's answer with NUL", "/callback?state=%00"],
  ["a provider's form with a text that is too long", "/callback", `state=${"x".repeat(4_001)}`],
])("%s leads a browser to the site with the reason", async (_name, path, form) => {
  expect(await navigate(path, form)).toEqual(atHome("validation_failed"));
});

test("a form that cannot be read, and a link with an odd parameter, lead back, too", async () => {
  expect(await navigate("/callback", "state", "text/plain")).toEqual(atHome("bad_json"));
  const { place, error } = await navigate(`/verify?token=a&token=b&redirect_to=${changePassword}`);
  expect([place, error]).toEqual([changePassword, "validation_failed"]);
  const odd = await navigate("/verify?token=a&redirect_to=https://evil.example&redirect_to=https://evil.example");
  expect(odd).toEqual(atHome("validation_failed"));
});

test.each([
  ["/authorize", `?provider=google&redirect_to=${changePassword}`, changePassword],
  ["/callback", `?state=${randomUUID()}`, "http://localhost:3000/"],
  ["/verify", `?type=recovery&token=x&redirect_to=${changePassword}`, changePassword],
])("where the database is too slow for %s, a browser is led back with the reason", async (path, query, place) => {
  const logged = vi.spyOn(fastify.log, "info");
  await transact(db, async (tx) => {
    await runSql(tx, "lock table auth.flows, auth.one_time_codes in access exclusive mode", []);
    expect(await runTooLong(db, () => navigate(path + query))).toEqual({ place, code: null, error: "request_timeout" });
  });
  const line = expect.objectContaining({ path: `/auth/v1${path}`, failure: 504 });
  await expect.poll(() => logged.mock.calls).toContainEqual([line, "request completed"]);
});

test("the log has the failure that a provider's answer led to", async () => {
  const logged = vi.spyOn(fastify.log, "info");
  const arrive = async (query: string, cookie = "") => {
    logged.mockClear();
    await fastify.inject({ url: `/auth/v1/callback?${query}`, headers: { cookie } });
    await expect.poll(() => logged.mock.lastCall).toBeDefined();
    return logged.mock.lastCall?.[0];
  };
  expect(await arrive(`state=${randomUUID()}`)).toMatchObject({ status: 302, failure: 400 });
  const left = await fastify.inject({ url: "/auth/v1/authorize?provider=google" });
  const state = new URL(String(left.headers.location)).searchParams.get("state");
  const cookie = String(left.headers["set-cookie"]).split(";")[0] ?? "";
  const refused = await arrive(`error=access_denied&state=${state}`, cookie);
  expect(refused).toMatchObject({ status: 302, failure: 403 });
});

test.each([
  ["with a code", { code_challenge: "c".repeat(43), code_challenge_method: "s256" }],
  ["with tokens", {}],
])("a link %s that was answered too late works again", async (_name, asked) => {
  const { email, id } = await confirmedUser(home);
  const sent = await callAuth(home, "POST", `/recover?redirect_to=${changePassword}`, { email, ...asked });
  expect(sent.status).toBe(200);
  const { link } = await newestMail(home, email);
  const follow = () => navigate(`${link.pathname.replace("/auth/v1", "")}${link.search}`);
  await transact(db, async (tx) => {
    await lockUser(tx, id);
    expect((await runTooLong(db, follow)).error).toBe("request_timeout");
  });
  // Waits until the first one has given the link back.
  expect((await follow()).error).toBeNull();
});

test("a provider's answer that is dealt with too late makes no account", async () => {
  const sub = randomUUID();
  provider.person = { sub };
  const left = await fastify.inject({ url: "/auth/v1/authorize?provider=facebook" });
  const back = await provider.agree(String(left.headers.location));
  const cookie = String(left.headers["set-cookie"]).split(";")[0] ?? "";
  await transact(db, async (tx) => {
    await runSql(tx, "lock table auth.identities in access exclusive mode", []);
    const arrived = await runTooLong(db, () =>
      fastify.inject({ url: `${back.pathname}${back.search}`, headers: { cookie } }),
    );
    expect(arrived.headers.location).toContain("request_timeout");
  });
  const flow = db.selectFrom("auth.flows").select("id").where("id", "=", back.searchParams.get("state"));
  await expect.poll(() => flow.execute(), { timeout: 5_000 }).toEqual([]);
  expect(await db.selectFrom("auth.identities").select("id").where("provider_id", "=", sub).execute()).toEqual([]);
});
