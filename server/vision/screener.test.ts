import { readFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { patternedPicture } from "#server/testing/pictures.ts";
import { createVision, usualVisionSettings } from "./create-vision.ts";
import { startRuntime } from "./runtime.ts";
import { createScreener } from "./screener.ts";
import { VisionError } from "./vision.ts";

beforeAll(startRuntime);

test("pictures have the scores that Keras's model has in tfjs-layers 4.22", async () => {
  const score = await createScreener();
  const near = (value: number) => expect.closeTo(value, 4);
  const astronaut = await readFile(path.join(import.meta.dirname, "../testing/photos/astronaut.jpg"));
  expect(await score(astronaut)).toEqual({ porn: near(0.000_337), hentai: near(0.001_309) });
  const plain = sharp({ create: { width: 300, height: 300, channels: 3, background: "#d09a80" } });
  expect(await score(await plain.png().toBuffer())).toEqual({ porn: near(0.006_742), hentai: near(0.024_29) });
}, 60_000);

test("the real model scores a harmless picture low in both classes, and survives a file that is no picture", async () => {
  const vision = createVision({ ...usualVisionSettings, deadlineMs: 110_000 });
  onTestFinished(() => vision.close());
  await expect(vision.screen(Buffer.from("no picture"))).rejects.toBeInstanceOf(VisionError);
  const { porn, hentai } = await vision.screen(await patternedPicture(7, 600, 800), { priority: "background" });
  for (const score of [porn, hentai]) {
    expect(score).toBeGreaterThan(0);
    expect(score).toBeLessThan(0.5);
  }
}, 120_000);
