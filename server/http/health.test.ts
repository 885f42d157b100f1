import { expect, test } from "vitest";
import { testApp } from "#server/testing/test-app.ts";

const { app } = await testApp();

test("the process says that it lives and that it can serve", async () => {
  expect((await app.inject("/healthz")).json()).toEqual({ status: "ok" });
  expect((await app.inject("/readyz")).json()).toEqual({ status: "ready" });
});

test("measures are counted by route, so that an address that names a member is in none", async () => {
  await app.inject("/api/profiles/someone-private");
  await app.inject("/api/no-such-call/someone-private");
  const { body, headers } = await app.inject("/metrics");
  expect(headers["content-type"]).toContain("text/plain");
  expect(body).toMatch(
    /http_request_duration_seconds_count\{method="GET",route="\/api\/profiles\/:username",status="401"\} 1/,
  );
  expect(body).not.toContain("someone-private");
});

test("a server that is far behind its work says when to come back, and serves again once it has caught up", async () => {
  const { app: busy } = await testApp({ settings: { EVENT_LOOP_DELAY_MAX_MS: "50" } });
  const ask = () => busy.inject("/api/styles");
  expect((await ask()).statusCode).toBe(200);
  // Longer than the delay is averaged over.
  const askAfterWork = () => {
    const until = performance.now() + 1_500;
    while (performance.now() < until);
    return ask();
  };
  let refused = await askAfterWork();
  while (refused.statusCode === 200) refused = await askAfterWork();
  expect(refused.statusCode).toBe(503);
  expect(refused.headers["retry-after"]).toBe("2");
  expect(refused.json()).toMatchObject({ code: "server.unavailable" });
  await expect.poll(async () => (await ask()).statusCode, { timeout: 20_000 }).toBe(200);
});

test("measures are for this machine only", async () => {
  const answer = await app.inject({ url: "/metrics", remoteAddress: "203.0.113.9" });
  expect(answer.statusCode).toBe(404);
  expect(answer.body).not.toContain("http_request_duration_seconds");
});

test("every answer carries the id of its request, a new one each, whatever the caller sends", async () => {
  const sent = { url: "/api/styles", headers: { "x-request-id": "chosen" } };
  const ids = (await Promise.all([app.inject(sent), app.inject(sent)])).map(({ headers }) => headers["x-request-id"]);
  expect(new Set([...ids, "chosen"]).size).toBe(3);
});
