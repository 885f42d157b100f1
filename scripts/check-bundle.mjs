// Checks the browser's first load against its budget: the scripts and styles that a page needs before it is interactive, gzipped.
// Run it after `vite build`; `--folder` takes a build other than dist/web.
import { readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { root } from "./run.mjs";

/** Bytes a page, gzipped. */
const budgets = [
  { page: "/", route: "routes/index.tsx", scriptBytesMax: 72_600, styleBytesMax: 21_700 },
  { page: "/explore", route: "routes/explore.tsx", scriptBytesMax: 80_800, styleBytesMax: 21_700 },
  { page: "/outfit/{id}", route: "routes/outfit.$outfitId.tsx", scriptBytesMax: 84_300, styleBytesMax: 21_700 },
];

/** Chunks of their own that no page loads at first: what a member asks a photo for, and what marks and browses photos. */
const onDemand = [
  "features/outfit-editor/detection-panel.tsx",
  "features/outfit-editor/alt-text-suggestion.tsx",
  "features/outfit-editor/spot-dialog.tsx",
  "features/outfits/photo-gallery.tsx",
];

const { values } = parseArgs({ options: { folder: { type: "string", default: path.join(root, "dist/web") } } });
/** @type {Record<string, { file: string, imports?: string[], dynamicImports?: string[], css?: string[] }>} */
const manifest = JSON.parse(readFileSync(path.join(values.folder, ".vite/manifest.json"), "utf8"));
/** Scripts that the document references itself, in addition to the bundle. */
const ownScripts = [
  ...readFileSync(path.join(values.folder, "index.html"), "utf8").matchAll(/<script[^>]* src="\/([^"]+)"/g),
]
  .map(([, file]) => file ?? "")
  .filter((file) => !Object.values(manifest).some((chunk) => chunk.file === file));

/**
 * Adds the files of a chunk and of all that it imports statically.
 *
 * @param {string} key
 * @param {Set<string>} found
 */
function addClosure(key, found) {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The manifest has no ${key}`);
  if (found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const style of chunk.css ?? []) found.add(style);
  for (const imported of chunk.imports ?? []) addClosure(imported, found);
  return found;
}

const sizeOf = (/** @type {string} */ file) =>
  gzipSync(readFileSync(path.join(values.folder, file)), { level: 9 }).length;

/** @param {{ what: string, files: string[], bytesMax: number }} part */
function isWithin({ what, files, bytesMax }) {
  const bytes = files.reduce((sum, file) => sum + sizeOf(file), 0);
  const verdict = bytes > bytesMax ? "OVER  " : "within";
  const kilobytes = `${(bytes / 1_000).toFixed(1)} of ${(bytesMax / 1_000).toFixed(1)} kB`;
  console.log(`${verdict}  ${what.padEnd(22)} ${kilobytes} in ${files.length} files`);
  return bytes <= bytesMax;
}

// The entry loads Preact and the app one after the other.
const start = addClosure("index.html", new Set(ownScripts));
for (const loaded of manifest["index.html"]?.dynamicImports ?? []) addClosure(loaded, start);

let isOver = false;
for (const { page, route, scriptBytesMax, styleBytesMax } of budgets) {
  const key = Object.keys(manifest).find((name) => name.startsWith(`${route}?`) && name.includes("component"));
  if (!key) throw new Error(`The build has no ${route}: was it renamed?`);
  const files = [...addClosure(key, new Set(start))];
  for (const source of onDemand) {
    const chunk = manifest[source];
    if (chunk && !files.includes(chunk.file)) continue;
    console.log(`OVER    ${page} loads ${source} at first`);
    isOver = true;
  }
  const styles = files.filter((file) => file.endsWith(".css"));
  const scripts = files.filter((file) => !file.endsWith(".css"));
  for (const part of [
    { what: `${page} scripts`, files: scripts, bytesMax: scriptBytesMax },
    { what: `${page} styles`, files: styles, bytesMax: styleBytesMax },
  ]) {
    if (!isWithin(part)) isOver = true;
  }
}

/** Texts that only the admin area's own scripts hold: its palette, its settings, and the table library. */
const adminMarks = ["Search the admin area", "Two-factor for admins", "getCoreRowModel"];

// Every page of members, and the start of all pages, is free of the admin area.
const memberPages = Object.keys(manifest).filter((name) => /^routes\/(?!admin)[^?]+\.tsx\?.*component/.test(name));
for (const key of memberPages) {
  for (const file of addClosure(key, new Set(start))) {
    const text = readFileSync(path.join(values.folder, file), "utf8");
    const mark = adminMarks.find((one) => text.includes(one));
    if (mark === undefined) continue;
    console.error(`${key} loads ${file}, which belongs to the admin area ("${mark}").`);
    isOver = true;
  }
}

if (isOver) {
  console.error("The first load is too large: load what a page does not need at once on demand.");
  process.exit(1);
}
