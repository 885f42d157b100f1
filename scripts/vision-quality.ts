import path from "node:path";
import { pathToFileURL } from "node:url";
import { createAnalyser } from "#server/vision/analyser.ts";
import { startRuntime } from "#server/vision/runtime.ts";
import { type Detector, runAll } from "./vision-quality/cases.ts";
import { countPairs, cutAtHips, drawFigures } from "./vision-quality/figures.ts";
import { readPhotos } from "./vision-quality/photos.ts";
import { report, share } from "./vision-quality/report.ts";

// npx tsx --conditions=source scripts/vision-quality.ts [--every=N] [--photos=FOLDER] [--before=FILE]
//   [--head=FOLDER]
// Measures the embedded detector on every n-th figure that the demo draws, whose garments are known, and on the photographs
// of vision-quality/photos.json: FOLDER is one in which the packages named there are installed. FILE is a module of another
// version that exports `createAnalyser`, to be compared on the same pictures; --head compares a head that scripts/train-head.ts
// wrote. See docs/detection.md#quality.

const option = (name: string) =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3);

await startRuntime();
const detectors: Record<string, Detector> = {};
const before = option("before");
if (before !== undefined) {
  const { createAnalyser: createOther } = await import(pathToFileURL(path.resolve(before)).href);
  detectors["before"] = await createOther();
}
detectors["now"] = await createAnalyser();
const head = option("head");
if (head !== undefined) detectors["this head"] = await createAnalyser(pathToFileURL(`${path.resolve(head)}/`));

const every = Number(option("every") ?? 1);
if (every > 0) await measureFigures(every);
const folder = option("photos");
if (folder !== undefined) await measurePhotos(folder);

async function measureFigures(count: number): Promise<void> {
  const figures = await drawFigures(count);
  report("Drawn figures", await runAll(detectors, figures));
  report("Drawn figures cut at the hips", await runAll(detectors, await Promise.all(figures.map(cutAtHips))));
  for (const [name, detect] of Object.entries(detectors)) {
    const { pairs, bothFound, taps, chosen } = await countPairs(detect, figures);
    console.log(`\n${name}: of ${pairs} pairs both people are found in ${share(bothFound, pairs)};`);
    console.log(`a tap finds garments of that person only in ${share(chosen, taps)} of ${taps}`);
  }
}

async function measurePhotos(from: string): Promise<void> {
  const subjects = await readPhotos(from);
  for (const part of ["rules", "held out"] as const) {
    const chosen = subjects.filter((subject) => subject.part === part);
    const cases = await runAll(detectors, chosen);
    report(`Photographs, ${part}`, cases);
    for (const group of ["whole figures", "half figures"] as const)
      report(
        `Photographs, ${part}, ${group}`,
        cases.filter((_case, index) => chosen[index]?.group === group),
      );
    report(
      `Photographs, ${part}, people beside others`,
      cases.filter((_case, index) => chosen[index]?.isAmongOthers === true),
    );
  }
}
