import sharp, { type ResizeOptions, type Sharp } from "sharp";
import { rgbaToThumbHash } from "thumbhash";
import { fullWidth, type RenditionFormat, renditionWidths, smallAvatarWidth } from "#contract/picture-urls.ts";
import { AppError, fail } from "#server/lib/app-error.ts";
import { createBudget } from "#server/lib/budget.ts";

/** The maximum size of a picture, in pixels, and whether it is cropped to a square. */
interface Bounds {
  widthMax: number;
  heightMax: number;
  isSquare?: boolean;
}

/** A kind's full rendition, and the widths of the smaller ones, ascending. */
interface Shape extends Bounds {
  widths: readonly number[];
}

export const pictureShapes = {
  // Screens show at most twice as tall as wide; taller pictures are scaled down, not cropped.
  outfit: { widthMax: fullWidth, heightMax: 2 * fullWidth, widths: renditionWidths },
  avatar: { widthMax: 512, heightMax: 512, widths: [smallAvatarWidth], isSquare: true },
  banner: { widthMax: 1_600, heightMax: 1_600, widths: renditionWidths },
  article: { widthMax: 1_600, heightMax: 2_400, widths: renditionWidths },
} as const satisfies Record<string, Shape>;
export type PictureKind = keyof typeof pictureShapes;

/** One encoded file of a picture; full size if it has no width. */
interface Rendition {
  format: RenditionFormat;
  width: number | undefined;
  bytes: Buffer;
}

/** A picture ready to be stored, with only the pixels of the uploaded file. */
export interface PreparedPicture {
  width: number;
  height: number;
  /** Its size before it was scaled down. */
  original: { width: number; height: number };
  /** base64 */
  thumbhash: string;
  /** Widths in pixels of the smaller renditions, ascending. */
  widths: number[];
  renditions: Rendition[];
}

const pixelsMax = 40_000_000;
const sidePixelsMax = 10_000;
const webpQuality = 78;
const avifQuality = 50;
// Effort 4 costs 17 times as much for a tenth fewer bytes, see docs/performance.md#images-processing.
const avifEffort = 0;
const thumbhashSidePixels = 100;
const white = "#ffffff";

// The server decides how much runs at once; libvips' own threads and cache would only add memory.
sharp.concurrency(1);
sharp.cache(false);

/** What all pictures that are being decoded may take together, by the estimate below; one alone may always run. */
const decodeBytesMax = 160 * 1024 * 1024;
const withMemory = createBudget(decodeBytesMax);

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
 * Creates the renditions of an uploaded picture: WebP and AVIF, full and at each smaller width, upright, opaque, in
 * sRGB and without metadata.
 *
 * @param file A complete JPEG, PNG or WebP file; only the first frame of an animation is used.
 * @throws image.not_a_picture, image.too_many_pixels
 * @see docs/performance.md#images-processing and docs/security.md#s-36 to docs/security.md#s-39
 */
export async function preparePicture(file: Buffer, kind: PictureKind): Promise<PreparedPicture> {
  const { decodedBytes, ...size } = await readHeader(file);
  const shape: Shape = pictureShapes[kind];
  const { data, info } = await withMemory(decodedBytes, () => decode(file, fit(size, shape)));
  const { width, height } = info;
  const pixels = () => sharp(data, { raw: { width, height, channels: 3 } });
  const widths = shape.widths.filter((smaller) => smaller < width);
  const renditions: Rendition[] = [];
  for (const smaller of [...widths, undefined]) {
    const sized = smaller === undefined ? pixels() : pixels().resize({ width: smaller });
    renditions.push({ format: "webp", width: smaller, bytes: await encode(sized, "webp") });
    renditions.push({ format: "avif", width: smaller, bytes: await encode(sized, "avif") });
  }
  const original = { width: size.width, height: size.height };
  return { width, height, original, widths, renditions, thumbhash: await toThumbhash(pixels()) };
}

/** The longest side of a picture that models look at. */
const modelSidePixels = 1_024;

/** How a picture is handed on to models: as WebP to ours, as JPEG to those of others, which need not know WebP. */
export type ModelFormat = "webp" | "jpeg";

/**
 * A small copy of a picture that is only looked at: checked and decoded like an upload, upright and without metadata.
 *
 * @param file A complete JPEG, PNG or WebP file.
 * @throws image.not_a_picture, image.too_many_pixels
 */
export async function shrinkPicture(file: Buffer, format: ModelFormat = "webp"): Promise<Buffer> {
  const shape = { widthMax: modelSidePixels, heightMax: modelSidePixels };
  const { decodedBytes, ...size } = await readHeader(file);
  const { data, info } = await withMemory(decodedBytes, () => decode(file, fit(size, shape)));
  const { width, height } = info;
  const small = sharp(data, { raw: { width, height, channels: 3 } });
  return (format === "webp" ? small.webp({ quality: 90, effort: 0 }) : small.jpeg({ quality: 80 })).toBuffer();
}

/** Width and height from the header; invalid or too large images are rejected before they are decoded. */
async function readHeader(file: Buffer): Promise<{ width: number; height: number; decodedBytes: number }> {
  const known = signatures.find((signature) => signature.matches(file)) ?? fail("image.not_a_picture");
  const { format, width, height, isProgressive } = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw new AppError("image.not_a_picture", { cause: error });
    });
  if (format !== known.format) fail("image.not_a_picture");
  if (width > sidePixelsMax || height > sidePixelsMax || width * height > pixelsMax) fail("image.too_many_pixels");
  return { width, height, decodedBytes: estimateBytes({ format, pixels: width * height, isProgressive }) };
}

/**
 * What a decoder keeps of a picture at once: a JPEG or PNG whose rows come in order is read in strips, a progressive JPEG
 * keeps all of its coefficients (two bytes each of three channels), an interlaced PNG and a WebP all of their pixels.
 */
function estimateBytes({
  format,
  pixels,
  isProgressive,
}: {
  format: string;
  pixels: number;
  isProgressive: boolean | undefined;
}): number {
  if (format === "jpeg") return isProgressive ? pixels * 6 : stripBytes;
  if (format === "png") return isProgressive ? pixels * 8 : stripBytes;
  return pixels * 4;
}
const stripBytes = 8 * 1024 * 1024;

function fit(size: { width: number; height: number }, { widthMax, heightMax, isSquare }: Bounds): ResizeOptions {
  if (!isSquare) return { width: widthMax, height: heightMax, fit: "inside", withoutEnlargement: true };
  // `cover` would enlarge a small picture, so the square is never larger than its shorter side.
  const side = Math.min(widthMax, size.width, size.height);
  return { width: side, height: side, fit: "cover" };
}

/** The only decoding: a JPEG is downscaled while it is read, so that the full photo is never in memory. */
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
