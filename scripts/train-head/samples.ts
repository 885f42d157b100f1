import sharp from "sharp";
import { gridHeight, gridWidth, inputHeight, inputWidth, loadBackbone } from "#server/vision/backbone.ts";
import { lookAt } from "#server/vision/analyser.ts";
import { loadHead, mapHeight, mapWidth, pixelClasses } from "#server/vision/parsing-head.ts";
import { decodePicture, type Picture, placeCut } from "#server/vision/picture.ts";
import type { Box } from "#server/vision/vision.ts";
import { decodeLabels, type LabelledPicture, type LabelMap, unlabelled } from "./labelled-pictures.ts";

/** What the frozen networks and the projection say about a picture. */
interface Seen {
  /** The area that they were given: the figure, if one is in the picture. */
  area: Box;
  /** `cellNumbers` for each cell of the grid. */
  cells: Float32Array;
}
export type Look = (picture: Picture) => Promise<Seen>;

/** Looks as the server does, so that the head learns from figures of the size that it is going to see. */
export async function createLook(weights?: URL): Promise<Look> {
  const models = { backbone: await loadBackbone(), head: await loadHead(weights) };
  return async (picture) => {
    const { area, parsed } = await lookAt(models, picture);
    return { area, cells: parsed.cells };
  };
}

/** A picture as the head sees it, with what it should answer. */
export interface Sample {
  name: string;
  group: string;
  cells: Float32Array;
  /** For each cell the share of each class; all zero where nothing is labelled. */
  cellShares: Float32Array;
  /** For each pixel of the map the most common label. */
  mapLabels: Uint8Array;
}

/** @throws if a picture cannot be read, see `decodeLabels` */
export async function takeSample(labelled: LabelledPicture, look: Look): Promise<Sample> {
  const picture = await decodePicture(labelled.photo);
  const labels = await decodeLabels(labelled, picture);
  const { area, cells } = await look(picture);
  const cut = await cutLabels(labels, area);
  return {
    name: labelled.name,
    group: labelled.group,
    cells,
    cellShares: toShares(countBlocks(cut, gridWidth, gridHeight)),
    mapLabels: mostCommon(countBlocks(cut, mapWidth, mapHeight)),
  };
}

/** The labels of an area in the place and size that `cutInput` gives its pixels; beyond the picture is background. */
async function cutLabels({ data, width, height }: LabelMap, area: Box): Promise<Buffer> {
  const { part, size, margins } = placeCut({ width, height }, area);
  return sharp(data, { raw: { width, height, channels: 1 } })
    .extract(part)
    .resize({ ...size, fit: "fill", kernel: "nearest" })
    .extend({ ...margins, background: { r: 0, g: 0, b: 0 } })
    .extractChannel(0)
    .raw()
    .toBuffer();
}

/** How often each class occurs in each of `columns` x `rows` equal blocks of the input. */
function countBlocks(labels: Buffer, columns: number, rows: number): Float32Array {
  const counts = new Float32Array(columns * rows * pixelClasses.length);
  for (const [pixel, label] of labels.entries()) {
    if (label === unlabelled) continue;
    const column = Math.floor(((pixel % inputWidth) * columns) / inputWidth);
    const row = Math.floor((Math.floor(pixel / inputWidth) * rows) / inputHeight);
    const index = (row * columns + column) * pixelClasses.length + label;
    counts[index] = (counts[index] ?? 0) + 1;
  }
  return counts;
}

function toShares(counts: Float32Array): Float32Array {
  for (let start = 0; start < counts.length; start += pixelClasses.length) {
    const own = counts.subarray(start, start + pixelClasses.length);
    const total = own.reduce((sum, count) => sum + count, 0);
    if (total > 0) own.set(own.map((count) => count / total));
  }
  return counts;
}

function mostCommon(counts: Float32Array): Uint8Array {
  return Uint8Array.from({ length: counts.length / pixelClasses.length }, (_, block) => {
    const own = counts.subarray(block * pixelClasses.length, (block + 1) * pixelClasses.length);
    const most = Math.max(...own);
    return most === 0 ? unlabelled : own.indexOf(most);
  });
}
