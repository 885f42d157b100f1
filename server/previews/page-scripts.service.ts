import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pagePaths } from "./page-paths.service.ts";

/** The path of an address without a screen. */
const nowhere = "";

/** What Vite's manifest says of a file of the build. */
interface Chunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
}
type Manifest = Partial<Record<string, Chunk>>;

/** What a screen asks for as soon as its own script runs. */
const wantedAtOnce: Record<string, string[]> = {
  "/": ["features/landing/landing-story.tsx"],
  "/outfit/:outfitId": ["routes/-outfit-comments.tsx"],
};

/** The files of a page's scripts. */
export interface PageScripts {
  /** What the page's own script cannot run without. */
  entry: string[];
  /** The start and the screen, which the browser fetches together. */
  app: string[];
}

/**
 * The scripts of each page by its screen's path, and by "" for an address without one; empty where the pages have not
 * been built.
 *
 * @param pagesFolder The folder of the built pages.
 */
export function readPageScripts(pagesFolder: string): Map<string, PageScripts> {
  const file = join(pagesFolder, ".vite/manifest.json");
  if (!existsSync(file)) return new Map();
  const manifest = JSON.parse(readFileSync(file, "utf8")) as Manifest;
  const { imports = [], dynamicImports = [] } = manifest["index.html"] ?? {};
  const entry = new Set<string>();
  for (const key of imports) addClosure(manifest, key, entry);
  const paths = [...pagePaths, nowhere];
  return new Map(
    paths.map((path) => {
      const files = new Set(entry);
      const wanted = [...dynamicImports, ...(wantedAtOnce[path] ?? [])];
      for (const key of wanted) addClosure(manifest, key, files);
      const screen = findScreen(manifest, path);
      if (screen !== undefined) addClosure(manifest, screen, files);
      return [path, { entry: [...entry], app: [...files].slice(entry.size) }];
    }),
  );
}

/**
 * The lines of a page's head that name its scripts. On a page that is drawn with pictures the app is fetched `later`, when
 * the first of those are there: web/main.tsx says so, and web/public/boot.js for members, who do not see the drawing.
 */
export function renderScripts({ entry, app }: PageScripts, hasPictures: boolean): string {
  const links = (files: readonly string[], rel: string) =>
    files.map((file) => `<link rel="${rel}" fetchpriority="low" crossorigin href="/${file}" />`);
  return [...links(entry, "modulepreload"), ...links(app, hasPictures ? "later" : "modulepreload")].join("\n    ");
}

/** The router's plugin splits each route file: the screen itself is what comes with its loader. */
function findScreen(manifest: Manifest, path: string): string | undefined {
  const name = path === "/" ? "index" : path.slice(1).replaceAll("/", ".").replaceAll(":", "$");
  return Object.keys(manifest).find((key) => key.startsWith(`routes/${name}.tsx?`) && key.includes("component---"));
}

function addClosure(manifest: Manifest, key: string, files: Set<string>): Set<string> {
  const chunk = manifest[key];
  if (!chunk || files.has(chunk.file)) return files;
  files.add(chunk.file);
  for (const imported of chunk.imports ?? []) addClosure(manifest, imported, files);
  return files;
}
