import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { createPictures, usualPictureSettings } from "./create-pictures.ts";
import type { Pictures } from "./pictures.ts";

const red = { r: 220, g: 30, b: 40 };
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: red } })
    .jpeg()
    .toBuffer();

test("prepares and shrinks pictures in the process, and reports what is no picture [S-161]", async () => {
  const pictures = createPictures();
  onTestFinished(() => pictures.close());
  const [prepared, small, refused, asJpeg] = await Promise.allSettled([
    pictures.prepare(await plain(500, 400), "outfit"),
    pictures.shrink(await plain(2_000, 1_000)),
    pictures.prepare(Buffer.from("nothing"), "outfit"),
    pictures.shrink(await plain(2_000, 1_000), "jpeg"),
  ]);
  expect(prepared).toMatchObject({ value: { width: 500, height: 400, widths: [320] } });
  if (prepared.status !== "fulfilled" || small.status !== "fulfilled" || asJpeg.status !== "fulfilled")
    throw new Error("not done");
  expect(await sharp(prepared.value.renditions[0]?.bytes).metadata()).toMatchObject({ format: "webp", width: 320 });
  expect(await sharp(small.value).metadata()).toMatchObject({ format: "webp", width: 1_024, height: 512 });
  expect(await sharp(asJpeg.value).metadata()).toMatchObject({ format: "jpeg", width: 1_024, height: 512 });
  expect(refused).toMatchObject({ reason: { name: "AppError", code: "image.not_a_picture" } });
});

describe("the process", () => {
  /** Obeys the first byte of the file instead of reading a picture. */
  const obedient = `
const held = [];
const actions = {
  a: ({ id }) => process.send({ id, result: Buffer.from(String(process.pid)) }),
  h: ({ id }) => held.push(id),
  r: ({ id }) => [...held.splice(0), id].forEach((each) => process.send({ id: each, result: Buffer.from("late") })),
  c: () => process.exit(3),
  e: ({ id }) => process.send({ id, failure: { code: null, message: "broken" } }),
};
process.once("disconnect", () => process.exit());
process.on("message", (request) => actions[String.fromCharCode(request.file[0])](request));
`;
  let folder: string;
  let file: URL;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "pictures-"));
    file = pathToFileURL(path.join(folder, "process.mjs"));
    await writeFile(file, obedient);
  });
  afterAll(() => rm(folder, { recursive: true }));

  function start(changes: Partial<typeof usualPictureSettings> = {}): (action: string) => Promise<string> {
    const pictures: Pictures = createPictures({ ...usualPictureSettings, atOnce: 2, ...changes }, file);
    onTestFinished(() => pictures.close());
    return async (action) => String(await pictures.shrink(Buffer.from(action)));
  }
  const busy = { name: "AppError", code: "image.busy", retryAfterSeconds: 5 };

  test("a picture beyond the queue's limit is refused as busy [S-38]", async () => {
    const send = start({ waitingMax: 1 });
    const held = [send("h"), send("r"), send("a")];
    await expect(send("a")).rejects.toMatchObject(busy);
    expect((await Promise.all(held)).slice(0, 2)).toEqual(["late", "late"]);
  });

  test("if a decoder ends it, the pictures under way are refused as busy, and the next one starts it again [S-161]", async () => {
    const send = start();
    const first = await send("a");
    const outcomes = await Promise.allSettled([send("h"), send("c")]);
    expect(outcomes).toMatchObject([{ reason: busy }, { reason: busy }]);
    const second = await send("a");
    expect(second).toMatch(/^\d+$/);
    expect(second).not.toBe(first);
  });

  test("it is ended when a picture takes too long [S-161]", async () => {
    const send = start({ deadlineMs: 2_000 });
    // The deadline holds for the start of the process as well, which takes longer than that on a busy machine.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    await send("a");
    const held = Promise.allSettled([send("h")]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await held).toMatchObject([{ reason: busy }]);
    await expect(send("a")).resolves.toMatch(/^\d+$/);
  });

  test("an idle one ends, and one that is not stays", async () => {
    const send = start({ idleMs: 300 });
    const first = await send("a");
    expect(await send("a")).toBe(first);
    await expect.poll(() => isRunning(Number(first)), { timeout: 10_000 }).toBe(false);
    expect(await send("a")).not.toBe(first);
  });

  test("an unexpected error of a picture is that picture's alone", async () => {
    const send = start();
    const outcomes = await Promise.allSettled([send("e"), send("a")]);
    expect(outcomes).toMatchObject([{ reason: { message: "broken" } }, { status: "fulfilled" }]);
  });

  test("what is left fails when it closes, and nothing more is taken", async () => {
    const pictures = createPictures(usualPictureSettings, file);
    const [left] = await Promise.allSettled([pictures.shrink(Buffer.from("h")), pictures.close()]);
    expect(left).toMatchObject({ reason: busy });
    await expect(pictures.shrink(Buffer.from("a"))).rejects.toMatchObject(busy);
  });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
