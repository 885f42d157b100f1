import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seededRandom } from "#server/demo/art/seeded-random.ts";
import { wholeArea } from "#server/vision/areas.ts";
import { gridHeight, gridWidth } from "#server/vision/backbone.ts";
import { cellNumbers, loadHead, type ParsingHead, pixelClasses } from "#server/vision/parsing-head.ts";
import { cutInput } from "#server/vision/picture.ts";
import { startRuntime } from "#server/vision/runtime.ts";
import { drawLabelledPictures } from "./train-head/drawn-pictures.ts";
import { toHalf, writeHead } from "./train-head/head-file.ts";
import { readLabelledPictures, unlabelled } from "./train-head/labelled-pictures.ts";
import { answerOf, commonestByPlace, confuse, meanIou, pixelAccuracy } from "./train-head/measure.ts";
import { type Look, type Sample, takeSample } from "./train-head/samples.ts";
import { trainLayers } from "./train-head/training.ts";

const shipped = new URL("../server/vision/weights/", import.meta.url);
const [width, height] = [48, 64];
const classOf = { wall: 0, top: 5, pants: 8, shoes: 11 };
let folder: string;
let head: ParsingHead;

beforeAll(async () => {
  await startRuntime();
  head = await loadHead();
  folder = await mkdtemp(path.join(tmpdir(), "fash-train-head-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** Instead of the networks: what a cell sees is the colour of its pixels, spread over all numbers of the projection. */
const lookAtColours: Look = async (picture) => {
  const area = wholeArea(picture);
  const { data } = await sharp(await cutInput(picture, area), { raw: { width: 384, height: 512, channels: 3 } })
    .resize(gridWidth, gridHeight)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const cells = new Float32Array(gridWidth * gridHeight * cellNumbers).map((_zero, index) => {
    const number = index % cellNumbers;
    return (data[Math.floor(index / cellNumbers) * 3 + (number % 3)] ?? 0) / 64 - 2 + Math.sin(number);
  });
  return { area, cells };
};

async function collect<T>(values: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const value of values) all.push(value);
  return all;
}

/** Somebody in a red top, blue trousers and black shoes, at another place in each picture, as photo and label map. */
async function paintPicture(name: string): Promise<void> {
  const random = seededRandom(name);
  const left = random.whole(2, 26);
  const labels = Buffer.alloc(width * height, classOf.wall);
  const fill = (label: number, from: number, to: number) => {
    for (let row = from; row < to; row += 1) labels.fill(label, row * width + left, row * width + left + 18);
  };
  fill(classOf.top, 8, 28);
  fill(classOf.pants, 28, 54);
  fill(classOf.shoes, 54, 60);
  const colours: Record<number, number[]> = {
    0: [200, 200, 190],
    5: [190, 40, 40],
    8: [40, 60, 160],
    11: [20, 20, 20],
  };
  const photo = Buffer.from([...labels].flatMap((label) => (colours[label] ?? []).map((c) => c + random.whole(-9, 9))));
  labels.fill(unlabelled, 0, width);
  await mkdir(path.join(folder, "photos"), { recursive: true });
  await mkdir(path.join(folder, "labels"), { recursive: true });
  await sharp(photo, { raw: { width, height, channels: 3 } })
    .png()
    .toFile(path.join(folder, "photos", `${name}.png`));
  await writeLabels(name, labels);
}

async function writeLabels(name: string, labels: Buffer): Promise<void> {
  await sharp(labels, { raw: { width, height, channels: 1 } })
    .toColourspace("b-w")
    .png()
    .toFile(path.join(folder, "labels", `${name}.png`));
}

async function train(training: readonly Sample[], to: string) {
  const losses: number[] = [];
  const numbers = await trainLayers(training, head.tensors, {
    seed: "1",
    epochs: 6,
    learningRate: 0.005,
    cellsPerPicture: 300,
    batchSize: 100,
    onEpoch: (_epoch, loss) => losses.push(loss),
  });
  const url = pathToFileURL(`${path.join(folder, to)}/`);
  await writeHead(url, shipped, numbers);
  return { numbers, losses, url };
}

test("a head learns from a folder of labelled pictures, and the server reads what was written", async () => {
  const names = ["ada--1", "ada--2", "bo", "cy", "di", "eve"];
  await Promise.all(names.map(paintPicture));
  const pictures = await collect(readLabelledPictures(folder));
  expect(pictures.map(({ name }) => name)).toEqual(names);
  expect(pictures.map(({ group }) => group)).toEqual(["ada", "ada", "bo", "cy", "di", "eve"]);
  const samples = await Promise.all(pictures.map((picture) => takeSample(picture, lookAtColours)));
  const [training, held] = [samples.slice(0, 4), samples.slice(4)];
  expect(samples[0]?.mapLabels[0]).toBe(unlabelled);

  const one = await train(training, "one");
  expect(one.losses.at(-1)).toBeLessThan((one.losses[0] ?? 0) / 3);
  const trained = await loadHead(one.url);
  const quality = (answer: ReturnType<typeof answerOf>) => held.map((sample) => confuse(sample, answer));
  const learnt = quality(answerOf(trained));
  const guessed = quality(commonestByPlace(training));
  expect(pixelAccuracy(learnt)).toBeGreaterThan(0.95);
  expect(pixelAccuracy(learnt)).toBeGreaterThan(pixelAccuracy(guessed) + 0.05);
  expect(meanIou(learnt)).toBeGreaterThan(meanIou(guessed) + 0.2);

  // The file holds the trained numbers in half precision, and everything else of the head it began with.
  const w3 = trained.tensors.w3.dataSync();
  expect(Math.max(...w3.map((number, index) => Math.abs(number - (one.numbers.w3?.[index] ?? 0))))).toBeLessThan(2e-3);
  expect(trained.tensors.P.dataSync()).toEqual(head.tensors.P.dataSync());
  expect(trained.kinds).toEqual(head.kinds);
  expect(trained.flatLay).toEqual(head.flatLay);

  const again = await train(training, "again");
  expect(await readFile(new URL("head.bin", again.url))).toEqual(await readFile(new URL("head.bin", one.url)));
});

test("a label map of another size, or with a class that does not exist, is refused", async () => {
  await paintPicture("zoe");
  const read = async () => {
    const zoe = (await collect(readLabelledPictures(folder))).find(({ name }) => name === "zoe");
    return zoe && takeSample(zoe, lookAtColours);
  };
  expect(await read()).toBeDefined();
  await writeLabels("zoe", Buffer.alloc(width * height, pixelClasses.length));
  await expect(read()).rejects.toThrow("zoe: there is no class 15");
  const square = sharp({ create: { width: 9, height: 9, channels: 3, background: "#000" } }).toColourspace("b-w");
  await writeFile(path.join(folder, "labels", "zoe.png"), await square.png().toBuffer());
  await expect(read()).rejects.toThrow("zoe: photo and label map differ in size");
});

test("a drawn figure comes with a label map of what it wears", async () => {
  const [streetwear] = await collect(drawLabelledPictures(1));
  const sample = streetwear && (await takeSample(streetwear, lookAtColours));
  const pixelsOf = (name: (typeof pixelClasses)[number]) =>
    sample?.mapLabels.filter((label) => label === pixelClasses.indexOf(name)).length ?? 0;
  // A bomber jacket over a tee, cargo trousers, trainers and a crossbody bag.
  expect(pixelClasses.filter((name) => pixelsOf(name) > 30)).toEqual([
    "background",
    "skin",
    "hair",
    "top",
    "outer",
    "pants",
    "shoes",
    "bag",
  ]);
  expect(pixelsOf("outer")).toBeGreaterThan(pixelsOf("top"));
  expect(pixelsOf("background")).toBeGreaterThan(6_000);
});

test("numbers are rounded to the nearest half-precision number", () => {
  expect([0, 1, -2, 65_504, 2 ** -24, 0.1, 1 + 2 ** -11 + 2 ** -12].map(toHalf)).toEqual([
    0, 0x3c00, 0xc000, 0x7bff, 1, 0x2e66, 0x3c01,
  ]);
  expect(toHalf(2047.9)).toBe(toHalf(2048));
  expect(() => toHalf(1e6)).toThrow("no half-precision number");
  expect(() => toHalf(Number.NaN)).toThrow("no half-precision number");
});
