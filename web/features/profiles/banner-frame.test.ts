import fc from "fast-check";
import { expect, test } from "vitest";
import { BannerAdjustments } from "#contract/profiles.ts";
import { bannerStyle, toAdjustments, toCropPoint, untouchedBanner, upperPart } from "./banner-frame.ts";

const frame = { width: 1_200, height: 400 };
/** The picture as the cropper lays it out before zooming: it covers the frame. */
const media = fc.record({
  width: fc.double({ min: 1_200, max: 4_000, noNaN: true }),
  height: fc.double({ min: 400, max: 4_000, noNaN: true }),
});
const adjustments = fc.record({
  zoom: fc.integer({ min: 10, max: 30 }).map((tenths) => tenths / 10),
  offsetX: fc.double({ min: -100, max: 100, noNaN: true }),
  offsetY: fc.double({ min: -100, max: 100, noNaN: true }),
});

test("adjustments survive a round trip through the cropper on movable axes", () => {
  fc.assert(
    fc.property(media, adjustments, (box, stored) => {
      const point = toCropPoint(stored, box, frame);
      const width = box.width * stored.zoom;
      const height = box.height * stored.zoom;
      const area = {
        width: (frame.width / width) * 100,
        height: (frame.height / height) * 100,
        x: (((width - frame.width) / 2 - point.x) / width) * 100,
        y: (((height - frame.height) / 2 - point.y) / height) * 100,
      };
      const back = toAdjustments(stored.zoom, area);
      expect(BannerAdjustments.safeParse(back).success).toBe(true);
      expect(back.zoom).toBeCloseTo(stored.zoom, 5);
      // An axis with almost no overflow keeps its position only approximately, which is invisible.
      expect(back.offsetX).toBeCloseTo(area.width < 99 ? stored.offsetX : back.offsetX, 1);
      expect(back.offsetY).toBeCloseTo(area.height < 99 ? stored.offsetY : back.offsetY, 1);
    }),
  );
});

test("stored adjustments keep their limits for any crop", () => {
  const number = fc.double({ min: -500, max: 500, noNaN: true });
  fc.assert(
    fc.property(number, number, number, number, number, (zoom, x, y, width, height) => {
      expect(BannerAdjustments.safeParse(toAdjustments(zoom, { x, y, width, height })).success).toBe(true);
    }),
  );
});

test("an untouched banner shows its middle", () => {
  expect(bannerStyle(untouchedBanner)).toMatchObject({ objectPosition: "50% 50%", transform: "scale(1)" });
});

test("a new picture is first shown at its upper part, where heads are", () => {
  const { y } = toCropPoint(upperPart, { width: 1_200, height: 1_600 }, frame);
  expect(y).toBeCloseTo(0.4 * (1_600 - frame.height));
});

test("the extreme positions are the picture's edges", () => {
  expect(bannerStyle({ zoom: 2, offsetX: -100, offsetY: 100 })).toMatchObject({
    objectPosition: "0% 100%",
    transformOrigin: "0% 100%",
  });
});
