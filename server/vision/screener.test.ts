import { expect, onTestFinished, test } from "vitest";
import { patternedPicture } from "#server/testing/pictures.ts";
import { createVision, usualVisionSettings } from "./create-vision.ts";
import { VisionError } from "./vision.ts";

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
