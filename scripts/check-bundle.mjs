// Holds the browser's first load to its budget: the JavaScript that a page needs before it can stand, gzipped.
// Run it after `vite build`; `--folder` names another build than dist/web.
import { readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { root } from "./run.mjs";

/** Bytes a page, gzipped. */
const budgets = [
  { page: "/", route: "routes/index.tsx", bytesMax: 125_000 },
  { page: "/explore", route: "routes/explore.tsx", bytesMax: 130_000 },
  { page: "/outfit/{id}", route: "routes/outfit.$outfitId.tsx", bytesMax: 140_000 },
];
/** What must never be part of a first load: schemas, sign-in, toasts, motion. */
const lazyOnly = ["zod", "@supabase/auth-js", "sonner", "motion", "socket.io-client", "libphonenumber-js"];

const { values } = parseArgs({ options: { folder: { type: "string", default: path.join(root, "dist/web") } } });
/** @type {Record<string, { file: string, imports?: string[] }>} */
const manifest = JSON.parse(readFileSync(path.join(values.folder, ".vite/manifest.json"), "utf8"));

/**
 * A chunk and all that it imports statically.
 *
 * @param {string} key
 * @param {Set<string>} found
 */
function addClosure(key, found) {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The manifest has no ${key}`);
  if (found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const imported of chunk.imports ?? []) addClosure(imported, found);
  return found;
}

let isOver = false;
for (const { page, route, bytesMax } of budgets) {
  const key = Object.keys(manifest).find((name) => name.startsWith(`${route}?`) && name.includes("component"));
  if (!key) throw new Error(`The build has no ${route}: was it renamed?`);
  const files = addClosure(key, addClosure("index.html", new Set()));
  const bytes = [...files].reduce(
    (sum, file) => sum + gzipSync(readFileSync(path.join(values.folder, file)), { level: 9 }).length,
    0,
  );
  const isTooMuch = bytes > bytesMax;
  isOver ||= isTooMuch;
  console.log(
    `${isTooMuch ? "OVER  " : "within"}  ${page.padEnd(14)} ${(bytes / 1_000).toFixed(1)} of ${(bytesMax / 1_000).toFixed(0)} kB in ${files.size} files`,
  );
}

if (isOver) {
  console.error(
    `The first load is over its budget. Load what it does not need on demand (${lazyOnly.join(", ")} never belong to it).`,
  );
  process.exit(1);
}
