import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "#server/config/config.ts";
import { buildImage, buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";
import { ClothingServiceBusyError, createClothingService } from "./clothing-service.ts";

interface Asked {
  model: string;
  response_format: { type: string };
  messages: { content: unknown }[];
}
type Step = (asked: Asked, reply: Parameters<RequestListener>[1], authorization: string | undefined) => void;

const picture = await sharp({ create: { width: 40, height: 50, channels: 3, background: "#a24a26" } })
  .webp()
  .toBuffer();
const good = {
  title: "Rust jacket",
  style: "Retro",
  detected_items: [{ category: "Jacket", brand: "Halden", product_name: "Rust jacket" }],
};
const detected = {
  title: "Rust jacket",
  style: "Retro",
  items: [{ category: "Jacket", brand: "Halden", productName: "Rust jacket", box: null, point: null }],
  people: [],
};

const say =
  (content: unknown, usage = {}): Step =>
  (_asked, reply) => {
    const text = typeof content === "string" ? content : JSON.stringify(content);
    reply.end(JSON.stringify({ choices: [{ message: { content: text } }], usage }));
  };
const status =
  (code: number): Step =>
  (_asked, reply) =>
    reply.writeHead(code).end("no");

/** A service that takes one step for each request, the last one again and again. */
async function serviceThat(steps: Step[], timeoutMs = 10_000) {
  const asked: Asked[] = [];
  const server = createServer((request, reply) => {
    void json(request).then((body) => {
      asked.push(body as Asked);
      steps[Math.min(asked.length, steps.length) - 1]?.(body as Asked, reply, request.headers.authorization);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => server.close().closeAllConnections());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const service = createClothingService({ baseUrl, model: "looker", apiKey: "secret", timeoutMs });
  if (!service) throw new Error("It is configured");
  return { service, asked, baseUrl };
}

test("asks with a strict schema, the key and a picture without its metadata", async () => {
  let key: string | undefined;
  const { service, asked } = await serviceThat([
    (body, reply, authorization) => {
      key = authorization;
      say(good, { prompt_tokens: 300, completion_tokens: 40 })(body, reply, undefined);
    },
  ]);
  expect(await service.detect(picture)).toEqual(detected);
  expect(key).toBe("Bearer secret");
  expect(asked[0]).toMatchObject({ model: "looker", response_format: { type: "json_schema" } });
  expect(JSON.stringify(asked[0]?.messages)).toContain("data:image/jpeg;base64,");
  expect(service.usage).toEqual({ requests: 1, failures: 0, promptTokens: 300, completionTokens: 40 });
});

test("falls back to plain JSON where schemas are not known, and reads it out of a code fence", async () => {
  const { service, asked } = await serviceThat([status(400), say(`\`\`\`json\n${JSON.stringify(good)}\n\`\`\``)]);
  expect(await service.detect(picture)).toEqual(detected);
  expect(asked.map(({ response_format: { type } }) => type)).toEqual(["json_schema", "json_object"]);
});

test.each<[string, Step]>([
  ["an internal error", status(500)],
  ["an overload", status(429)],
  ["half an answer", say('{"title":"Rust ja')],
  ["no JSON at all", (_asked, reply) => reply.end("<html>")],
  ["another shape", say({ items: 3 })],
])("tries again after %s", async (_what, step) => {
  const { service, asked } = await serviceThat([step, say(good)]);
  expect(await service.detect(picture)).toEqual(detected);
  expect(asked).toHaveLength(2);
});

test("keeps of an untrusted answer what fits, as plain text [S-55, S-121]", async () => {
  const { service } = await serviceThat([
    say({
      title: `<b>Rust</b>\u202E jacket ${"x".repeat(400)}`,
      style: "Gothic",
      skin: "described",
      detected_items: [
        { category: "Spaceship", brand: "", product_name: "Rocket" },
        {
          category: "Jacket",
          brand: "<img src=x onerror=alert(1)>",
          product_name: "<script>alert(1)</script>Rust\njacket",
        },
        { category: "Shirt", brand: 7, product_name: "   " },
        "a string",
        ...Array.from({ length: 30 }, () => ({ category: "Shoes", brand: "", product_name: "Sneakers" })),
      ],
    }),
  ]);
  const found = await service.detect(picture);
  expect(found.items).toHaveLength(10);
  expect(found.items[0]).toMatchObject({ category: "Jacket", brand: "", productName: "alert(1) Rust jacket" });
  expect(found.style).toBeNull();
  expect(found.title).toMatch(/^Rust jacket x+$/);
  expect(found.title.length).toBe(100);
  expect(JSON.stringify(found)).not.toMatch(/[<>\u202E]|described/);
});

test("what ends in half a character is cut before it, and stored", async () => {
  const items = [{ category: "Cap", brand: `${"b".repeat(99)}🧢`, product_name: `Cap \ud83e ${"n".repeat(300)}` }];
  const { baseUrl } = await serviceThat([say({ title: `${"t".repeat(99)}🧥`, style: "Retro", detected_items: items })]);
  const { app, as, db } = await testApp({ settings: { VISION_BASE_URL: baseUrl, VISION_MODEL: "looker" } });
  const mia = await buildUser(db);
  const { id, key } = await buildImage(db, mia.id);
  await app.storage.put(key, picture, "image/webp");
  const reply = await as(mia).post("/api/detections", { imageId: id });
  expect(reply.json()).toMatchObject({ title: "t".repeat(99), items: [{ brand: "b".repeat(99) }] });
  expect(reply.body).not.toMatch(/\\ud83e/i);
  expect((await as(mia).post("/api/detections", { imageId: id })).json()).toEqual(reply.json());
});

test("gives up at its deadline, after three attempts, on a refusal and on a flood", async () => {
  const slow = await serviceThat([() => undefined], 200);
  await expect(slow.service.detect(picture)).rejects.toThrow(/deadline|aborted/i);
  // One deadline for both formats.
  const refusing = await serviceThat([(_asked, reply) => setTimeout(() => reply.writeHead(400).end("no"), 400)], 600);
  await expect(refusing.service.detect(picture)).rejects.toThrow(/deadline|aborted/i);
  expect(refusing.asked).toHaveLength(2);
  const busy = await serviceThat([status(429)]);
  await expect(busy.service.detect(picture)).rejects.toBeInstanceOf(ClothingServiceBusyError);
  expect(busy.asked).toHaveLength(3);
  const forbidding = await serviceThat([status(401)]);
  await expect(forbidding.service.detect(picture)).rejects.toThrow("401");
  expect(forbidding.asked).toHaveLength(1);
  const flooding = await serviceThat([say("x".repeat(300_000))]);
  await expect(flooding.service.detect(picture)).rejects.toThrow("too long");
  expect(flooding.service.usage).toMatchObject({ requests: 1, failures: 1 });
});

test("asks no more once nobody waits, also between two attempts", async () => {
  const leaving = new AbortController();
  const { service, asked } = await serviceThat([status(500), () => leaving.abort(), say(good)]);
  await expect(service.detect(picture, leaving.signal)).rejects.toThrow("aborted");
  expect(asked).toHaveLength(2);
});

test("a configured service answers the endpoint, its host is named, and its cost is in the metrics [S-121]", async () => {
  const { baseUrl } = await serviceThat([say(good, { prompt_tokens: 300, completion_tokens: 40 }), status(429)]);
  const { app, as, db, fastify } = await testApp({ settings: { VISION_BASE_URL: baseUrl, VISION_MODEL: "looker" } });
  const mia = await buildUser(db);
  const [first, second] = [await buildImage(db, mia.id), await buildImage(db, mia.id)];
  for (const { key } of [first, second]) await app.storage.put(key, picture, "image/webp");
  const reply = await as(mia).post("/api/detections", { imageId: first.id });
  expect(reply.json()).toEqual(detected);
  // It is not told about points, so nothing is asked and paid again.
  const atPoint = await as(mia).post("/api/detections", { imageId: first.id, point: { x: 0.5, y: 0.5 } });
  expect(atPoint.json()).toEqual(detected);
  expect((await as(mia).get("/api/me/detection")).json()).toMatchObject({ externalHost: new URL(baseUrl).host });
  expect((await as(mia).post("/api/detections", { imageId: second.id })).json().code).toBe("detection.busy");
  const metrics = (await fastify.inject("/metrics")).body;
  expect(metrics).toContain('clothing_service{what="promptTokens"} 300');
  expect(metrics).toContain('clothing_service{what="failures"} 1');
  expect(metrics).toContain('vision{what="completed"} 0');
});

test("a service without a model is refused at the start", () => {
  expect(() => readConfig({ VISION_BASE_URL: "https://vision.example/v1" })).toThrow("VISION_MODEL: needed");
  expect(createClothingService(readConfig({}).vision.service)).toBeUndefined();
});
