import { Readable } from "node:stream";
import sharp from "sharp";
import { afterEach, expect, test, vi } from "vitest";
import { readLimited } from "#server/lib/read-limited.ts";
import { preparePicture } from "#server/pictures/picture-work.ts";
import { buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";

const { as, db } = await testApp();
const photo = await sharp({ create: { width: 300, height: 400, channels: 3, background: "#b3123f" } })
  .jpeg()
  .toBuffer();
afterEach(() => void vi.useRealTimers());

/** A body that stalls after its first bytes, until it is let go. */
function stalled(): { body: Readable; release(): void } {
  const body = new Readable({ read: () => undefined });
  body.push(photo.subarray(0, 200));
  return {
    body,
    release() {
      body.push(photo.subarray(200));
      body.push(null);
    },
  };
}

test("stalled uploads of one member do not delay others, and later ones of that member are not read [S-42]", async () => {
  const [mia, leo] = [await buildUser(db), await buildUser(db)];
  const slow = Array.from({ length: 5 }, stalled);
  const send = (uploads: typeof slow) => uploads.map(({ body }) => as(mia).upload("/api/uploads/avatar", body));
  // The first three take the member's places before the others are sent.
  const first = send(slow.slice(0, 3));
  expect((await as(leo).upload("/api/uploads/avatar", photo)).statusCode).toBe(200);
  const answers = [...first, ...send(slow.slice(3))];
  let isLastDone = false;
  void answers.at(-1)?.then(() => (isLastDone = true));
  slow.at(-1)?.release();
  expect((await as(leo).upload("/api/uploads/avatar", photo)).statusCode).toBe(200);
  // Whole, but behind three that are not.
  expect(isLastDone).toBe(false);
  for (const { release } of slow.slice(0, -1)) release();
  expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
});

/** Sends `bytes` every `everyMs`, by the clock of the test. */
async function* trickle(bytes: number, everyMs: number): AsyncGenerator<Uint8Array> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, everyMs));
    yield new Uint8Array(bytes);
  }
}

test.each([
  ["a sender that goes silent", 100, 60_000, 16],
  ["a trickle", 1_000, 5_000, 26],
  ["a body slower than its size allows", 40_000, 1_000, 348],
])("%s is cut [S-37]", async (_name, bytes, everyMs, secondsMax) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const start = performance.now();
  const reading = readLimited(trickle(bytes, everyMs), 10 * 1024 * 1024).catch((error: unknown) => error);
  let isOver = false;
  void reading.then(() => (isOver = true));
  while (!isOver) await vi.advanceTimersByTimeAsync(500);
  const outcome = await reading;
  if (outcome !== null) expect(outcome).toMatchObject({ code: "request.malformed" });
  expect((performance.now() - start) / 1_000).toBeLessThanOrEqual(secondsMax);
});

test("photos that need much memory are decoded one after the other [S-38]", async () => {
  const side = 4_600;
  const large = await sharp({ create: { width: side, height: side, channels: 3, background: "#b3123f" } })
    .jpeg({ progressive: true, quality: 60 })
    .toBuffer();
  const before = process.memoryUsage().rss;
  let peak = before;
  const watching = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 10);
  const answers = await Promise.allSettled(Array.from({ length: 4 }, () => preparePicture(large, "avatar")));
  clearInterval(watching);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => "fulfilled"));
  // 127 MB each by the estimate: together they would take half a gigabyte.
  expect((peak - before) / 1024 / 1024).toBeLessThan(300);
}, 120_000);
