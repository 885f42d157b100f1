import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { io, type Socket } from "socket.io-client";
import { afterAll, expect, test } from "vitest";
import { fakeRedis } from "#server/testing/fake-redis.ts";
import { buildOutfit, buildUser } from "#server/testing/factories.ts";
import { type TestApp, testApp } from "#server/testing/test-app.ts";
import { tokenFor } from "#server/testing/tokens.ts";
import { createLiveRelay } from "./relay.ts";

const redis = await fakeRedis();
const settings = { REDIS_URL: redis.url };
const first = await testApp({ settings });
const second = await testApp({ settings, databaseUrl: first.databaseUrl });
const sockets: Socket[] = [];
afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  for (const { fastify } of [first, second]) await fastify.close();
  await redis.stop();
});

async function listen({ fastify }: TestApp): Promise<string> {
  await fastify.listen({ port: 0, host: "127.0.0.1" });
  return `http://127.0.0.1:${(fastify.server.address() as AddressInfo).port}`;
}

type Relay = ReturnType<typeof createLiveRelay<string>>;

/** A tab that shows an outfit; like the app it comes back when its server disconnects it. */
async function subscriberAt(address: string, outfitId: string): Promise<Socket> {
  const token = await tokenFor(first.app, (await buildUser(first.db)).id);
  const socket = io(address, { path: "/live", transports: ["websocket"], forceNew: true, auth: { token } });
  sockets.push(socket);
  await once(socket as never, "connect");
  const subscribe = () => socket.timeout(5_000).emitWithAck("subscribeOutfit", { outfitId });
  await subscribe();
  socket.on("disconnect", (reason) => reason === "io server disconnect" && socket.connect());
  // The end of the test may come before the answer.
  socket.on("connect", () => void subscribe().catch(() => undefined));
  return socket;
}

test("events reach the tabs of every server while Redis is there, and the own server's at any time", async () => {
  const [here, there] = [await listen(first), await listen(second)];
  const author = await buildUser(first.db);
  const outfit = await buildOutfit(first.db, author.id);
  const [near, far] = [await subscriberAt(here, outfit.id), await subscriberAt(there, outfit.id)];
  let said = 0;
  const comment = async () => {
    said += 1;
    const content = `comment ${said}`;
    const answer = await first.as(author).post(`/api/outfits/${outfit.id}/comments`, { content });
    expect(answer.statusCode).toBe(200);
    return content;
  };
  const isBack = (socket: Socket) => once(socket as never, "connect", { signal: AbortSignal.timeout(10_000) });
  const nearReceived: string[] = [];
  const farReceived: string[] = [];
  near.on("comment", ({ content }: { content: string }) => void nearReceived.push(content));
  far.on("comment", ({ content }: { content: string }) => void farReceived.push(content));
  const reachesFar = async () => {
    farReceived.length = 0;
    await expect
      .poll(async () => (await comment(), farReceived.length), { timeout: 15_000, interval: 200 })
      .toBeGreaterThan(0);
  };
  await reachesFar();

  await redis.stop();
  const alone = await comment();
  await expect.poll(() => nearReceived, { timeout: 5_000 }).toContain(alone);

  // The tabs of both servers load what they missed.
  const areBack = Promise.all([near, far].map(isBack));
  await redis.start();
  await areBack;
  await reachesFar();
  // What was said while Redis was away does not come later, out of order.
  expect(farReceived).not.toContain(alone);
});

test("a server starts and stops while Redis cannot be reached", async () => {
  const alone = await testApp({ settings: { REDIS_URL: "redis://127.0.0.1:9" }, databaseUrl: first.databaseUrl });
  const address = await listen(alone);
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
  await alone.fastify.close();
});

test("the others learn of what a server could not send before it was connected for the first time", async () => {
  const [late, other, probe] = [1, 2, 3].map(() => createLiveRelay<string>(redis.url)) as [Relay, Relay, Relay];
  const received: string[] = [];
  let gaps = 0;
  const ignored = { onMessage: () => undefined, onGap: () => undefined, onError: () => undefined };
  other.open({ ...ignored, onMessage: (message) => void received.push(message), onGap: () => void (gaps += 1) });
  probe.open(ignored);
  // Before it is connected, the probe itself loses messages.
  await expect.poll(() => probe.publish("probe") ?? received.length, { timeout: 5_000 }).toBeGreaterThan(0);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  gaps = 0;
  late.publish("lost");
  late.open(ignored);
  await expect.poll(() => gaps, { timeout: 5_000 }).toBe(1);
  expect(received).not.toContain("lost");
  for (const relay of [late, other, probe]) await relay.close();
});
