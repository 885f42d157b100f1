import { expect, test } from "vitest";
import { testApp } from "#server/testing/test-app.ts";

const { fastify } = await testApp();

/** Blocks the event loop for longer than its delay is averaged over (1 s), then sends the request. */
async function askAfterBlocking<T>(ask: () => Promise<T>, ms = 1_500): Promise<T> {
  const until = performance.now() + ms;
  while (performance.now() < until);
  return ask();
}

test("the process says that it lives and that it can serve", async () => {
  expect((await fastify.inject("/healthz")).json()).toEqual({ status: "ok" });
  expect((await fastify.inject("/readyz")).json()).toEqual({ status: "ready" });
});

test("measures are counted by route, so that an address that names a member is in none", async () => {
  await fastify.inject("/api/profiles/someone-private");
  await fastify.inject("/api/no-such-call/someone-private");
  const { body, headers } = await fastify.inject("/metrics");
  expect(headers["content-type"]).toContain("text/plain");
  expect(body).toMatch(
    /http_request_duration_seconds_count\{method="GET",route="\/api\/profiles\/:username",status="401"\} 1/,
  );
  expect(body).not.toContain("someone-private");
});

test("an overloaded server answers with Retry-After, and serves again once it has caught up", async () => {
  const { fastify: busy } = await testApp({ settings: { EVENT_LOOP_DELAY_MAX_MS: "500" } });
  const ask = () => busy.inject("/api/styles");
  await expect.poll(async () => (await ask()).statusCode, { timeout: 20_000 }).toBe(200);
  // The delay is sampled once a second, so a block may fall into two samples; the default of 2,000 ms would refuse none.
  let refused = await askAfterBlocking(ask);
  for (let n = 0; n < 5 && refused.statusCode === 200; n += 1) refused = await askAfterBlocking(ask);
  expect(refused.statusCode).toBe(503);
  expect(refused.headers["retry-after"]).toBe("2");
  expect(refused.json()).toMatchObject({ code: "server.unavailable" });
  await expect.poll(async () => (await ask()).statusCode, { timeout: 20_000 }).toBe(200);
});

test("a limit of 0 never refuses, however long the event loop was blocked", async () => {
  const { fastify: patient } = await testApp({ settings: { EVENT_LOOP_DELAY_MAX_MS: "0" } });
  const ask = () => patient.inject("/api/styles");
  const answers = [await askAfterBlocking(ask, 2_500), await askAfterBlocking(ask, 2_500)];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
});

test("measures are for this machine only", async () => {
  const answer = await fastify.inject({ url: "/metrics", remoteAddress: "203.0.113.9" });
  expect(answer.statusCode).toBe(404);
  expect(answer.body).not.toContain("http_request_duration_seconds");
});

test("every response has a new request id, whatever the client sends", async () => {
  const sent = { url: "/api/styles", headers: { "x-request-id": "chosen" } };
  const ids = (await Promise.all([fastify.inject(sent), fastify.inject(sent)])).map(
    ({ headers }) => headers["x-request-id"],
  );
  expect(new Set([...ids, "chosen"]).size).toBe(3);
});
