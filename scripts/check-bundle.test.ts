import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "fash-bundle-"));
});
afterEach(() => rm(folder, { recursive: true }));

const entry = "index.html";
const routes = ["routes/index.tsx", "routes/explore.tsx", "routes/outfit.$outfitId.tsx"];

const onDemand = [
  "features/outfit-editor/detection-panel.tsx",
  "features/outfit-editor/alt-text-suggestion.tsx",
  "features/outfit-editor/spot-dialog.tsx",
  "features/outfits/photo-gallery.tsx",
];

/** A build whose every page loads the entry, its own small chunk and a library; bytes are such that gzip cannot pack. */
async function build({
  libraryBytes = 1_000,
  styleBytes = 1_000,
  lazyBytes = 1_000,
  bootBytes = 100,
  inPage = "",
  eager = [] as string[],
}) {
  const chunks = routes.map((route, n) => [
    `${route}?tsr-split=component`,
    { file: `page-${n}.js`, imports: [entry, ...eager] },
  ]);
  const manifest = {
    [entry]: { file: "index.js", dynamicImports: ["start.ts"], css: ["index.css"] },
    "start.ts": { file: "start.js", imports: ["_library.js"], dynamicImports: ["_lazy.js"] },
    "_library.js": { file: "library.js" },
    "_lazy.js": { file: "lazy.js" },
    ...Object.fromEntries(onDemand.map((source, n) => [source, { file: `on-demand-${n}.js` }])),
    ...Object.fromEntries(chunks),
  };
  await mkdir(path.join(folder, ".vite"));
  const html = '<script src="/boot.js"></script><script type="module" src="/index.js"></script>';
  const files = {
    ".vite/manifest.json": JSON.stringify(manifest),
    "index.html": html,
    "index.js": randomBytes(500),
    "start.js": randomBytes(500),
    "index.css": randomBytes(styleBytes),
    "library.js": randomBytes(libraryBytes),
    "lazy.js": randomBytes(lazyBytes),
    "boot.js": randomBytes(bootBytes),
    ...Object.fromEntries(onDemand.map((_source, n) => [`on-demand-${n}.js`, randomBytes(100)])),
    ...Object.fromEntries(
      routes.map((_route, n) => [
        `page-${n}.js`,
        Buffer.concat([randomBytes(1_000), Buffer.from(n === 1 ? inPage : "")]),
      ]),
    ),
  };
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(folder, name), content);
}

async function check(): Promise<{ code: number; output: string }> {
  const script = path.join(import.meta.dirname, "check-bundle.mjs");
  const run = promisify(execFile)(process.execPath, [script, "--folder", folder]);
  return run.then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      output: error.stdout + error.stderr,
    }),
  );
}

test("a first load within its budgets passes, whatever is loaded later", async () => {
  await build({ lazyBytes: 500_000 });
  const { code, output } = await check();
  expect(output).not.toContain("OVER");
  expect(code).toBe(0);
});

test("what is loaded on demand may not be part of a first load", async () => {
  await build({ eager: ["features/outfit-editor/detection-panel.tsx"] });
  const { code, output } = await check();
  expect(code).toBe(1);
  expect(output).toContain("/explore loads features/outfit-editor/detection-panel.tsx at first");
});

test("scripts over the budget fail, and only for the pages whose budget they break", async () => {
  await build({ libraryBytes: 70_400 });
  const { code, output } = await check();
  expect(code).toBe(1);
  expect(output.match(/OVER .*/g)).toEqual([expect.stringMatching(/^OVER +\/ scripts/)]);
});

test("a script that the document names beside the bundle counts", async () => {
  await build({ bootBytes: 150_000 });
  const { code, output } = await check();
  expect(code).toBe(1);
  expect(output.match(/OVER .* scripts/g)).toHaveLength(3);
});

test("styles have a budget of their own", async () => {
  await build({ styleBytes: 22_000 });
  const { code, output } = await check();
  expect(code).toBe(1);
  expect(output.match(/OVER .* styles/g)).toHaveLength(3);
});

test("a page of members that loads a part of the admin area fails", async () => {
  await build({ inPage: "table({getCoreRowModel:f()})" });
  const { code, output } = await check();
  expect(code).toBe(1);
  expect(output).toContain("routes/explore.tsx?tsr-split=component loads page-1.js, which belongs to the admin area");
});
