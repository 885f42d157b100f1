import { expect, test } from "vitest";
import { buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";
import { tokenFor } from "#server/testing/tokens.ts";

const partner = "https://app.partner.example";
const { fastify, app, db } = await testApp({ settings: { ALLOWED_ORIGINS: `${partner},http://localhost:5173` } });
const closed = await testApp();
const mia = await buildUser(db);
const calls = ["/api/outfits", "/auth/v1/token?grant_type=password"];

const preflight = (url: string, origin: string, method = "POST", server = fastify) =>
  server.inject({
    method: "OPTIONS",
    url,
    headers: {
      origin,
      "access-control-request-method": method,
      "access-control-request-headers": "authorization,content-type,x-client-info,x-supabase-api-version",
    },
  });
const corsHeadersOf = (headers: object) => Object.keys(headers).filter((name) => name.startsWith("access-control-"));
const namesOf = (header: unknown) => String(header).toLowerCase().split(", ");

test.each(calls)("a preflight of a listed origin for %s is answered, before any sign-in [S-79]", async (url) => {
  for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
    const answer = await preflight(url, partner, method);
    expect(answer.statusCode).toBe(204);
    expect(answer.headers["access-control-allow-origin"]).toBe(partner);
    expect(namesOf(answer.headers["access-control-allow-methods"])).toContain(method.toLowerCase());
    expect(namesOf(answer.headers["access-control-allow-headers"])).toEqual(
      expect.arrayContaining(
        "accept authorization content-type if-match apikey x-client-info x-supabase-api-version".split(" "),
      ),
    );
    expect(answer.headers).not.toHaveProperty("access-control-allow-credentials");
  }
});

test("a listed origin reads replies and refusals of the API and of sign-in, with the headers it needs [S-79]", async () => {
  const authorization = `Bearer ${await tokenFor(app, mia.id)}`;
  const replies = [
    { url: "/api/me", headers: { origin: partner, authorization } },
    { url: "/api/outfits", headers: { origin: partner, "accept-encoding": "br" } },
    { url: "/api/me", headers: { origin: partner } },
    { url: "/api/no-such-call", headers: { origin: partner } },
    { url: "/auth/v1/user", headers: { origin: partner, "x-supabase-api-version": "2024-01-01" } },
    { url: "/auth/v1/settings", headers: { origin: "http://localhost:5173" } },
  ];
  const statuses: number[] = [];
  for (const request of replies) {
    const answer = await fastify.inject(request);
    statuses.push(answer.statusCode);
    expect(answer.headers["access-control-allow-origin"]).toBe(request.headers.origin);
    expect(namesOf(answer.headers["access-control-expose-headers"])).toEqual(
      expect.arrayContaining(["x-supabase-api-version", "x-total-count", "link"]),
    );
    expect(namesOf(answer.headers.vary)).toContain("origin");
  }
  expect(statuses).toEqual([200, 200, 401, 404, 401, 200]);
});

test("what a cache keeps of the first page is one origin's only, and still one encoding's [S-79]", async () => {
  const answer = await fastify.inject({ url: "/api/outfits", headers: { origin: partner } });
  expect(answer.headers["cache-control"]).toContain("public");
  expect(namesOf(answer.headers.vary)).toEqual(["authorization", "accept-encoding", "origin"]);
});

test.each([
  ["another site", "https://evil.example"],
  ["a longer host", `${partner}.evil.example`],
  ["a name before the host", "https://x.app.partner.example"],
  ["another scheme", partner.replace("https", "http")],
  ["another port", `${partner}:8443`],
  ["a sandboxed page", "null"],
  ["another spelling", partner.toUpperCase()],
])("%s is given nothing [S-79]", async (_name, origin) => {
  for (const url of calls) {
    expect((await preflight(url, origin)).statusCode).toBe(404);
    for (const answer of [await preflight(url, origin), await fastify.inject({ url, headers: { origin } })]) {
      expect(corsHeadersOf(answer.headers)).toEqual([]);
    }
  }
});

test("a listed origin has the API and sign-in only: no pages, files, health or sockets [S-79]", async () => {
  for (const url of ["/", "/explore", "/healthz", "/media/x/1.webp", "/previews/feed/x.jpg", "/live/?EIO=4"]) {
    const [asked, read] = [
      await preflight(url, partner, "GET"),
      await fastify.inject({ url, headers: { origin: partner } }),
    ];
    for (const answer of [asked, read]) expect(corsHeadersOf(answer.headers)).toEqual([]);
  }
});

test("without a list there is no other origin [S-79]", async () => {
  for (const url of calls) {
    const asked = await preflight(url, partner, "POST", closed.fastify);
    const read = await closed.fastify.inject({ url, headers: { origin: partner } });
    expect(asked.statusCode).toBe(404);
    for (const answer of [asked, read]) expect(corsHeadersOf(answer.headers)).toEqual([]);
  }
});
