import { readFile } from "node:fs/promises";
import * as tf from "@tensorflow/tfjs-core";
import { at, indexOfMax, softmax } from "./arrays.ts";
import { type Backbone, extractFeatures, gridHeight, gridWidth } from "./backbone.ts";
import { withoutTensorsLeft } from "./runtime.ts";

/** What a pixel can be, in the order of the head's outputs. */
export const pixelClasses = [
  "background",
  "skin",
  "hair",
  "hat",
  "eyewear",
  "top",
  "outer",
  "dress",
  "pants",
  "skirt",
  "legwear",
  "shoes",
  "bag",
  "belt",
  "scarf",
] as const;
export type PixelClass = (typeof pixelClasses)[number];

/** Size of the map of pixel classes. */
export const mapWidth = 96;
export const mapHeight = 128;
/** Numbers per grid cell after the projection. */
export const cellNumbers = 128;
/** Of these, the leading ones are also averaged over the surroundings. */
const contextNumbers = 48;

/** A linear classifier. */
interface LinearModel {
  classes: string[];
  W: number[][];
  b: number[];
}

export type TensorName = "P" | "pb" | "w1" | "b1" | "w2" | "b2" | "w3" | "b3";

export interface ParsingHead {
  tensors: Record<TensorName, tf.Tensor>;
  /** Kinds of tops, jackets, trousers, shoes; `lower`: dress, trousers or skirt. */
  kinds: Record<"top" | "outer" | "pants" | "shoes" | "lower", LinearModel>;
  /** A garment that nobody wears. */
  flatLay: LinearModel;
}

export interface HeadFile {
  tensors: { name: TensorName; shape: number[]; offset: number }[];
  sub: ParsingHead["kinds"];
  flat: LinearModel;
}

/** From `dist/server/vision` the weights are in the sources, as the migrations are. */
const weightsFolder = new URL(
  import.meta.url.endsWith(".ts") ? "./weights/" : "../../../server/vision/weights/",
  import.meta.url,
);

/**
 * Our own weights: `head.bin` holds half-precision numbers, `head.json` their shapes and the linear classifiers.
 *
 * @param folder Of another head; ends with a slash.
 */
export async function loadHead(folder: URL = weightsFolder): Promise<ParsingHead> {
  const file = JSON.parse(await readFile(new URL("head.json", folder), "utf8")) as HeadFile;
  const bytes = await readFile(new URL("head.bin", folder));
  const tensors = {} as ParsingHead["tensors"];
  for (const { name, shape, offset } of file.tensors) {
    const length = shape.reduce((product, size) => product * size, 1);
    const numbers = Float32Array.from({ length }, (_, index) => fromHalf(bytes.readUInt16LE((offset + index) * 2)));
    tensors[name] = tf.tensor(numbers, shape);
  }
  return { tensors, kinds: file.sub, flatLay: file.flat };
}

/** A half-precision number (IEEE 754 binary16); the weights hold no infinities. */
function fromHalf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

export interface Parsed {
  /** `cellNumbers` for each cell of the grid. */
  cells: Float32Array;
  /** A probability for each pixel of the map and class. */
  probabilities: Float32Array;
  joints: Float32Array;
  /** The people, as in `Features`. */
  personCentres: Float32Array;
  personSides: Float32Array;
}

/** Says for each pixel of the map what it is. `rgb` has the size of the backbone's input. */
export function parseImage(backbone: Backbone, { tensors }: ParsingHead, rgb: Uint8Array): Parsed {
  return withoutTensorsLeft(() => {
    const { features, joints, personCentres, personSides } = extractFeatures(backbone, rgb);
    const cells = layer(tf.reshape(features, [gridHeight * gridWidth, -1]), tensors.P, tensors.pb);
    return {
      cells: read(cells),
      probabilities: read(classifyCells(cells, tensors)),
      joints: read(joints),
      personCentres: read(personCentres),
      personSides: read(personSides),
    };
  });
}

/** The outputs of a layer before its activation, for each row of the input. */
export function layer(input: tf.Tensor, weights: tf.Tensor, biases: tf.Tensor): tf.Tensor {
  return tf.add(tf.matMul(input, weights), biases);
}

/** A probability for each pixel of the map and class, from `cellNumbers` for each cell. */
export function classifyCells(cells: tf.Tensor, tensors: ParsingHead["tensors"]): tf.Tensor {
  const { w1, b1, w2, b2, w3, b3 } = tensors;
  const first = tf.relu(layer(withSurroundings(cells), w1, b1));
  const second = tf.relu(layer(first, w2, b2));
  const scores = tf.reshape(layer(second, w3, b3), [1, gridHeight, gridWidth, pixelClasses.length]);
  return tf.softmax(tf.image.resizeBilinear(scores as tf.Tensor4D, [mapHeight, mapWidth], false, true));
}

/** Each cell with the averages around it, near, far and everywhere, and its position: a row for each cell. */
export function withSurroundings(rowsOfCells: tf.Tensor): tf.Tensor {
  const cells = tf.reshape(rowsOfCells, [1, gridHeight, gridWidth, cellNumbers]) as tf.Tensor4D;
  const context = tf.slice(cells, [0, 0, 0, 0], [1, gridHeight, gridWidth, contextNumbers]);
  const everywhere = tf.tile(tf.mean(context, [1, 2], true), [1, gridHeight, gridWidth, 1]) as tf.Tensor4D;
  const rows = tf.tile(tf.reshape(tf.linspace(-1, 1, gridHeight), [1, gridHeight, 1, 1]), [1, 1, gridWidth, 1]);
  const columns = tf.tile(tf.reshape(tf.linspace(-1, 1, gridWidth), [1, 1, gridWidth, 1]), [1, gridHeight, 1, 1]);
  const near = tf.avgPool(context, 9, 1, "same");
  const far = tf.avgPool(context, 25, 1, "same");
  const surrounded = tf.concat([cells, near, far, everywhere, rows as tf.Tensor4D, columns as tf.Tensor4D], 3);
  return tf.reshape(surrounded, [gridHeight * gridWidth, -1]);
}

/** A copy: the data of a disposed tensor is reused. */
function read(tensor: tf.Tensor): Float32Array {
  return (tensor.dataSync() as Float32Array).slice();
}

export interface Classified {
  label: string;
  probability: number;
  /** By label. */
  probabilities: Record<string, number>;
}

/** The most probable class of a linear classifier. */
export function classify({ classes, W, b }: LinearModel, numbers: ArrayLike<number>): Classified {
  const scores = W.map((weights, index) =>
    weights.reduce((sum, weight, i) => sum + weight * at(numbers, i), at(b, index)),
  );
  const probabilities = softmax(scores);
  const best = indexOfMax(probabilities);
  return {
    label: classes[best] ?? "",
    probability: at(probabilities, best),
    probabilities: Object.fromEntries(classes.map((name, index) => [name, at(probabilities, index)])),
  };
}
