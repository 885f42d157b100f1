import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createVision, usualVisionSettings } from "./create-vision.ts";
import { loadFailedCode } from "./vision-messages.ts";
import { type Vision, VisionBusyError, VisionError, VisionTimeoutError, VisionUnavailableError } from "./vision.ts";

/** Obeys the first byte of the file instead of looking at it. */
const obedientWorker = `
const actions = {
  a: ({ id }) => process.send({ id, memoryBytes: 10, result: { porn: id, hentai: 0 } }),
  f: ({ id }) => process.send({ id, memoryBytes: 10, failure: "cannot read this" }),
  m: ({ id }) => process.send({ id, memoryBytes: 2e9, result: { porn: id, hentai: 0 } }),
  n: ({ id }) => process.send({ id, memoryBytes: 2e9, failure: "cannot read this" }),
  g: () => void (growing = Buffer.alloc(400 * 1024 * 1024, 1)),
  s: () => undefined,
  w: ({ id }) => void (waiting = id),
  c: () => process.exit(3),
  l: () => process.exit(${loadFailedCode}),
  t: ({ id }) => setTimeout(() => process.send({ id, memoryBytes: 10, result: { porn: id, hentai: 0 } }), 3_000),
};
process.once("disconnect", () => process.exit());
let waiting, growing;
process.on("message", (request) => {
  if (request.kind !== "cancel") actions[String.fromCharCode(request.file[0])](request);
  else if (request.id === waiting) process.send({ id: request.id, memoryBytes: 10, failure: "stopped" });
});
`;

let folder: string;
let worker: URL;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "vision-"));
  worker = pathToFileURL(path.join(folder, "worker.mjs"));
  await writeFile(worker, obedientWorker);
});
afterAll(() => rm(folder, { recursive: true }));

function start(changes: Partial<typeof usualVisionSettings> = {}): Vision {
  const vision = createVision({ ...usualVisionSettings, ...changes }, worker);
  onTestFinished(() => vision.close());
  return vision;
}
const file = (action: string) => Buffer.from(action);

test("starts no process before the first request", async () => {
  const vision = createVision(usualVisionSettings, new URL("file:///nowhere/worker.mjs"));
  expect(vision.stats()).toMatchObject({ isRunning: false, restarts: 0 });
  await vision.close();
});

test("answers requests one after the other, and a failed one does not hurt the next", async () => {
  const vision = start();
  const outcomes = await Promise.allSettled(["a", "f", "a"].map((action) => vision.screen(file(action))));
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(outcomes[1]).toMatchObject({ reason: new VisionError("cannot read this") });
  expect(vision.stats()).toMatchObject({ completed: 2, failed: 1, restarts: 0, waiting: 0, isRunning: false });
});

test("refuses a request when the queue is full, and background work has a queue of its own [S-120]", async () => {
  const vision = start({ waitingMax: 2, deadlineMs: 60_000 });
  const stuck = [1, 2, 3].map(() => vision.screen(file("s")));
  for (const request of stuck) request.catch(() => undefined);
  await expect(vision.screen(file("a"))).rejects.toBeInstanceOf(VisionBusyError);
  const background = vision.screen(file("a"), { priority: "background" });
  background.catch(() => undefined);
  expect(vision.stats()).toMatchObject({ waiting: 3, refused: 1 });
});

test("serves interactive requests before background ones", async () => {
  const vision = start();
  const order: string[] = [];
  const send = (name: string, priority: "interactive" | "background") =>
    vision.screen(file("a"), { priority }).then(() => order.push(name));
  await Promise.all([
    send("first", "background"),
    send("second", "background"),
    send("urgent", "interactive"),
    send("more urgent", "interactive"),
  ]);
  expect(order).toEqual(["first", "urgent", "more urgent", "second"]);
});

test("ends a request at its deadline and serves the ones behind it with a new process [S-120]", async () => {
  const vision = start({ deadlineMs: 5_000 });
  await vision.screen(file("a"));
  const stuck = vision.screen(file("s"));
  await expect(stuck).rejects.toBeInstanceOf(VisionTimeoutError);
  await expect(vision.screen(file("a"))).resolves.toMatchObject({ hentai: 0 });
  expect(vision.stats()).toMatchObject({ timedOut: 1, restarts: 1, completed: 2 });
});

test("background work has the whole deadline once it is its turn", async () => {
  const vision = start({ deadlineMs: 5_000 });
  await vision.screen(file("a"));
  const [first, patient] = [vision.screen(file("t")), vision.screen(file("t"), { priority: "background" })];
  await first;
  await expect(patient).resolves.toMatchObject({ hentai: 0 });
  expect(vision.stats()).toMatchObject({ timedOut: 0, restarts: 0 });
});

test("what has no turn within the deadline was not looked at: the models were busy", async () => {
  const vision = start({ deadlineMs: 5_000 });
  await vision.screen(file("a"));
  vision.screen(file("t")).catch(() => undefined);
  const late = vision.screen(file("a"), { priority: "background" });
  vision.screen(file("s")).catch(() => undefined);
  await expect(late).rejects.toBeInstanceOf(VisionBusyError);
  expect(vision.stats()).toMatchObject({ timedOut: 1 });
});

test("survives a process that dies [S-161]", async () => {
  const vision = start();
  await expect(vision.screen(file("c"))).rejects.toBeInstanceOf(VisionError);
  await expect(vision.screen(file("a"))).resolves.toMatchObject({ hentai: 0 });
});

test("a process that cannot load its models makes way for the next one, and says nothing of the picture", async () => {
  const vision = start();
  const refused = await vision.screen(file("l")).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(VisionUnavailableError);
  expect(refused).not.toBeInstanceOf(VisionBusyError);
  await expect(vision.screen(file("a"))).resolves.toMatchObject({ hentai: 0 });
});

test("replaces a process that has grown beyond its memory limit [S-120]", async () => {
  const vision = start();
  await vision.screen(file("m"));
  expect(vision.stats()).toMatchObject({ memoryBytes: 2e9, restarts: 1 });
  await vision.screen(file("a"));
  expect(vision.stats()).toMatchObject({ memoryBytes: 10, restarts: 1 });
  await expect(vision.screen(file("n"))).rejects.toThrow("cannot read this");
  expect(vision.stats()).toMatchObject({ memoryBytes: 2e9, restarts: 2 });
});

test.runIf(process.platform === "linux")("ends a process that grows at work [S-120]", async () => {
  const vision = start({ memoryBytesMax: 300 * 1024 * 1024, deadlineMs: 60_000 });
  await vision.screen(file("a"));
  await expect(vision.screen(file("g"))).rejects.toThrow("The models took too much memory");
  expect(vision.stats().memoryBytes).toBeGreaterThan(300 * 1024 * 1024);
  await expect(vision.screen(file("a"))).resolves.toMatchObject({ hentai: 0 });
  expect(vision.stats()).toMatchObject({ completed: 2, failed: 1, restarts: 1, timedOut: 0 });
});

test("takes a waiting request back when its caller leaves", async () => {
  const vision = start({ deadlineMs: 60_000 });
  vision.screen(file("s")).catch(() => undefined);
  const leaving = new AbortController();
  const waiting = vision.screen(file("a"), { signal: leaving.signal });
  leaving.abort();
  await expect(waiting).rejects.toThrow("aborted");
  expect(vision.stats().waiting).toBe(0);
});

test("stops a running request when its caller leaves, and serves the next one with the same process", async () => {
  const vision = start();
  await vision.screen(file("a"));
  const leaving = new AbortController();
  const running = vision.screen(file("w"), { signal: leaving.signal });
  const next = vision.screen(file("a"));
  await expect.poll(() => vision.stats().waiting).toBe(1);
  leaving.abort();
  await expect(running).rejects.toThrow("aborted");
  await expect(next).resolves.toMatchObject({ hentai: 0 });
  expect(vision.stats()).toMatchObject({ completed: 2, cancelled: 1, failed: 0, restarts: 0, timedOut: 0 });
});

test("a cancelled request that does not stop is ended at its deadline [S-120]", async () => {
  const vision = start({ deadlineMs: 5_000 });
  await vision.screen(file("a"));
  const leaving = new AbortController();
  const stuck = vision.screen(file("s"), { signal: leaving.signal });
  leaving.abort();
  await expect(stuck).rejects.toThrow("aborted");
  await expect.poll(() => vision.stats().restarts, { timeout: 15_000 }).toBe(1);
  await expect(vision.screen(file("a"))).resolves.toMatchObject({ hentai: 0 });
});

test("gives each request its place in the queue, and again when it changes", async () => {
  const vision = start();
  const places: Record<string, number[]> = {};
  const leaving = new AbortController();
  const send = (name: string, options: Parameters<Vision["screen"]>[1] = {}) => {
    const own: number[] = (places[name] = []);
    return vision.screen(file("a"), { ...options, onPlace: (ahead) => own.push(ahead) });
  };
  const left = send("first").then(() => undefined);
  const all = [
    left,
    send("behind", { priority: "background" }),
    send("gone", { signal: leaving.signal }),
    send("last"),
  ];
  leaving.abort();
  await Promise.allSettled(all);
  expect(places).toEqual({ first: [0], behind: [1, 2, 3, 2, 1, 0], gone: [1], last: [2, 1, 0] });
});

test("fails what is left when it closes, and takes nothing more", async () => {
  const vision = start({ deadlineMs: 60_000 });
  const left = [vision.screen(file("s")), vision.screen(file("s"))];
  const outcomes = Promise.allSettled(left);
  await vision.close();
  for (const outcome of await outcomes)
    expect(outcome).toMatchObject({ status: "rejected", reason: expect.any(VisionUnavailableError) });
  await expect(vision.screen(file("a"))).rejects.toBeInstanceOf(VisionUnavailableError);
});
