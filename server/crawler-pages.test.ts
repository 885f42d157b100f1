import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { toClientKey } from "./lib/client-key.ts";
import { createCrawlerPages } from "./crawler-pages.ts";
import { testApp, type TestApp } from "./testing/test-app.ts";

/** Obeys the address instead of making a page. */
const obedient = `
const answer = (id, text) => process.send({ id, result: { status: 200, headers: {}, body: Buffer.from(text) } });
const actions = {
  "/page": ({ id }) => answer(id, "page of " + process.pid),
  "/settings": ({ id }) => answer(id, JSON.stringify(process.env)),
  "/held": () => undefined,
  "/crash": () => process.exit(3),
  "/busy": ({ id }) => process.send({ id, failure: { code: "image.busy", retryAfterSeconds: 3 } }),
  "/broken": ({ id }) => process.send({ id, failure: { code: "internal", cause: { message: "broken", code: "42703" } } }),
};
process.once("disconnect", () => process.exit());
process.on("message", (request) => actions[new URL(request.href).pathname](request));
`;
const usual = { atOnceMax: 2, deadlineMs: 10_000, idleMs: 60_000, pauseMs: 60_000 };
let fash: TestApp;
let folder: string;
let file: URL;
beforeAll(async () => {
  fash = await testApp();
  folder = await mkdtemp(path.join(os.tmpdir(), "crawlers-"));
  file = pathToFileURL(path.join(folder, "process.mjs"));
  await writeFile(file, obedient);
});
afterAll(() => rm(folder, { recursive: true }));

function start(settings: Partial<typeof usual> = {}) {
  const onFailure = vi.fn<(error: Error) => void>();
  const surroundings = { config: fash.app.config, databaseUrl: "postgres://bench", onFailure };
  const pages = createCrawlerPages(surroundings, { ...usual, ...settings }, file);
  onTestFinished(() => pages.close());
  const open = (address: string) =>
    pages.open({ href: `http://page${address}`, client: toClientKey("192.0.2.1"), readsGzip: true });
  const read = async (address: string) => {
    const made = await open(address);
    return made && Buffer.from(made.body).toString();
  };
  const untilReady = async () => {
    await expect.poll(() => read("/page"), { timeout: 20_000 }).toBeDefined();
  };
  return { open, read, untilReady, onFailure, close: () => pages.close() };
}

test("pages are made here until the process has answered, and then there", async () => {
  const { open, read, untilReady } = start();
  expect(open("/page")).toBeUndefined();
  await untilReady();
  expect(await read("/page")).toMatch(/^page of \d+$/);
  await expect(read("/busy")).rejects.toMatchObject({ code: "image.busy", retryAfterSeconds: 3 });
  await expect(read("/broken")).rejects.toMatchObject({
    code: "internal",
    cause: { message: "broken", code: "42703" },
  });
});

test("the process has the server's settings and database, and waits for everything else", async () => {
  const { read, untilReady } = start();
  await untilReady();
  const settings = JSON.parse((await read("/settings")) ?? "") as Record<string, string>;
  expect(settings).toMatchObject({
    DATABASE_URL: "postgres://bench",
    DATABASE_POOL_SIZE: "4",
    DATA_DIR: fash.app.config.dataDir,
    REDIS_URL: "",
  });
});

test("beyond the pages under way, crawlers come back later", async () => {
  const { open, untilReady } = start();
  await untilReady();
  const held = [open("/held"), open("/held")].map((made) => made?.catch((error: Error) => error));
  expect(() => open("/held")).toThrow(expect.objectContaining({ code: "server.unavailable", retryAfterSeconds: 30 }));
  expect(held).toHaveLength(2);
});

test("what is under way when the process ends is refused for now, and later pages are made here until it answers again", async () => {
  const { open, read, untilReady, onFailure } = start({ pauseMs: 0 });
  await untilReady();
  await expect(read("/crash")).rejects.toMatchObject({ code: "server.unavailable" });
  expect(open("/page")).toBeUndefined();
  await untilReady();
  expect(onFailure).not.toHaveBeenCalled();
});

test("a page that takes too long ends the process", async () => {
  const { read, untilReady } = start({ deadlineMs: 2_000, pauseMs: 0 });
  await untilReady();
  await expect(read("/held")).rejects.toMatchObject({ code: "server.unavailable" });
});

test("the end of the server while the process starts is no failure", async () => {
  const { open, close, onFailure } = start();
  void open("/page");
  await close();
  expect(onFailure).not.toHaveBeenCalled();
});

test("a process that does not start is reported, and not started again at once", async () => {
  const { open, onFailure } = start();
  expect(open("/crash")).toBeUndefined();
  await expect.poll(() => onFailure.mock.calls).toHaveLength(1);
  expect(open("/crash")).toBeUndefined();
  expect(open("/crash")).toBeUndefined();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(onFailure).toHaveBeenCalledOnce();
});
