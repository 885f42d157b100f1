import { seededRandom } from "#server/demo/art/seeded-random.ts";
import type { GarmentCategory } from "#server/vision/vision.ts";
import { type Case, categories, type Legs, type Seen } from "./cases.ts";

const bootstrapRounds = 2_000;
const legKinds: Partial<Record<string, Legs>> = { dress: "dress", skirt: "skirt", pants: "trousers" };

const categoriesOf = ({ garments }: Seen) => new Set(garments.map(({ category }) => category));

/** What each version found, by category and by what covers the legs, with 95 % intervals. */
export function report(title: string, cases: readonly Case[]): void {
  const versions = Object.keys(cases[0]?.found ?? {});
  console.log(`\n### ${title}: ${cases.length} people\n`);
  console.log("| version | category | worn | precision | recall |\n|---|---|---|---|---|");
  for (const version of versions) for (const category of categories) reportCategory(cases, version, category);
  for (const version of versions)
    console.log(`F1 ${version}: ${interval(cases, (sample) => f1(sample, version) ?? Number.NaN)}`);
  const [before, after] = versions;
  if (before !== undefined && after !== undefined)
    console.log(`F1 ${after} - ${before}: ${interval(cases, (sample) => f1(sample, after) - f1(sample, before))}`);
  for (const version of versions) reportLegs(cases, version);
  if (before !== undefined && after !== undefined) reportGains(cases, before, after);
}

/** What the last version gained over the first, on the same people. */
function reportGains(cases: readonly Case[], before: string, after: string): void {
  const gain = (measure: (sample: readonly Case[], version: string) => number) =>
    interval(cases, (sample) => measure(sample, after) - measure(sample, before));
  console.log(`\nlegs right, ${after} - ${before}: ${gain(legsRight)}`);
  for (const category of categories)
    console.log(`${category}, F1 ${after} - ${before}: ${gain((sample, version) => f1(sample, version, [category]))}`);
}

function legsRight(cases: readonly Case[], version: string): number {
  const clear = cases.filter(({ truth }) => truth.legs !== undefined);
  return clear.filter(({ truth, found }) => legsOf(found[version]) === truth.legs).length / clear.length;
}

function reportCategory(all: readonly Case[], version: string, category: GarmentCategory): void {
  const cases = all.filter(({ truth }) => !truth.unclear.has(category));
  const isSaid = ({ found }: Case) => categoriesOf(found[version] ?? { garments: [], people: [] }).has(category);
  const worn = cases.filter(({ truth }) => truth.wears.has(category));
  const said = cases.filter(isSaid);
  const right = worn.filter(isSaid).length;
  if (worn.length + said.length === 0) return;
  console.log(
    `| ${version} | ${category} | ${worn.length} | ${share(right, said.length)} | ${share(right, worn.length)} |`,
  );
}

/** The harmonic mean of precision and recall. */
function f1(cases: readonly Case[], version: string, of: readonly GarmentCategory[] = categories): number {
  let [right, said, real] = [0, 0, 0];
  for (const { truth, found } of cases) {
    const names = categoriesOf(found[version] ?? { garments: [], people: [] });
    for (const category of of) {
      if (truth.unclear.has(category)) continue;
      said += Number(names.has(category));
      real += Number(truth.wears.has(category));
      right += Number(names.has(category) && truth.wears.has(category));
    }
  }
  return (2 * right) / (said + real);
}

/** A figure with its bootstrap interval over the cases; the same samples for every version, without those that tell nothing. */
function interval(cases: readonly Case[], measure: (sample: readonly Case[]) => number): string {
  const random = seededRandom("vision-quality");
  const draws = Array.from({ length: bootstrapRounds }, () => measure(cases.map(() => random.pick(cases))))
    .filter((draw) => Number.isFinite(draw))
    .toSorted((one, other) => one - other);
  const at = (part: number) => (draws[Math.floor(part * draws.length)] ?? Number.NaN).toFixed(2);
  return `${measure(cases).toFixed(3)} (${at(0.025)} to ${at(0.975)})`;
}

/** A share with its Wilson interval. */
export function share(count: number, total: number): string {
  if (total === 0) return "none";
  const z = 1.96;
  const p = count / total;
  const middle = (p + z ** 2 / (2 * total)) / (1 + z ** 2 / total);
  const half = (z * Math.sqrt((p * (1 - p)) / total + z ** 2 / (4 * total ** 2))) / (1 + z ** 2 / total);
  return `${p.toFixed(2)} (${(middle - half).toFixed(2)} to ${(middle + half).toFixed(2)})`;
}

const legsOf = (seen: Seen | undefined) =>
  seen?.garments.map(({ kind }) => legKinds[kind]).find((legs) => legs !== undefined) ?? "nothing";

function reportLegs(cases: readonly Case[], version: string): void {
  const columns = ["dress", "skirt", "trousers", "nothing"];
  const clear = cases.filter(({ truth }) => truth.legs !== undefined);
  if (clear.length === 0) return;
  console.log(`\n| ${version}: worn \\ said | ${columns.join(" | ")} | right |\n|---|---|---|---|---|---|`);
  for (const legs of ["dress", "skirt", "trousers"] as const) {
    const worn = clear.filter(({ truth }) => truth.legs === legs);
    const counts = columns.map((said) => worn.filter(({ found }) => legsOf(found[version]) === said).length);
    console.log(`| ${legs} | ${counts.join(" | ")} | ${share(counts[columns.indexOf(legs)] ?? 0, worn.length)} |`);
  }
  const right = clear.filter(({ truth, found }) => legsOf(found[version]) === truth.legs).length;
  console.log(`| all | | | | | ${share(right, clear.length)} |`);
}
