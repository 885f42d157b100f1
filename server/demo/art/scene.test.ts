import { createHash } from "node:crypto";
import fc from "fast-check";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import type { Model } from "./casting.ts";
import { bannerPicture, groupPicture, stylePicture } from "./group.ts";
import { STYLE_NAMES } from "./look.ts";
import { LOOKS } from "./looks.ts";
import { avatarPicture } from "./portraits.ts";
import { rasterise } from "./raster.ts";
import { closeUpPicture, closeUpsOf, itemPlaces, outfitPicture, type Picture } from "./scene.ts";

const hash = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 12);
const anyStyle = fc.constantFrom(...STYLE_NAMES);
const everyLook = STYLE_NAMES.flatMap((style) => LOOKS[style].map((_, n) => ({ style, n })));

/** Every tag closed in order, every paint and clip defined once, no number gone wrong. */
function faults({ svg }: Picture): string[] {
  const open: string[] = [];
  const found: string[] = [];
  for (const [, closing, name, selfClosing] of svg.matchAll(/<(\/?)([a-zA-Z]+)(?:"[^"]*"|[^">])*?(\/?)>/g)) {
    if (closing) {
      if (open.pop() !== name) found.push(`</${name}> out of order`);
    } else if (!selfClosing && name) open.push(name);
  }
  const ids = [...svg.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
  const used = [...svg.matchAll(/url\(#([^)]+)\)/g)].map((match) => match[1]);
  if (open.length > 0) found.push(`left open: ${open.join()}`);
  if (/NaN|undefined|Infinity|null/.test(svg)) found.push("a value is missing");
  if (new Set(ids).size !== ids.length) found.push("an id is defined twice");
  for (const id of used) if (!ids.includes(id)) found.push(`#${id} is not defined`);
  return found;
}

test("the same style and number give the same picture, today and in the next release", () => {
  const drawn = [
    outfitPicture("Retro", 0),
    outfitPicture("Formal", 6),
    avatarPicture("mia.okafor"),
    stylePicture("Y2K"),
  ];
  expect(drawn.map((picture) => hash(picture.svg))).toMatchInlineSnapshot(`
    [
      "cf3337c50397",
      "9d7d59b8498c",
      "ec229f9bbc78",
      "61ab9c670964",
    ]
  `);
});

test("drawing one picture does not change another", () => {
  const first = outfitPicture("Casual", 2).svg;
  outfitPicture("Grunge", 3);
  avatarPicture("someone");
  expect(outfitPicture("Casual", 2).svg).toBe(first);
});

test("every style has at least six looks, and no two pictures are alike", () => {
  for (const style of STYLE_NAMES) expect(LOOKS[style].length).toBeGreaterThanOrEqual(6);
  expect(everyLook.length).toBeGreaterThanOrEqual(72);
  const bodies = everyLook.map(({ style, n }) => hash(outfitPicture(style, n).svg));
  expect(new Set(bodies).size).toBe(everyLook.length);
});

test("every curated look is well formed", () => {
  for (const { style, n } of everyLook) expect(faults(outfitPicture(style, n)), `${style} ${n}`).toEqual([]);
});

describe("for any seed", () => {
  test("outfits are well formed portraits 1080 wide", () => {
    fc.assert(
      fc.property(anyStyle, fc.nat({ max: 400 }), (style, n) => {
        const picture = outfitPicture(style, n);
        expect(faults(picture)).toEqual([]);
        expect(picture.width).toBe(1080);
        expect([1350, 1440, 1620]).toContain(picture.height);
      }),
      { numRuns: 60, seed: 7 },
    );
  });

  test("portraits, banners and groups are well formed", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), (seed) => {
        for (const picture of [avatarPicture(seed), bannerPicture(seed), groupPicture(seed)])
          expect(faults(picture)).toEqual([]);
      }),
      { numRuns: 25, seed: 7 },
    );
  });
});

test("a model is the same person in every picture", () => {
  const model: Model = {
    name: "ada",
    wearer: "woman",
    traits: { masculine: false, skin: "#9a633f", hairStyle: "bob", hair: "#8c3b2a" },
  };
  for (const n of [2, 3]) expect(outfitPicture("Casual", n, model).svg).toContain('fill="#9a633f"');
  expect(avatarPicture("ada", model).svg).toContain('fill="#9a633f"');
});

test("close-ups are well formed parts of the worn pictures; items are marked within the picture", () => {
  for (const { style, n } of everyLook) {
    const look = LOOKS[style][n];
    const closeUps = closeUpsOf(style, n);
    expect(closeUps.length, `${style} ${n}`).toBe(look?.close || look?.flat ? 0 : 2);
    for (const closeUp of closeUps) {
      const picture = closeUpPicture(style, n, closeUp);
      expect(faults(picture)).toEqual([]);
      const [left = 0, top = 0, width = 0, height = 0] = (/viewBox="([^"]+)"/.exec(picture.svg)?.[1] ?? "")
        .split(" ")
        .map(Number);
      const whole = outfitPicture(style, n);
      expect(left >= 0 && top >= 0 && left + width <= whole.width && top + height <= whole.height).toBe(true);
      expect(picture.height / picture.width).toBeCloseTo(height / width, 1);
    }
    const places = Object.values(itemPlaces(style, n));
    expect(places.length > 0).toBe(!look?.flat);
    for (const [x, y] of places) expect(x > 0 && x < 1 && y > 0 && y < 1).toBe(true);
  }
});

test("a picture becomes an opaque JPEG of the asked size", async () => {
  const picture = outfitPicture("Bohemian", 1);
  const bytes = await rasterise(picture.svg, { width: 360, height: 480 });
  expect(await sharp(bytes).metadata()).toMatchObject({ format: "jpeg", width: 360, height: 480, hasAlpha: false });
});
