import sharp from "sharp";
import { inputHeight, inputWidth } from "./backbone.ts";
import { mapHeight, mapWidth } from "./parsing-head.ts";
import type { Box } from "./vision.ts";

/** Decoded pixels, upright, 3 bytes each. */
export interface Picture {
  data: Buffer;
  width: number;
  height: number;
}

const sidePixelsMax = 1_024;
const pixelsMax = 40_000_000;

// One picture at a time, which is read once.
sharp.concurrency(1);
sharp.cache(false);

/** Decodes a picture at the size that the models can use. */
export async function decodePicture(file: Uint8Array): Promise<Picture> {
  const { data, info } = await sharp(file, { limitInputPixels: pixelsMax, failOn: "error", pages: 1 })
    .autoOrient()
    .resize(sidePixelsMax, sidePixelsMax, { fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#ffffff" })
    .toColourspace("srgb")
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

const grey = { r: 127, g: 127, b: 127 };

/** Where an area of a picture (in its pixels, of the input's proportions) comes to lie in the backbone's input. */
export function placeCut({ width, height }: Pick<Picture, "width" | "height">, area: Box) {
  const left = Math.max(0, Math.round(area.x));
  const top = Math.max(0, Math.round(area.y));
  const right = Math.min(width, Math.round(area.x + area.width));
  const bottom = Math.min(height, Math.round(area.y + area.height));
  const scale = inputHeight / area.height;
  const cutWidth = Math.max(1, Math.min(inputWidth, Math.round((right - left) * scale)));
  const cutHeight = Math.max(1, Math.min(inputHeight, Math.round((bottom - top) * scale)));
  const marginLeft = Math.min(inputWidth - cutWidth, Math.max(0, Math.round((left - area.x) * scale)));
  const marginTop = Math.min(inputHeight - cutHeight, Math.max(0, Math.round((top - area.y) * scale)));
  return {
    part: { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) },
    size: { width: cutWidth, height: cutHeight },
    margins: {
      left: marginLeft,
      right: inputWidth - cutWidth - marginLeft,
      top: marginTop,
      bottom: inputHeight - cutHeight - marginTop,
    },
  };
}

/** An area of the picture at the backbone's input size, grey outside. */
export async function cutInput(picture: Picture, area: Box): Promise<Buffer> {
  const { data, width, height } = picture;
  const { part, size, margins } = placeCut(picture, area);
  return sharp(data, { raw: { width, height, channels: 3 } })
    .extract(part)
    .resize({ ...size, fit: "fill" })
    .extend({ ...margins, background: grey })
    .raw()
    .toBuffer();
}

/** The backbone's input at the size of the map of pixel classes. */
export async function shrinkToMap(rgb: Buffer): Promise<Buffer> {
  return sharp(rgb, { raw: { width: inputWidth, height: inputHeight, channels: 3 } })
    .resize(mapWidth, mapHeight)
    .raw()
    .toBuffer();
}

/** The picture as a square of `side` pixels, distorted, as classifiers of whole pictures expect it. */
export async function squeeze({ data, width, height }: Picture, side: number): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 3 } })
    .resize(side, side, { fit: "fill" })
    .raw()
    .toBuffer();
}
