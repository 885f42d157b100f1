import sharp from "sharp";
import type { Look, StyleName } from "#server/demo/art/look.ts";
import { LOOKS, lookAt } from "#server/demo/art/looks.ts";
import { isSkirt } from "#server/demo/art/garments.ts";
import { rasterise } from "#server/demo/art/raster.ts";
import { outfitPicture } from "#server/demo/art/scene.ts";
import { piecesOf } from "#server/demo/art/wording.ts";
import { seededRandom } from "#server/demo/art/seeded-random.ts";
import { createAnalyser } from "#server/vision/analyser.ts";
import { startRuntime } from "#server/vision/runtime.ts";
import type { Analysis, Box } from "#server/vision/vision.ts";

// npx tsx --conditions=source scripts/vision-quality.ts [every]
// Measures the embedded detector on every n-th of the pictures that the demo draws, whose garments are known: whole figures, the same
// cut at the hips, and pairs of people. They are drawings, not photographs, and were used for nothing in training; the
// figures compare two versions of the rules and do not replace a measurement on photographs (docs/detection.md#quality).

const categories = ["Shirt", "Pants", "Shoes", "Cap", "Jacket", "Accessories"] as const;
type Category = (typeof categories)[number];
const bootstrapRounds = 1_000;

interface Truth {
  categories: Set<Category>;
  legs: "dress" | "skirt" | "trousers" | undefined;
}
interface Case {
  truth: Truth;
  found: Analysis;
}

const every = Number(process.argv[2] ?? 1);
await startRuntime();
const analyse = await createAnalyser();
const pictures = await drawFigures();
console.log(`${pictures.length} drawn figures`);
const whole = await measureAll(pictures, (file) => file);
report("whole figures", whole);
reportLegs(whole);
report("cut at the hips, shoes and legs not counted", await measureAll(pictures, cutAtHips), [
  "Shirt",
  "Cap",
  "Jacket",
]);
await reportPairs(pictures);

interface Figure {
  file: Buffer;
  truth: Truth;
}

async function drawFigures(): Promise<Figure[]> {
  const figures: Figure[] = [];
  let count = 0;
  for (const style of Object.keys(LOOKS) as StyleName[]) {
    for (let n = 0; n < LOOKS[style].length; n += 1) {
      const { look } = lookAt(style, n);
      // Flat lays are another task, and a picture down to the knees shows no shoes.
      if (look.flat || look.close) continue;
      count += 1;
      if (count % every !== 0) continue;
      const drawn = outfitPicture(style, n);
      figures.push({ file: await rasterise(drawn.svg, drawn), truth: toTruth(look) });
    }
  }
  return figures;
}

function toTruth(look: Look): Truth {
  const { dress, bottom } = look;
  const legs = dress ? "dress" : bottom && (isSkirt(bottom) ? "skirt" : "trousers");
  return { categories: new Set(piecesOf(look, true).map(({ category }) => category)), legs };
}

async function cutAtHips(file: Buffer): Promise<Buffer> {
  const { width, height } = await sharp(file).metadata();
  return sharp(file)
    .extract({ left: 0, top: 0, width, height: Math.round(height * 0.5) })
    .jpeg()
    .toBuffer();
}

async function measureAll(figures: Figure[], change: (file: Buffer) => Buffer | Promise<Buffer>): Promise<Case[]> {
  const cases: Case[] = [];
  for (const { file, truth } of figures) cases.push({ truth, found: await analyse(await change(file)) });
  return cases;
}

const foundCategories = ({ garments }: Analysis) => new Set(garments.map(({ category }) => category));

function report(name: string, cases: Case[], counted: readonly Category[] = categories): void {
  console.log(`\n${name}, ${cases.length} pictures (95 % intervals)`);
  console.log("| category | pictures | precision | recall |\n|---|---|---|---|");
  for (const category of counted) {
    const real = cases.filter(({ truth }) => truth.categories.has(category));
    const said = cases.filter(({ found }) => foundCategories(found).has(category));
    const right = real.filter(({ found }) => foundCategories(found).has(category)).length;
    console.log(`| ${category} | ${real.length} | ${share(right, said.length)} | ${share(right, real.length)} |`);
  }
  const random = seededRandom("vision-quality");
  const draws = Array.from({ length: bootstrapRounds }, () =>
    f1(
      cases.map(() => random.pick(cases)),
      counted,
    ),
  ).toSorted((a, b) => a - b);
  const at = (part: number) => (draws[Math.floor(part * draws.length)] ?? 0).toFixed(2);
  console.log(`F1 over all categories: ${f1(cases, counted).toFixed(3)} (${at(0.025)} to ${at(0.975)}, bootstrap)`);
}

function f1(cases: readonly Case[], counted: readonly Category[]): number {
  let [right, said, real] = [0, 0, 0];
  for (const { truth, found } of cases) {
    const names = foundCategories(found);
    for (const category of counted) {
      said += Number(names.has(category));
      real += Number(truth.categories.has(category));
      right += Number(names.has(category) && truth.categories.has(category));
    }
  }
  return (2 * right) / (said + real);
}

/** A share with its Wilson interval. */
function share(count: number, total: number): string {
  if (total === 0) return "none";
  const z = 1.96;
  const p = count / total;
  const middle = (p + z ** 2 / (2 * total)) / (1 + z ** 2 / total);
  const half = (z * Math.sqrt((p * (1 - p)) / total + z ** 2 / (4 * total ** 2))) / (1 + z ** 2 / total);
  return `${p.toFixed(2)} (${(middle - half).toFixed(2)} to ${(middle + half).toFixed(2)})`;
}

const legKinds = { dress: "dress", skirt: "skirt", pants: "trousers" } as const;
const legsOf = ({ garments }: Analysis) =>
  garments.map(({ kind }) => (kind in legKinds ? legKinds[kind as keyof typeof legKinds] : undefined)).find(Boolean) ??
  "nothing";

function reportLegs(cases: Case[]): void {
  const columns = ["dress", "skirt", "trousers", "nothing"];
  console.log(`\n| worn \\ said | ${columns.join(" | ")} | right |\n|---|---|---|---|---|---|`);
  for (const legs of ["dress", "skirt", "trousers"] as const) {
    const worn = cases.filter(({ truth }) => truth.legs === legs);
    const counts = columns.map((said) => worn.filter(({ found }) => legsOf(found) === said).length);
    console.log(`| ${legs} | ${counts.join(" | ")} | ${share(counts[columns.indexOf(legs)] ?? 0, worn.length)} |`);
  }
}

/** Two figures side by side: are both people found, and does a tap look at the one who was tapped? */
async function reportPairs(figures: Figure[]): Promise<void> {
  let [pairs, bothFound, chosen, taps] = [0, 0, 0, 0];
  for (let index = 0; index + 1 < figures.length; index += 2) {
    const [left, right] = [figures[index], figures[index + 1]];
    if (!left || !right) continue;
    pairs += 1;
    const file = await sideBySide(left.file, right.file);
    const { people } = await analyse(file);
    bothFound += Number(people.some(isLeft) && people.some((box) => !isLeft(box)));
    for (const x of [0.25, 0.75]) {
      const { garments } = await analyse(file, { point: { x, y: 0.5 } });
      taps += 1;
      chosen += Number(garments.length > 0 && garments.every(({ point }) => Math.abs(point.x - x) < 0.25));
    }
  }
  console.log(`\npairs of people: ${pairs}`);
  console.log(`both found: ${share(bothFound, pairs)}`);
  console.log(`a tap finds garments of that person only: ${share(chosen, taps)}`);
}

const isLeft = ({ x, width }: Box) => x + width / 2 < 0.5;

async function sideBySide(left: Buffer, right: Buffer): Promise<Buffer> {
  const [width, height] = [480, 720];
  const tiles = await Promise.all([left, right].map((file) => sharp(file).resize(width, height).png().toBuffer()));
  return sharp({ create: { width: width * 2, height, channels: 3, background: "#888888" } })
    .composite(tiles.map((input, index) => ({ input, left: index * width, top: 0 })))
    .jpeg()
    .toBuffer();
}
