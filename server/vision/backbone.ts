import * as tf from "@tensorflow/tfjs-core";
import type { GraphModel } from "@tensorflow/tfjs-converter";
import { at } from "./arrays.ts";
import { packageFile, readModel } from "./runtime.ts";
import type { Box } from "./vision.ts";

/** Input of the backbone in pixels, and its grid of features: one cell for 8 x 8 pixels. */
export const inputWidth = 384;
export const inputHeight = 512;
export const gridWidth = inputWidth / 8;
export const gridHeight = inputHeight / 8;

const centernet = "tower_0/CenternetHead/";
const movenet = "StatefulPartitionedCall/";
const outputs = {
  deep: `${centernet}concat_1`,
  shallow: `${centernet}concat_2`,
  objectCentres: "tower_0/keypoints",
  objectSides: "tower_0/wh",
  body: `${movenet}center_net_mobile_net_v2fpn_feature_extractor/model_1/re_lu_2/Relu`,
  joints: `${movenet}kpt_heatmap_0/conv2d_5/BiasAdd`,
};

export interface Backbone {
  objects: GraphModel;
  pose: GraphModel;
}

/** The internals of a graph model that the size of the input is written into. */
interface Internals {
  executor: {
    graph: { nodes: Record<string, { attrParams: { shape: { value: number[] } } } | undefined> };
    weightMap: Record<string, tf.Tensor[]>;
  };
}

/** Two networks whose weights ship with a package: CenterNet on MobileNetV3 (objects), MoveNet Lightning (pose). */
export async function loadBackbone(): Promise<Backbone> {
  const objects = await readModel(packageFile("@vladmandic/human", "models/centernet.json"));
  const pose = await readModel(packageFile("@vladmandic/human", "models/movenet-lightning.json"));
  resizeInput(objects);
  return { objects, pose };
}

/** CenterNet is convolutional, but stored for squares: upright pictures need the input and three resizes rewritten. */
function resizeInput(objects: GraphModel): void {
  const { executor } = objects as unknown as Internals;
  const input = executor.graph.nodes["tower_0/images"];
  if (!input) throw new Error("The object model has another form than expected");
  input.attrParams.shape.value = [1, inputHeight, inputWidth, 3];
  const resizes = [
    ["c5_upsample/up_sampling2d/mul", 16],
    ["c4_upsample/up_sampling2d_1/mul", 8],
    ["c3_upsample/up_sampling2d_2/mul", 4],
  ] as const;
  for (const [name, divisor] of resizes) {
    executor.weightMap[centernet + name] = [tf.tensor1d([inputHeight / divisor, inputWidth / divisor], "int32")];
  }
}

export interface Features {
  /** `gridHeight` x `gridWidth` x 364 */
  features: tf.Tensor;
  /** 17 joints of the main person: y, x, score; fractions of a square around the input. */
  joints: tf.Tensor;
  /** How likely each cell of four input pixels is a person's centre. */
  personCentres: tf.Tensor;
  /** From such a centre to the person's left, top, right and bottom, in input pixels. */
  personSides: tf.Tensor;
}

/** Runs both networks on an image of the input's size, 3 bytes per pixel. Call it in `withoutTensorsLeft`. */
export function extractFeatures({ objects, pose }: Backbone, rgb: Uint8Array): Features {
  const image = tf.cast(tf.tensor3d(rgb, [inputHeight, inputWidth, 3], "int32"), "float32");
  const [deep, shallow, centres, personSides] = objects.execute(tf.expandDims(image, 0), [
    outputs.deep,
    outputs.shallow,
    outputs.objectCentres,
    outputs.objectSides,
  ]) as [tf.Tensor4D, tf.Tensor4D, tf.Tensor4D, tf.Tensor];
  const small = tf.image.resizeBilinear(image, [192, 144]);
  const square = tf.pad(small, [
    [0, 0],
    [24, 24],
    [0, 0],
  ]);
  const [body, jointMaps, joints] = pose.execute(tf.cast(tf.expandDims(square, 0), "int32"), [
    outputs.body,
    outputs.joints,
    "Identity",
  ]) as [tf.Tensor4D, tf.Tensor4D, tf.Tensor];
  const toGrid = (tensor: tf.Tensor4D) =>
    tf.image.resizeBilinear(tf.slice(tensor, [0, 0, 6, 0], [1, 48, 36, -1]), [gridHeight, gridWidth]);
  const pixels = tf.div(tf.expandDims(tf.image.resizeBilinear(image, [gridHeight, gridWidth]), 0), 255);
  const features = tf.concat(
    [deep, tf.avgPool(shallow, 2, 2, "valid"), toGrid(body), toGrid(tf.sigmoid(jointMaps)), pixels],
    3,
  );
  const personCentres = tf.slice(centres, [0, 0, 0, personClass], [1, -1, -1, 1]);
  return { features: tf.squeeze(features, [0]), joints: tf.squeeze(joints), personCentres, personSides };
}

/** Of the 80 classes of COCO. */
const personClass = 0;
const personScoreMin = 0.35;
/** Larger than this share of the smaller box, the common part of two boxes means one person. */
const overlapMax = 0.6;
const cellPixels = 4;
const centreColumns = inputWidth / cellPixels;
const centreRows = inputHeight / cellPixels;

/** The people that the object network found, as fractions of the input, the surest first. */
export function readPeople(centres: ArrayLike<number>, sides: ArrayLike<number>): Box[] {
  const found: { box: Box; score: number }[] = [];
  for (let cell = 0; cell < centreColumns * centreRows; cell++) {
    const score = at(centres, cell);
    if (score >= personScoreMin && isPeak(centres, cell)) found.push({ box: personAt(cell, sides), score });
  }
  const people: Box[] = [];
  for (const { box } of found.toSorted((one, other) => other.score - one.score)) {
    const isKnown = people.some((other) => overlap(box, other) > overlapMax);
    if (box.width > 0 && box.height > 0 && !isKnown) people.push(box);
  }
  return people;
}

/** A centre is higher than the cells around it. */
function isPeak(centres: ArrayLike<number>, cell: number): boolean {
  const column = cell % centreColumns;
  for (const up of [-1, 0, 1]) {
    for (const side of [-1, 0, 1]) {
      if (column + side < 0 || column + side >= centreColumns) continue;
      if (at(centres, cell + up * centreColumns + side) > at(centres, cell)) return false;
    }
  }
  return true;
}

function personAt(cell: number, sides: ArrayLike<number>): Box {
  const x = (cell % centreColumns) * cellPixels;
  const y = Math.floor(cell / centreColumns) * cellPixels;
  const [left, top, right, bottom] = [0, 1, 2, 3].map((side) => at(sides, cell * 4 + side)) as [
    number,
    number,
    number,
    number,
  ];
  return clip({
    x: (x - left) / inputWidth,
    y: (y - top) / inputHeight,
    width: (left + right) / inputWidth,
    height: (top + bottom) / inputHeight,
  });
}

/** The part of a box inside the picture. */
export function clip({ x, y, width, height }: Box): Box {
  const [left, top] = [Math.max(0, Math.min(1, x)), Math.max(0, Math.min(1, y))];
  const [right, bottom] = [Math.max(left, Math.min(1, x + width)), Math.max(top, Math.min(1, y + height))];
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** The common area as a share of the smaller box. */
function overlap(one: Box, other: Box): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  if (width <= 0 || height <= 0) return 0;
  return (width * height) / Math.min(one.width * one.height, other.width * other.height);
}
