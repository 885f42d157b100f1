import { gzipSync } from "node:zlib";
import fc from "fast-check";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { type PictureKind, pictureShapes, type PreparedPicture, preparePicture } from "./picture-work.ts";

const red = { r: 220, g: 30, b: 40 };
const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: red } });
const full = (picture: PreparedPicture, format: "webp" | "avif" = "webp"): Buffer => {
  const found = picture.renditions.find((rendition) => rendition.format === format && rendition.width === undefined);
  if (!found) throw new Error(`There is no full ${format}`);
  return found.bytes;
};

describe("renditions", () => {
  test("a photo gives WebP and AVIF at 320, 640 and 1080, and a thumbhash", async () => {
    const picture = await preparePicture(await plain(2_000, 3_000).jpeg().toBuffer(), "outfit");
    expect(picture).toMatchObject({ width: 1_080, height: 1_620, widths: [320, 640] });
    const sizes = await Promise.all(
      picture.renditions.map(async ({ bytes, format }) => {
        const { width, height, format: stored } = await sharp(bytes).metadata();
        return `${format}:${stored} ${width}x${height}`;
      }),
    );
    expect(sizes).toEqual([
      "webp:webp 320x480",
      "avif:heif 320x480",
      "webp:webp 640x960",
      "avif:heif 640x960",
      "webp:webp 1080x1620",
      "avif:heif 1080x1620",
    ]);
    expect(Buffer.from(picture.thumbhash, "base64").length).toBeGreaterThan(4);
  });

  test("a small picture is not enlarged and has no larger rendition", async () => {
    const picture = await preparePicture(await plain(500, 400).png().toBuffer(), "outfit");
    expect(picture).toMatchObject({ width: 500, height: 400, widths: [320] });
  });

  test("an avatar is cut to a square of at most 512, a banner may be 1600 wide", async () => {
    const wide = await plain(3_000, 1_000).webp().toBuffer();
    expect(await preparePicture(wide, "avatar")).toMatchObject({ width: 512, height: 512 });
    expect(await preparePicture(wide, "banner")).toMatchObject({ width: 1_600, height: 533 });
    const small = await plain(90, 200).png().toBuffer();
    expect(await preparePicture(small, "avatar")).toMatchObject({ width: 90, height: 90, widths: [] });
  });

  test("any size that is allowed keeps its proportions and its bounds", async () => {
    const side = fc.integer({ min: 1, max: 2_400 });
    const kind = fc.constantFrom<PictureKind>("article", "banner");
    await fc.assert(
      fc.asyncProperty(side, side, kind, async (width, height, wanted) => {
        const picture = await preparePicture(await plain(width, height).png().toBuffer(), wanted);
        const { widthMax, heightMax } = pictureShapes[wanted];
        const scale = Math.min(1, widthMax / width, heightMax / height);
        expect(Math.abs(picture.width - width * scale)).toBeLessThanOrEqual(1);
        expect(Math.abs(picture.height - height * scale)).toBeLessThanOrEqual(1);
        expect(picture.widths.every((smaller) => smaller < picture.width)).toBe(true);
      }),
      { numRuns: 12, seed: 7 },
    );
  });

  test("a rotated photo is set upright", async () => {
    const sideways = await plain(400, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await preparePicture(sideways, "outfit")).toMatchObject({ width: 200, height: 400 });
  });

  test("transparency becomes white", async () => {
    const seeThrough = await sharp({ create: { width: 8, height: 8, channels: 4, background: { ...red, alpha: 0 } } })
      .png()
      .toBuffer();
    const { data } = await sharp(full(await preparePicture(seeThrough, "article")))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 3)]).toEqual([255, 255, 255]);
  });

  test("the first frame of an animation is kept", async () => {
    const frames = await sharp({ create: { width: 20, height: 40, channels: 3, background: red, pageHeight: 20 } })
      .webp({ loop: 0, delay: [100, 100] })
      .toBuffer();
    const picture = await preparePicture(frames, "article");
    expect(picture).toMatchObject({ width: 20, height: 20 });
    expect((await sharp(full(picture)).metadata()).pages ?? 1).toBe(1);
  });
});

describe("only pixels are kept [S-39]", () => {
  test("location, camera, colour profile and trailing bytes are removed from every rendition", async () => {
    const recipients = await plain(700, 500)
      .withExif({ IFD0: { Copyright: "SECRET-OWNER", Model: "SECRET-CAMERA" }, IFD3: { GPSLatitude: "51/1 30/1 0/1" } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">SECRET-XMP</x:xmpmeta>')
      .withIccProfile("p3")
      .jpeg()
      .toBuffer();
    const sent = Buffer.concat([recipients, Buffer.from("<script>SECRET-TRAILER</script>")]);
    expect(sent.toString("latin1")).toContain("SECRET-OWNER");
    const { renditions } = await preparePicture(sent, "outfit");
    for (const { bytes } of renditions) {
      expect(bytes.toString("latin1")).not.toContain("SECRET");
      expect(await sharp(bytes).metadata()).not.toMatchObject({ exif: expect.anything() });
      expect(await sharp(bytes).metadata()).not.toMatchObject({ icc: expect.anything() });
    }
  });
});

describe("rejected files [S-36]", () => {
  const gif = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypheic"), Buffer.alloc(40)]);
  const jpegStart = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);

  test.each([
    ["an empty file", Buffer.alloc(0)],
    ["text", Buffer.from("just text")],
    ["a web page", Buffer.from("<!doctype html><script>alert(1)</script>")],
    ["an SVG", Buffer.from(svg)],
    ["a compressed SVG", gzipSync(svg)],
    ["a GIF", gif],
    ["a PDF", Buffer.from("%PDF-1.7\n%âãÏÓ\n")],
    ["a HEIC", heic],
    [
      "a web page behind the first bytes of a JPEG",
      Buffer.concat([jpegStart, Buffer.from("<script>alert(1)</script>")]),
    ],
    [
      "noise behind the first bytes of a PNG",
      Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.alloc(64, 7)]),
    ],
  ])("%s", async (_name, file) => {
    await expect(preparePicture(file, "outfit")).rejects.toMatchObject({ code: "image.not_a_picture" });
  });

  test("a TIFF and an AVIF, which the decoder could read", async () => {
    const tiff = await plain(9, 9).tiff().toBuffer();
    const avif = await plain(9, 9).avif().toBuffer();
    await expect(preparePicture(tiff, "outfit")).rejects.toMatchObject({ code: "image.not_a_picture" });
    await expect(preparePicture(avif, "outfit")).rejects.toMatchObject({ code: "image.not_a_picture" });
  });

  test("a truncated photo", async () => {
    const whole = await sharp({
      create: {
        width: 900,
        height: 900,
        channels: 3,
        background: red,
        noise: { type: "gaussian", mean: 128, sigma: 40 },
      },
    })
      .jpeg()
      .toBuffer();
    const half = whole.subarray(0, whole.length / 2);
    await expect(preparePicture(half, "outfit")).rejects.toMatchObject({ code: "image.not_a_picture" });
  });

  test("more than 40 million pixels or 10,000 on a side, before anything is decoded [S-38]", async () => {
    const bomb = await plain(9_000, 9_000).png().toBuffer();
    const line = await plain(10_001, 3).png().toBuffer();
    await expect(preparePicture(bomb, "outfit")).rejects.toMatchObject({ code: "image.too_many_pixels" });
    await expect(preparePicture(line, "outfit")).rejects.toMatchObject({ code: "image.too_many_pixels" });
  });

  test("any bytes are rejected or a picture, never another error", async () => {
    const opening = fc.constantFrom("", "\xff\xd8\xff", "\x89PNG\r\n\x1a\n", "RIFF\0\0\0\0WEBPVP8 ", "GIF89a", "<svg");
    await fc.assert(
      fc.asyncProperty(opening, fc.uint8Array({ maxLength: 300 }), async (start, rest) => {
        const file = Buffer.concat([Buffer.from(start, "latin1"), rest]);
        const outcome = await preparePicture(file, "outfit").then(
          () => "picture",
          (error: { code?: string }) => error.code,
        );
        expect(["picture", "image.not_a_picture", "image.too_many_pixels"]).toContain(outcome);
      }),
      { numRuns: 60, seed: 7 },
    );
  });
});
