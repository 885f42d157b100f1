import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pagePaths } from "./page-paths.service.ts";

/** What Vite's manifest says of a file of the build. */
interface Chunk {
  file: string;
  imports?: string[];
}
type Manifest = Partial<Record<string, Chunk>>;

/** What a screen asks for as soon as its own script runs. */
const wantedAtOnce: Record<string, string[]> = { "/": ["features/landing/landing-story.tsx"] };

/**
 * The lines of a page's head that let the browser fetch the screen's scripts together with those of the start, by the
 * screen's path; empty where the pages have not been built.
 *
 * @param pagesFolder The folder of the built pages.
 */
export function readPageScripts(pagesFolder: string): Map<string, string> {
  const file = join(pagesFolder, ".vite/manifest.json");
  if (!existsSync(file)) return new Map();
  const manifest = JSON.parse(readFileSync(file, "utf8")) as Manifest;
  const start = addClosure(manifest, "index.html", new Set());
  return new Map(
    pagePaths.map((path) => {
      const files = new Set(start);
      for (const key of [findScreen(manifest, path), ...(wantedAtOnce[path] ?? [])]) {
        if (key !== undefined) addClosure(manifest, key, files);
      }
      return [
        path,
        [...files]
          .filter((name) => !start.has(name))
          .map(toLink)
          .join("\n    "),
      ];
    }),
  );
}

const toLink = (file: string): string => `<link rel="modulepreload" crossorigin href="/${file}" />`;

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
