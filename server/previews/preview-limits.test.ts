import { setTimeout as wait } from "node:timers/promises";
import sharp from "sharp";
import { expect, test } from "vitest";
import { buildOutfit, buildUser } from "#server/testing/factories.ts";
import { createMemoryStorage } from "#server/testing/memory-storage.ts";
import { testApp } from "#server/testing/test-app.ts";

const memory = createMemoryStorage();
/** Photos that were read, which is the first step of rendering. */
const reads: string[] = [];
const storage = {
  ...memory,
  read: (key: string) => {
    reads.push(key);
    return memory.read(key);
  },
};
const { fastify, db, app } = await testApp({ settings: { RATE_LIMITS: "on" }, app: { storage } });
const photo = await sharp({ create: { width: 60, height: 80, channels: 3, background: "#b3123f" } })
  .webp()
  .toBuffer();
const author = await buildUser(db);

async function buildCard(): Promise<string> {
  const outfit = await buildOutfit(db, author.id);
  const { key } = await db
    .selectFrom("images")
    .select("key")
    .where("id", "=", outfit.imageId)
    .executeTakeFirstOrThrow();
  await memory.put(key, photo, "image/webp");
  return `/previews/outfit/${outfit.id}.jpg`;
}
const get = (url: string, remoteAddress = "203.0.113.50") => fastify.inject({ url, remoteAddress });

test("a card is rendered once for concurrent and later requests [S-71]", async () => {
  const url = await buildCard();
  reads.length = 0;
  const answers = await Promise.all(Array.from({ length: 10 }, () => get(url)));
  await get(url);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
  expect(new Set(reads).size).toBe(reads.length);
  expect(reads.length).toBeGreaterThan(0);
});

test("requests beyond the queue get Retry-After and none fails [S-71]", async () => {
  const urls: string[] = [];
  for (let n = 0; n < 60; n += 1) urls.push(await buildCard());
  const answers = await Promise.all(urls.map((url) => get(url)));
  const refused = answers.filter(({ statusCode }) => statusCode !== 200);
  for (const { statusCode, headers } of refused) {
    expect({ statusCode, retryAfter: headers["retry-after"] }).toEqual({ statusCode: 503, retryAfter: "10" });
  }
  expect(refused.length).toBeGreaterThan(0);
  expect((await get(urls.at(-1) ?? "")).statusCode).toBe(200);
});

test("a network has an hourly limit on rendering and still gets cached cards [S-71]", async () => {
  const [rendered, other] = [await buildCard(), await buildCard()];
  const network = (host: number) => `2001:db8:40:1::${host}`;
  expect((await get(rendered, network(1))).statusCode).toBe(200);
  await app.pool.query("update rate_limits set points = 300 where key = 'previews:2001:db8:40:1::/64'");
  expect((await get(other, network(2))).statusCode).toBe(429);
  expect((await get(rendered, network(3))).statusCode).toBe(200);
  expect((await get(other)).statusCode).toBe(200);
  await wait(0);
});
