import * as tf from "@tensorflow/tfjs-core";
import { seededRandom } from "#server/demo/art/seeded-random.ts";
import { gridHeight, gridWidth } from "#server/vision/backbone.ts";
import { cellNumbers, layer, type ParsingHead, pixelClasses, withSurroundings } from "#server/vision/parsing-head.ts";
import { withoutTensorsLeft } from "#server/vision/runtime.ts";
import type { HeadNumbers } from "./head-file.ts";
import type { Sample } from "./samples.ts";

/** The layers that are trained; the projection before them is frozen, because stored vectors of outfits are made with it. */
const layerNames = ["w1", "b1", "w2", "b2", "w3", "b3"] as const;
type LayerName = (typeof layerNames)[number];
type Layers = Record<LayerName, tf.Variable>;

interface TrainingOptions {
  seed: string;
  epochs: number;
  learningRate: number;
  /** Cells of a picture that are learnt from, at most. */
  cellsPerPicture: number;
  /** Cells of one step. */
  batchSize: number;
  /** Begin with the layers of this head instead of random ones. */
  start?: ParsingHead | undefined;
  /** Hears the loss of each epoch: mean cross-entropy per cell, weighted. */
  onEpoch?: (epoch: number, loss: number) => void;
}

/** What a step learns from: a row for each cell. */
interface Rows {
  width: number;
  inputs: Float32Array;
  targets: Float32Array;
  weights: Float32Array;
}

/** Trains the layers on the pictures by Adam. The same seed and pictures give the same numbers. */
export async function trainLayers(
  samples: readonly Sample[],
  shapes: ParsingHead["tensors"],
  options: TrainingOptions,
): Promise<HeadNumbers> {
  const random = seededRandom(`train-head/${options.seed}`);
  const rows = gatherRows(samples, options.cellsPerPicture, random.next);
  const layers = startLayers(shapes, options.start, random.next);
  const optimizer = tf.train.adam(options.learningRate);
  const order = Array.from({ length: rows.weights.length }, (_, row) => row);
  const steps = Math.ceil(order.length / options.batchSize);
  for (let epoch = 1; epoch <= options.epochs; epoch += 1) {
    shuffle(order, random.next);
    let sum = 0;
    for (let step = 0; step < steps; step += 1) {
      // The last steps are small, so that the numbers settle.
      const progress = ((epoch - 1) * steps + step) / (options.epochs * steps);
      setRate(optimizer, options.learningRate * (0.5 + 0.5 * Math.cos(Math.PI * progress)));
      const batch = order.slice(step * options.batchSize, (step + 1) * options.batchSize);
      sum += learn(rows, batch, layers, optimizer) * batch.length;
    }
    options.onEpoch?.(epoch, sum / order.length);
  }
  const numbers = Object.fromEntries(layerNames.map((name) => [name, layers[name].dataSync().slice()])) as HeadNumbers;
  for (const name of layerNames) layers[name].dispose();
  optimizer.dispose();
  return numbers;
}

function setRate(optimizer: tf.AdamOptimizer, rate: number): void {
  // Adam reads it at each step, and has no other way to change it.
  (optimizer as unknown as { learningRate: number }).learningRate = rate;
}

function startLayers(shapes: ParsingHead["tensors"], start: ParsingHead | undefined, next: () => number): Layers {
  const layers = {} as Layers;
  for (const name of layerNames) {
    const { shape } = shapes[name];
    const numbers = start ? (start.tensors[name].dataSync() as Float32Array).slice() : initialNumbers(shape, next);
    layers[name] = tf.variable(tf.tensor(numbers, shape), true);
  }
  return layers;
}

/** Normally distributed with the variance that keeps signals alike from layer to layer (He); biases begin at zero. */
function initialNumbers(shape: readonly number[], next: () => number): Float32Array {
  const [inputs, outputs] = shape;
  if (inputs === undefined || outputs === undefined) return new Float32Array(inputs ?? 0);
  const scale = Math.sqrt(2 / inputs);
  return Float32Array.from(
    { length: inputs * outputs },
    () => scale * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  );
}

/** One step; returns the batch's loss. The bundle of TensorFlow.js for Node registers no gradients, so they are written out. */
function learn(rows: Rows, batch: readonly number[], layers: Layers, optimizer: tf.AdamOptimizer): number {
  return withoutTensorsLeft(() => {
    const inputs = tf.tensor2d(pick(rows.inputs, rows.width, batch), [batch.length, rows.width]);
    const targets = tf.tensor2d(pick(rows.targets, pixelClasses.length, batch), [batch.length, pixelClasses.length]);
    const weights = tf.tensor2d(pick(rows.weights, 1, batch), [batch.length, 1]);
    const { w1, b1, w2, b2, w3, b3 } = layers;
    const first = tf.relu(layer(inputs, w1, b1));
    const second = tf.relu(layer(first, w2, b2));
    const probabilities = tf.softmax(layer(second, w3, b3));
    const error3 = tf.div(tf.mul(tf.sub(probabilities, targets), weights), batch.length);
    const error2 = tf.mul(tf.matMul(error3, tf.transpose(w3)), tf.step(second));
    const error1 = tf.mul(tf.matMul(error2, tf.transpose(w2)), tf.step(first));
    optimizer.applyGradients({
      [w1.name]: tf.matMul(tf.transpose(inputs), error1),
      [b1.name]: tf.sum(error1, 0),
      [w2.name]: tf.matMul(tf.transpose(first), error2),
      [b2.name]: tf.sum(error2, 0),
      [w3.name]: tf.matMul(tf.transpose(second), error3),
      [b3.name]: tf.sum(error3, 0),
    });
    const surprise = tf.neg(tf.sum(tf.mul(targets, tf.log(tf.maximum(probabilities, 1e-7))), 1, true));
    return tf.mean(tf.mul(surprise, weights)).dataSync()[0] ?? Number.NaN;
  });
}

function pick(values: Float32Array, width: number, rows: readonly number[]): Float32Array {
  const picked = new Float32Array(rows.length * width);
  for (const [index, row] of rows.entries()) picked.set(values.subarray(row * width, (row + 1) * width), index * width);
  return picked;
}

/** Cells of all pictures in one array, with what surrounds them. */
function gatherRows(samples: readonly Sample[], cellsPerPicture: number, next: () => number): Rows {
  const chosen = samples.map((sample) => chooseCells(sample, cellsPerPicture, next));
  const count = chosen.reduce((sum, cells) => sum + cells.length, 0);
  if (count === 0) throw new Error("Nothing is labelled in the pictures");
  const targets = new Float32Array(count * pixelClasses.length);
  const weights = new Float32Array(count);
  let inputs = new Float32Array();
  let width = 0;
  let row = 0;
  for (const [index, sample] of samples.entries()) {
    const surrounded = readSurroundings(sample.cells);
    if (width === 0) {
      width = surrounded.length / (gridWidth * gridHeight);
      inputs = new Float32Array(count * width);
    }
    for (const { cell, weight } of chosen[index] ?? []) {
      inputs.set(surrounded.subarray(cell * width, (cell + 1) * width), row * width);
      targets.set(sharesOf(sample, cell), row * pixelClasses.length);
      weights[row] = weight;
      row += 1;
    }
  }
  weighClasses(targets, weights);
  return { width, inputs, targets, weights };
}

function readSurroundings(cells: Float32Array): Float32Array {
  return withoutTensorsLeft(() =>
    (withSurroundings(tf.tensor2d(cells, [gridWidth * gridHeight, cellNumbers])).dataSync() as Float32Array).slice(),
  );
}

const sharesOf = ({ cellShares }: Sample, cell: number) =>
  cellShares.subarray(cell * pixelClasses.length, (cell + 1) * pixelClasses.length);

/**
 * Labelled cells by chance, half of them of the figure if it has so many. A chosen cell stands for as many as there are for
 * each chosen one, so that figure and background keep their shares.
 */
function chooseCells(sample: Sample, count: number, next: () => number): { cell: number; weight: number }[] {
  const labelled = Array.from({ length: gridWidth * gridHeight }, (_, cell) => cell).filter((cell) =>
    sharesOf(sample, cell).some((share) => share > 0),
  );
  const isBackground = (cell: number) => sharesOf(sample, cell)[0] === 1;
  const figure = shuffle(
    labelled.filter((cell) => !isBackground(cell)),
    next,
  );
  const background = shuffle(labelled.filter(isBackground), next);
  const figureCount = Math.min(figure.length, Math.max(Math.floor(count / 2), count - background.length));
  return [
    { all: figure, chosen: figure.slice(0, figureCount) },
    { all: background, chosen: background.slice(0, count - figureCount) },
  ].flatMap(({ all, chosen }) => chosen.map((cell) => ({ cell, weight: all.length / chosen.length })));
}

/** Between 0, all cells alike, and 1, all classes alike: small things count for more than their area. */
const classBalance = 0.3;

function weighClasses(targets: Float32Array, weights: Float32Array): void {
  const areas = pixelClasses.map((_name, index) =>
    weights.reduce((sum, weight, row) => sum + weight * (targets[row * pixelClasses.length + index] ?? 0), 0),
  );
  const total = areas.reduce((sum, area) => sum + area, 0);
  for (const [row, weight] of weights.entries()) {
    const factor = areas.reduce((sum, area, index) => {
      const share = targets[row * pixelClasses.length + index] ?? 0;
      return share === 0 ? sum : sum + share * (total / area) ** classBalance;
    }, 0);
    weights[row] = weight * factor;
  }
}

/** In place. */
export function shuffle<T>(values: T[], next: () => number): T[] {
  for (let last = values.length - 1; last > 0; last -= 1) {
    const other = Math.floor(next() * (last + 1));
    [values[last], values[other]] = [values[other] as T, values[last] as T];
  }
  return values;
}
