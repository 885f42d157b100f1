import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import subsetFont from "subset-font";

// Subsets the packages' fonts to the characters of the first screens, see web/fonts/README.md: npx tsx scripts/subset-fonts.ts

const root = path.join(import.meta.dirname, "..");
const packages = path.join(root, "node_modules/@fontsource-variable");

const displayAxes = { wght: 400, opsz: { min: 14, max: 20 } };
const textAxes = { wght: { min: 400, max: 600 } };
const faces = [
  { name: "bodoni-moda", file: "bodoni-moda/files/bodoni-moda-latin-opsz-normal.woff2", axes: displayAxes },
  { name: "bodoni-moda-italic", file: "bodoni-moda/files/bodoni-moda-latin-opsz-italic.woff2", axes: displayAxes },
  { name: "instrument-sans", file: "instrument-sans/files/instrument-sans-latin-wght-normal.woff2", axes: textAxes },
];

type Range = readonly [first: number, last: number];
// Must match the ranges of web/fonts.css.
const core: Range[] = [
  [0x20, 0x7e],
  [0xa0, 0xa0],
  [0xb7, 0xb7],
  [0x2013, 0x2014],
  [0x2018, 0x2019],
  [0x201c, 0x201d],
  [0x2026, 0x2026],
];
const latin: Range[] = [
  [0x00, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2bb, 0x2bc],
  [0x2c6, 0x2c6],
  [0x2da, 0x2da],
  [0x2dc, 0x2dc],
  [0x304, 0x304],
  [0x308, 0x308],
  [0x329, 0x329],
  [0x2000, 0x206f],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2191, 0x2191],
  [0x2193, 0x2193],
  [0x2212, 0x2212],
  [0x2215, 0x2215],
  [0xfeff, 0xfeff],
  [0xfffd, 0xfffd],
];
/** The name records to keep: copyright, names, version and licence. */
const keptNames = [0, 1, 2, 3, 4, 5, 6, 13, 14];

const lettersOf = (ranges: Range[]): string[] =>
  ranges.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
  );

const coreLetters = lettersOf(core);
const restLetters = lettersOf(latin).filter((letter) => !coreLetters.includes(letter));

for (const { name, file, axes } of faces) {
  const font = await readFile(path.join(packages, file));
  for (const [part, letters] of [
    ["core", coreLetters],
    ["rest", restLetters],
  ] as const) {
    const cut = await subsetFont(font, letters.join(""), {
      targetFormat: "woff2",
      variationAxes: axes,
      preserveNameIds: keptNames,
      noHinting: true,
    });
    await writeFile(path.join(root, `web/fonts/${name}-${part}.woff2`), cut);
    console.log(`${name}-${part}.woff2: ${cut.length} bytes`);
  }
}
