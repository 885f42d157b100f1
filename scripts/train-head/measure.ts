import * as tf from "@tensorflow/tfjs-core";
import { seededRandom } from "#server/demo/art/seeded-random.ts";
import { indexOfMax } from "#server/vision/arrays.ts";
import { gridHeight, gridWidth } from "#server/vision/backbone.ts";
import { cellNumbers, classifyCells, type ParsingHead, pixelClasses } from "#server/vision/parsing-head.ts";
import { withoutTensorsLeft } from "#server/vision/runtime.ts";
import { unlabelled } from "./labelled-pictures.ts";
import type { Sample } from "./samples.ts";

/** Says for each pixel of a sample's map which class it is. */
type Answer = (sample: Sample) => Uint8Array;

/** For one picture: how often which class (row) is taken for which (column). */
type Confusion = Float64Array;

const classCount = pixelClasses.length;

/** The head's answer, computed as the server does. */
export function answerOf({ tensors }: ParsingHead): Answer {
  return ({ cells }) =>
    withoutTensorsLeft(() => {
      const probabilities = classifyCells(
        tf.tensor2d(cells, [gridWidth * gridHeight, cellNumbers]),
        tensors,
      ).dataSync();
      return Uint8Array.from({ length: probabilities.length / classCount }, (_, pixel) =>
        indexOfMax(probabilities.subarray(pixel * classCount, (pixel + 1) * classCount)),
      );
    });
}

/** What needs no picture: the class that is most common at the same place of the training pictures. */
export function commonestByPlace(training: readonly Sample[]): Answer {
  const [first] = training;
  if (!first) throw new Error("No pictures to train on");
  const answer = first.mapLabels.map((_label, pixel) => {
    const counts = new Float64Array(classCount);
    for (const { mapLabels } of training) {
      const label = mapLabels[pixel] ?? unlabelled;
      if (label !== unlabelled) counts[label] = (counts[label] ?? 0) + 1;
    }
    return indexOfMax(counts);
  });
  return () => answer;
}

export function confuse(sample: Sample, answer: Answer): Confusion {
  const said = answer(sample);
  const confusion = new Float64Array(classCount * classCount);
  for (const [pixel, label] of sample.mapLabels.entries()) {
    if (label === unlabelled) continue;
    const index = label * classCount + (said[pixel] ?? 0);
    confusion[index] = (confusion[index] ?? 0) + 1;
  }
  return confusion;
}

function addUp(confusions: readonly Confusion[]): Confusion {
  const sum = new Float64Array(classCount * classCount);
  for (const confusion of confusions)
    for (const [index, count] of confusion.entries()) sum[index] = (sum[index] ?? 0) + count;
  return sum;
}

/** Share of the labelled pixels that are right. */
export function pixelAccuracy(confusions: readonly Confusion[]): number {
  const all = addUp(confusions);
  const right = pixelClasses.reduce((sum, _name, index) => sum + (all[index * classCount + index] ?? 0), 0);
  return right / all.reduce((sum, count) => sum + count, 0);
}

/** For each class the pixels that are it and are said to be it, as a share of those that are or are said to be; NaN for no pixel. */
function classIous(confusions: readonly Confusion[]): number[] {
  const all = addUp(confusions);
  return pixelClasses.map((_name, index) => {
    const both = all[index * classCount + index] ?? 0;
    const is = pixelClasses.reduce((sum, _other, said) => sum + (all[index * classCount + said] ?? 0), 0);
    const said = pixelClasses.reduce((sum, _other, real) => sum + (all[real * classCount + index] ?? 0), 0);
    return is === 0 ? Number.NaN : both / (is + said - both);
  });
}

/** Over the classes that occur. */
export function meanIou(confusions: readonly Confusion[]): number {
  const ious = classIous(confusions).filter((iou) => !Number.isNaN(iou));
  return ious.reduce((sum, iou) => sum + iou, 0) / ious.length;
}

const bootstrapRounds = 1_000;

/** A measure with its 95 % interval by bootstrap over the pictures. */
function withInterval(confusions: readonly Confusion[], measure: (sample: readonly Confusion[]) => number): string {
  const random = seededRandom("train-head/measure");
  const draws = Array.from({ length: bootstrapRounds }, () => measure(confusions.map(() => random.pick(confusions))))
    .filter((draw) => Number.isFinite(draw))
    .toSorted((one, other) => one - other);
  const at = (part: number) => (draws[Math.floor(part * draws.length)] ?? Number.NaN).toFixed(3);
  return `${measure(confusions).toFixed(3)} (${at(0.025)} to ${at(0.975)})`;
}

/** Prints what each answer gets right on the same held-out pictures. */
export function reportQuality(held: readonly Sample[], answers: Record<string, Answer>): void {
  const results = Object.entries(answers).map(([name, answer]) => ({
    name,
    confusions: held.map((sample) => confuse(sample, answer)),
  }));
  const names = results.map(({ name }) => name).join(" | ");
  console.log(`\nHeld out: ${held.length} pictures\n\n| | ${names} |\n|---${"|---".repeat(results.length)}|`);
  const row = (title: string, measure: (sample: readonly Confusion[]) => number) =>
    console.log(`| ${title} | ${results.map(({ confusions }) => withInterval(confusions, measure)).join(" | ")} |`);
  row("pixel accuracy", pixelAccuracy);
  row("mean IoU", meanIou);
  const occurs = new Set(held.flatMap(({ mapLabels }) => [...mapLabels]));
  for (const [index, name] of pixelClasses.entries())
    if (occurs.has(index)) row(`IoU of ${name}`, (sample) => classIous(sample)[index] ?? Number.NaN);
}
