import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import sharp from "sharp";
import { expect, onTestFinished, test, vi } from "vitest";
import { readConfig } from "#server/config/config.ts";
import { AppError } from "#server/lib/app-error.ts";
import { systemRandom } from "#server/lib/random.ts";
import { preparePicture } from "#server/pictures/picture-work.ts";
import type { Pictures } from "#server/pictures/pictures.ts";
import { buildImage, buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";
import { tokenFor } from "#server/testing/tokens.ts";
import { ClothingServiceBusyError } from "./clothing-requests.ts";
import { createClothingService } from "./clothing-service.ts";

interface Asked {
  model: string;
  response_format?: { type: string };
  temperature?: number;
  max_tokens?: number;
  max_completion_tokens?: number;
  messages: { content: unknown }[];
}
type Step = (asked: Asked, reply: Parameters<RequestListener>[1], authorization: string | undefined) => void;

const picture = await sharp({ create: { width: 40, height: 50, channels: 3, background: "#a24a26" } })
  .jpeg()
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
  (code: number, headers = {}): Step =>
  (_asked, reply) =>
    reply.writeHead(code, headers).end("no");
const never: Step = () => undefined;
const refuseUnless =
  (isAccepted: (asked: Asked) => boolean): Step =>
  (asked, reply, authorization) =>
    (isAccepted(asked) ? say(good) : status(400))(asked, reply, authorization);

/** A service that takes one step for each request, the last one again and again. */
async function serviceThat(steps: Step[], timeoutMs = 10_000) {
  const asked: Asked[] = [];
  const times: number[] = [];
  const server = createServer((request, reply) => {
    void json(request).then((body) => {
      asked.push(body as Asked);
      times.push(performance.now());
      steps[Math.min(asked.length, steps.length) - 1]?.(body as Asked, reply, request.headers.authorization);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => server.close().closeAllConnections());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const random = { below: vi.fn<(bound: number) => number>(() => 0) };
  const service = createClothingService({ baseUrl, model: "looker", apiKey: "secret", timeoutMs }, random);
  if (!service) throw new Error("It is configured");
  return { service, asked, times, baseUrl, random };
}

test("asks with a strict schema, the key and the picture", async () => {
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
  expect(service.usage).toEqual({ requests: 1, answered: 1, failures: 0, promptTokens: 300, completionTokens: 40 });
});

test("reads an answer out of a code fence", async () => {
  const { service } = await serviceThat([say(`\`\`\`json\n${JSON.stringify(good)}\n\`\`\``)]);
  expect(await service.detect(picture)).toEqual(detected);
});

test.each<[string, (asked: Asked) => boolean, number]>([
  ["a reasoning model", ({ temperature, max_tokens }) => temperature === undefined && max_tokens === undefined, 2],
  ["no schemas", ({ response_format }) => response_format?.type !== "json_schema", 3],
  [
    "neither schemas nor a temperature",
    ({ response_format, max_tokens }) => response_format?.type !== "json_schema" && max_tokens === undefined,
    4,
  ],
  ["no formats", ({ response_format }) => response_format === undefined, 5],
  ["hardly anything", (asked) => !("response_format" in asked) && asked.max_completion_tokens !== undefined, 6],
])("finds the form that a service accepts, and remembers it: %s", async (_what, isAccepted, requests) => {
  const { service, asked } = await serviceThat([refuseUnless(isAccepted)]);
  expect(await service.detect(picture)).toEqual(detected);
  expect(asked).toHaveLength(requests);
  // Without a schema as such, it is in the words.
  const isSchemaSent = asked.at(-1)?.response_format?.type === "json_schema";
  expect(String(asked.at(-1)?.messages[0]?.content).includes('"detected_items"')).toBe(!isSchemaSent);
  expect(await service.detect(picture)).toEqual(detected);
  expect(asked).toHaveLength(requests + 1);
  expect(service.usage).toMatchObject({ requests: requests + 1, answered: 2, failures: 0 });
});

test("a picture that is refused costs one request, and after a change of the model another form is found", async () => {
  let isReasoning = false;
  const { service, asked } = await serviceThat([
    refuseUnless(({ max_tokens }) => (max_tokens === undefined) === isReasoning),
  ]);
  await service.detect(picture);
  isReasoning = true;
  await expect(service.detect(picture)).rejects.toThrow("refused");
  expect(asked).toHaveLength(2);
  expect(await service.detect(picture)).toEqual(detected);
  expect(asked).toHaveLength(4);
  const refusing = await serviceThat([status(422)]);
  await expect(refusing.service.detect(picture)).rejects.toThrow("refused");
  expect(refusing.asked).toHaveLength(6);
  expect(refusing.service.usage).toMatchObject({ requests: 6, answered: 0, failures: 1 });
});

test.each<[string, Step]>([
  ["an internal error", status(500)],
  ["an overload", status(429)],
  ["half an answer", say('{"title":"Rust ja')],
  ["no JSON at all", (_asked, reply) => reply.end("<html>")],
  ["another shape", say({ items: 3 })],
  ["a reset connection", (_asked, reply) => reply.socket?.destroy()],
  [
    "a reply that ends in the middle",
    (_asked, reply) =>
      reply.writeHead(200, { "content-length": 900 }).write('{"choices":[', () => reply.socket?.destroy()),
  ],
])("tries again after %s", async (_what, step) => {
  const { service, asked } = await serviceThat([step, say(good)]);
  expect(await service.detect(picture)).toEqual(detected);
  expect(asked).toHaveLength(2);
});

test("tries to connect again", async () => {
  const { service, asked } = await serviceThat([say(good)]);
  vi.spyOn(globalThis, "fetch").mockRejectedValueOnce(new TypeError("fetch failed"));
  onTestFinished(() => void vi.restoreAllMocks());
  expect(await service.detect(picture)).toEqual(detected);
  expect(asked).toHaveLength(1);
});

test("a request that hangs leaves time for another one", async () => {
  const { service, asked } = await serviceThat([never, say(good)], 2_000);
  expect(await service.detect(picture)).toEqual(detected);
  expect(asked).toHaveLength(2);
});

test("pauses grow, and a random part keeps servers apart", async () => {
  const { service, times, random } = await serviceThat([status(500), status(500), say(good)]);
  random.below.mockImplementation((bound) => bound - 1);
  await service.detect(picture);
  expect(random.below.mock.calls).toEqual([[400], [800]]);
  const [first = 0, second = 0, third = 0] = times;
  expect(second - first).toBeGreaterThan(790);
  expect(third - second).toBeGreaterThan(1_590);
});

test("waits as long as the service asks for, unless that is longer than its deadline", async () => {
  const { service, times } = await serviceThat([status(429, { "retry-after": "1" }), say(good)]);
  expect(await service.detect(picture)).toEqual(detected);
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(990);
  const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();
  const busy = await serviceThat([status(429, { "retry-after": inAnHour })]);
  await expect(busy.service.detect(picture)).rejects.toBeInstanceOf(ClothingServiceBusyError);
  expect(busy.asked).toHaveLength(1);
});

test("asks no more where nothing is left to pay with, and follows no redirection", async () => {
  const spent = await serviceThat([
    (_asked, reply) => reply.writeHead(429).end('{"error":{"code":"insufficient_quota"}}'),
  ]);
  await expect(spent.service.detect(picture)).rejects.toThrow("429");
  expect(spent.asked).toHaveLength(1);
  const elsewhere = await serviceThat([status(302, { location: "/v2/chat/completions" })]);
  await expect(elsewhere.service.detect(picture)).rejects.toThrow("302");
  expect(elsewhere.asked).toHaveLength(1);
});

test("a few pictures are looked at at once, some wait and know their place, more are refused [S-120]", async () => {
  const { service, asked } = await serviceThat([never]);
  const places: Record<number, number[]> = {};
  const callers = Array.from({ length: 12 }, () => new AbortController());
  const all = callers.map(({ signal }, n) => {
    const own: number[] = (places[n] = []);
    return service.detect(picture, { signal, onPlace: (ahead) => own.push(ahead) });
  });
  const outcomes = Promise.allSettled(all);
  await expect(service.detect(picture)).rejects.toBeInstanceOf(ClothingServiceBusyError);
  await expect.poll(() => asked.length).toBe(4);
  expect([3, 4, 11].map((n) => places[n]?.at(-1))).toEqual([0, 1, 8]);
  // Whoever leaves the queue makes room at once.
  callers[4]?.abort();
  await expect(all[4]).rejects.toThrow("aborted");
  expect([5, 11].map((n) => places[n]?.at(-1))).toEqual([1, 7]);
  const late = new AbortController();
  const last: number[] = [];
  const refused = service.detect(picture, { signal: late.signal, onPlace: (ahead) => last.push(ahead) });
  expect(last).toEqual([8]);
  for (const caller of [...callers, late]) caller.abort();
  await expect(refused).rejects.toThrow("aborted");
  await outcomes;
  // Those that waited were not sent.
  expect(asked).toHaveLength(4);
});

test("says where an item is, if that makes sense", async () => {
  const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });
  const boxes = [
    box(0.25, 0.5, 0.5, 0.25),
    box(-0.05, 0.5, 0.3, 0.55),
    box(100, 200, 300, 400),
    box(0.5, 0.5, -0.2, 0.2),
    box(0.5, 0.5, 0, 0),
    { x: "left" },
    null,
  ];
  const { service } = await serviceThat([
    say({
      ...good,
      detected_items: boxes.map((each) => ({ category: "Jacket", brand: "", product_name: "Jacket", box: each })),
    }),
  ]);
  const { items } = await service.detect(picture);
  expect(items[0]).toMatchObject({ box: box(0.25, 0.5, 0.5, 0.25), point: { x: 0.5, y: 0.625 } });
  expect(items[1]?.box).toEqual({ x: 0, y: 0.5, width: 0.25, height: 0.5 });
  expect(items[1]?.point).toEqual({ x: 0.125, y: 0.75 });
  expect(items.slice(2).map(({ box, point }) => [box, point])).toEqual(Array.from({ length: 5 }, () => [null, null]));
});

test("leaves out what describes a person [S-55]", async () => {
  const clothes = [
    "Cross-body bag",
    "Black bodysuit",
    "Women’s blazer",
    "Face mask",
    "Skinny jeans",
    "Boy-fit shirt",
    "Snakeskin boots",
    "Double-breasted coat",
  ];
  const people = ["Pale skin", "Smiling face", "Muscular body", "Tattooed arm", "Jacket of a woman", "Blonde hair"];
  const { service } = await serviceThat([
    say({
      ...good,
      title: "Young man in a rust jacket",
      detected_items: [...people, ...clothes].map((name) => ({ category: "Shirt", brand: "", product_name: name })),
    }),
  ]);
  const { title, items } = await service.detect(picture);
  expect(title).toBe("");
  expect(items.map(({ productName }) => productName)).toEqual(clothes);
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
  const slow = await serviceThat([never], 1_000);
  await expect(slow.service.detect(picture)).rejects.toThrow(/deadline|did not answer/i);
  // One deadline for all forms.
  const refusing = await serviceThat([(_asked, reply) => setTimeout(() => reply.writeHead(400).end("no"), 400)], 1_000);
  await expect(refusing.service.detect(picture)).rejects.toThrow(/deadline|did not answer/i);
  expect(refusing.asked.length).toBeLessThan(4);
  const busy = await serviceThat([status(429)]);
  await expect(busy.service.detect(picture)).rejects.toBeInstanceOf(ClothingServiceBusyError);
  expect(busy.asked).toHaveLength(3);
  const forbidding = await serviceThat([status(401)]);
  await expect(forbidding.service.detect(picture)).rejects.toThrow("401");
  expect(forbidding.asked).toHaveLength(1);
  const flooding = await serviceThat([say("x".repeat(300_000))]);
  await expect(flooding.service.detect(picture)).rejects.toThrow("too long");
  expect(flooding.service.usage).toMatchObject({ requests: 1, answered: 0, failures: 1 });
});

test("a picture whose time went by in the queue is not a failure of the service, but may be sent again", async () => {
  const { service } = await serviceThat([never], 1_000);
  const outcomes = await Promise.allSettled(Array.from({ length: 13 }, () => service.detect(picture)));
  const isBusy = (outcome: PromiseSettledResult<unknown>) =>
    outcome.status === "rejected" && outcome.reason instanceof ClothingServiceBusyError;
  expect(outcomes.map(isBusy)).toEqual(outcomes.map((_, n) => n >= 4));
  expect(service.usage.failures).toBe(4);
});

test("asks no more once nobody waits, also between two attempts", async () => {
  const leaving = new AbortController();
  const { service, asked } = await serviceThat([status(500), () => leaving.abort(), say(good)]);
  await expect(service.detect(picture, { signal: leaving.signal })).rejects.toThrow("aborted");
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

test("what fails does not count for the day, and what its member cancels does [S-121]", async () => {
  const { baseUrl, asked } = await serviceThat([status(401), status(429, { "retry-after": "3600" }), never, say(good)]);
  const { app, as, db, fastify } = await testApp({
    settings: { VISION_BASE_URL: baseUrl, VISION_MODEL: "looker", RATE_LIMITS: "on", VISION_DAILY_BUDGET: "2" },
  });
  await fastify.listen({ port: 0, host: "127.0.0.1" });
  const mia = await buildUser(db);
  const upload = async () => {
    const { id, key } = await buildImage(db, mia.id);
    await app.storage.put(key, picture, "image/webp");
    return id;
  };
  const [first, second, third] = [await upload(), await upload(), await upload()];
  const ask = async (imageId: string) => (await as(mia).post("/api/detections", { imageId })).json();
  expect((await ask(first)).code).toBe("detection.failed");
  expect((await ask(first)).code).toBe("detection.busy");
  const leaving = new AbortController();
  const cancelled = fetch(`http://127.0.0.1:${(fastify.server.address() as AddressInfo).port}/api/detections`, {
    method: "POST",
    headers: { authorization: `Bearer ${await tokenFor(app, mia.id)}`, "content-type": "application/json" },
    body: JSON.stringify({ imageId: first }),
    signal: leaving.signal,
  });
  await expect.poll(() => asked.length).toBe(3);
  leaving.abort();
  await expect(cancelled).rejects.toThrow("aborted");
  expect(await ask(second)).toEqual(detected);
  expect((await ask(third)).code).toBe("detection.budget_spent");
  // It is known, and costs nothing.
  expect(await ask(second)).toEqual(detected);
  expect(asked).toHaveLength(4);
  expect(app.clothingService?.usage).toMatchObject({ requests: 4, answered: 1, failures: 2 });
});

test("a picture is decoded in the process of pictures, and sent as JPEG [S-161]", async () => {
  const { baseUrl, asked } = await serviceThat([say(good)]);
  const shrink = vi.fn<Pictures["shrink"]>(async () => Buffer.from("a small copy"));
  const pictures = { shrink, prepare: preparePicture, close: () => Promise.resolve() };
  const settings = { VISION_BASE_URL: baseUrl, VISION_MODEL: "looker" };
  const { app, as, db } = await testApp({ settings, app: { pictures } });
  const mia = await buildUser(db);
  const { id, key } = await buildImage(db, mia.id);
  await app.storage.put(key, Buffer.from("stored"), "image/webp");
  await as(mia).post("/api/detections", { imageId: id });
  expect(shrink.mock.calls).toEqual([[Buffer.from("stored"), "jpeg"]]);
  const sent = Buffer.from("a small copy").toString("base64");
  expect(JSON.stringify(asked[0]?.messages)).toContain(`data:image/jpeg;base64,${sent}`);
  shrink.mockRejectedValueOnce(new AppError("image.busy"));
  await db.deleteFrom("detections").execute();
  expect((await as(mia).post("/api/detections", { imageId: id })).json().code).toBe("detection.busy");
});

test("a service without a model is refused at the start", () => {
  expect(() => readConfig({ VISION_BASE_URL: "https://vision.example/v1" })).toThrow("VISION_MODEL: needed");
  expect(createClothingService(readConfig({}).vision.service, systemRandom)).toBeUndefined();
});
