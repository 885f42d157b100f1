import path from "node:path";
import { pathToFileURL } from "node:url";
import { seededRandom } from "#server/demo/art/seeded-random.ts";
import { loadHead } from "#server/vision/parsing-head.ts";
import { startRuntime } from "#server/vision/runtime.ts";
import { drawLabelledPictures } from "./train-head/drawn-pictures.ts";
import { writeHead } from "./train-head/head-file.ts";
import { readLabelledPictures } from "./train-head/labelled-pictures.ts";
import { answerOf, commonestByPlace, reportQuality } from "./train-head/measure.ts";
import { createLook, type Sample, takeSample } from "./train-head/samples.ts";
import { shuffle, trainLayers } from "./train-head/training.ts";

// npx tsx --conditions=source scripts/train-head.ts --out=FOLDER [--pictures=FOLDER] [--drawn=N] [--continue] [--seed=TEXT]
//   [--epochs=20] [--learning-rate=0.002] [--held-out=0.25]
// Trains the layers of the parsing head on labelled pictures (see readLabelledPictures for the folder), on N figures that the
// demo draws, or on both; from nothing, or with --continue from the head of the server. Writes head.bin and head.json, and
// prints how well the head does on the pictures that were held out. See docs/detection.md#training.

const option = (name: string) =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3);
const folder = (name: string) => pathToFileURL(`${path.resolve(name)}/`);

const shipped = folder(path.join(import.meta.dirname, "../server/vision/weights"));
const out = option("out");
if (out === undefined) throw new Error("--out=FOLDER says where the head is written");
const seed = option("seed") ?? "1";

await startRuntime();
const samples = await readSamples();
const { training, held } = split(samples, Number(option("held-out") ?? 0.25));
console.log(`${training.length} pictures to train on, ${held.length} held out`);
const head = await loadHead();
const numbers = await trainLayers(training, head.tensors, {
  seed,
  epochs: Number(option("epochs") ?? 20),
  learningRate: Number(option("learning-rate") ?? 0.002),
  cellsPerPicture: 1_000,
  batchSize: 1_024,
  start: process.argv.includes("--continue") ? head : undefined,
  onEpoch: (epoch, loss) => console.log(`epoch ${epoch}: loss ${loss.toFixed(4)}`),
});
await writeHead(folder(out), shipped, numbers);
reportQuality(held, {
  "most common at the place": commonestByPlace(training),
  "head of the server": answerOf(head),
  "this head": answerOf(await loadHead(folder(out))),
});

async function readSamples(): Promise<Sample[]> {
  const look = await createLook();
  const from = option("pictures");
  const sources = [
    ...(from === undefined ? [] : [readLabelledPictures(from)]),
    drawLabelledPictures(Number(option("drawn") ?? 0)),
  ];
  const taken: Sample[] = [];
  for (const pictures of sources) {
    for await (const picture of pictures) {
      taken.push(await takeSample(picture, look));
      if (taken.length % 20 === 0) console.log(`${taken.length} pictures looked at`);
    }
  }
  if (taken.length === 0) throw new Error("No pictures: --pictures=FOLDER or --drawn=N says what to learn from");
  return taken;
}

/** Whole groups are held out. */
function split(all: readonly Sample[], share: number): { training: Sample[]; held: Sample[] } {
  const groups = shuffle([...new Set(all.map(({ group }) => group))], seededRandom(`train-head/${seed}/held-out`).next);
  const heldGroups = new Set(groups.slice(0, Math.round(groups.length * share)));
  return {
    training: all.filter(({ group }) => !heldGroups.has(group)),
    held: all.filter(({ group }) => heldGroups.has(group)),
  };
}
