import { availableParallelism } from "node:os";
import sharp, { type ResizeOptions, type Sharp } from "sharp";
import { rgbaToThumbHash } from "thumbhash";
import { fullWidth, type RenditionFormat, renditionWidths } from "#contract/picture-urls.ts";
import { AppError, fail } from "./app-error.ts";
import { createQueue, QueueFullError } from "./queue.ts";

/** How large the full rendition of a kind of picture may be, in pixels, and whether it is cut to a square. */
interface Shape {
  widthMax: number;
  heightMax: number;
  isSquare?: boolean;
}

export const pictureShapes = {
  // Twice as tall as wide is the tallest that a screen shows; taller ones are made smaller, not cut.
  outfit: { widthMax: fullWidth, heightMax: 2 * fullWidth },
  avatar: { widthMax: 512, heightMax: 512, isSquare: true },
  banner: { widthMax: 1_600, heightMax: 1_600 },
} as const satisfies Record<string, Shape>;
export type PictureKind = keyof typeof pictureShapes;

/** One encoded file of a picture; without a width it is the full size. */
interface Rendition {
  format: RenditionFormat;
  width: number | undefined;
  bytes: Buffer;
}

/** A picture ready to be stored: nothing of the sent file but its pixels is in it. */
export interface PreparedPicture {
  width: number;
  height: number;
  /** base64 */
  thumbhash: string;
  /** Widths in pixels that exist beside the full one, ascending. */
  widths: number[];
  renditions: Rendition[];
}

const pixelsMax = 40_000_000;
const sidePixelsMax = 10_000;
const webpQuality = 78;
const avifQuality = 50;
// Effort 4 costs 17 times as much for a tenth fewer bytes, see performance.md 3.
const avifEffort = 0;
const thumbhashSidePixels = 100;
const white = "#ffffff";

// The queue below decides how much runs at once; libvips' own threads and cache would only add memory.
sharp.concurrency(1);
sharp.cache(false);

const inLine = createQueue({ atOnce: availableParallelism(), waitingMax: 50 });

/** Opening bytes of the formats that are taken. Nothing else may reach a decoder: libvips would also read SVG and more. */
const signatures: { format: string; matches: (file: Buffer) => boolean }[] = [
  { format: "jpeg", matches: (file) => file.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) },
  {
    format: "png",
    matches: (file) => file.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  },
  {
    format: "webp",
    matches: (file) => file.toString("latin1", 0, 4) === "RIFF" && file.toString("latin1", 8, 12) === "WEBP",
  },
];

/**
 * The renditions of a sent picture: WebP and AVIF, full and at each smaller width, upright, opaque, in sRGB and without
 * any metadata. As many run at once as there are cores; others wait in line.
 *
 * @param file A whole JPEG, PNG or WebP file; of an animation the first frame is taken.
 * @throws image.not_a_picture, image.too_many_pixels, image.busy when too many wait
 * @see performance.md 3 and security.md rows 36 to 39
 */
export async function preparePicture(file: Buffer, kind: PictureKind): Promise<PreparedPicture> {
  try {
    return await inLine(() => prepare(file, pictureShapes[kind]));
  } catch (error) {
    throw error instanceof QueueFullError ? new AppError("image.busy", { cause: error, retryAfterSeconds: 5 }) : error;
  }
}

async function prepare(file: Buffer, shape: Shape): Promise<PreparedPicture> {
  const size = await readHeader(file);
  const { data, info } = await decode(file, fit(size, shape));
  const { width, height } = info;
  const pixels = () => sharp(data, { raw: { width, height, channels: 3 } });
  const widths: number[] = renditionWidths.filter((smaller) => smaller < width);
  const renditions: Rendition[] = [];
  for (const smaller of [...widths, undefined]) {
    const sized = smaller === undefined ? pixels() : pixels().resize({ width: smaller });
    renditions.push({ format: "webp", width: smaller, bytes: await encode(sized, "webp") });
    renditions.push({ format: "avif", width: smaller, bytes: await encode(sized, "avif") });
  }
  return { width, height, widths, renditions, thumbhash: await toThumbhash(pixels()) };
}

/** Width and height as the header tells them; what is no picture, or too large a one, is refused before it is decoded. */
async function readHeader(file: Buffer): Promise<{ width: number; height: number }> {
  const known = signatures.find((signature) => signature.matches(file)) ?? fail("image.not_a_picture");
  const { format, width, height } = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw new AppError("image.not_a_picture", { cause: error });
    });
  if (format !== known.format) fail("image.not_a_picture");
  if (width > sidePixelsMax || height > sidePixelsMax || width * height > pixelsMax) fail("image.too_many_pixels");
  return { width, height };
}

function fit(size: { width: number; height: number }, { widthMax, heightMax, isSquare }: Shape): ResizeOptions {
  if (!isSquare) return { width: widthMax, height: heightMax, fit: "inside", withoutEnlargement: true };
  // `cover` would enlarge a small picture, so the square is never larger than its shorter side.
  const side = Math.min(widthMax, size.width, size.height);
  return { width: side, height: side, fit: "cover" };
}

/** The only decoding: a JPEG is shrunk while it is read, so that the whole photo is never in memory. */
async function decode(file: Buffer, resize: ResizeOptions) {
  try {
    return await sharp(file, { limitInputPixels: pixelsMax, failOn: "truncated", sequentialRead: true, pages: 1 })
      .autoOrient()
      .resize(resize)
      .flatten({ background: white })
      .toColourspace("srgb")
      .raw({ depth: "uchar" })
      .toBuffer({ resolveWithObject: true });
  } catch (error) {
    throw new AppError("image.not_a_picture", { cause: error });
  }
}

function encode(picture: Sharp, format: RenditionFormat): Promise<Buffer> {
  return format === "webp"
    ? picture.clone().webp({ quality: webpQuality }).toBuffer()
    : picture.clone().avif({ quality: avifQuality, effort: avifEffort }).toBuffer();
}

async function toThumbhash(picture: Sharp): Promise<string> {
  const { data, info } = await picture
    .resize({ width: thumbhashSidePixels, height: thumbhashSidePixels, fit: "inside", withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString("base64");
}
