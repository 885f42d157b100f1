import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pagePaths } from "#server/http/pages/screen-paths.ts";

/** The key for a path without a screen. */
const nowhere = "";

/** An entry of Vite's manifest. */
interface Chunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
}
type Manifest = Partial<Record<string, Chunk>>;

/** Modules that a screen imports as soon as its script runs: for all, for visitors, for members. */
const wantedAtOnce: Record<string, string[]> = { "/outfit/:outfitId": ["screens/outfit/outfit-comments.tsx"] };
const wantedByVisitors: Record<string, string[]> = { "/": ["features/landing/landing-story.tsx"] };
const wantedByMembers: Record<string, string[]> = {
  "/": ["screens/home/member-home.tsx"],
  "/explore": ["features/search/following-switch.tsx"],
};

/** Modules that render a screen which the document does not have. */
const wantedWithoutContent = ["start/replace-page.tsx"];

/** Fonts above the fold of a screen besides those that index.html preloads for all. */
const wantedFonts: Record<string, string[]> = { "/": ["fonts/bodoni-moda-italic-core.woff2"] };

/** Pages to read: what they show matters before what can be pressed on them, and links work without scripts. */
const pagesToRead = new Set(["/", "/events", "/events/:eventId", "/articles", "/articles/:articleId"]);

/** Modules of what is open on a screen whose address has filters. */
const wantedWithFilters: Record<string, string[]> = {
  "/explore": ["screens/explore/explore-filters.tsx"],
};

/** The files of a page's scripts, and its fonts. */
export interface PageScripts {
  /** Static imports of the page's script. */
  entry: string[];
  /** All others that the app and its screen import. */
  screen: string[];
  /** Those that the screen needs besides for a visitor, and for a member. */
  visitors: string[];
  members: string[];
  /** Those that the app needs besides if the document does not show the screen's content. */
  withoutContent: string[];
  /** The screen's are loaded after the first paint, where the document has content to paint. */
  isToRead: boolean;
  /** Those that the screen needs besides if its address has filters. */
  filters: string[];
  fonts: string[];
}

/**
 * The scripts of each page by its screen's path, and by "" for a path without one; empty if the pages are not built.
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
      for (const key of dynamicImports) addClosure(manifest, key, files);
      const screen = findScreen(manifest, path);
      if (screen !== undefined) addClosure(manifest, screen, files);
      // After the screen, which does not wait for them.
      for (const key of wantedAtOnce[path] ?? []) addClosure(manifest, key, files);
      const besides = (keys: string[]): string[] => {
        const more = new Set(files);
        for (const key of keys) addClosure(manifest, key, more);
        return [...more].slice(files.size);
      };
      const scripts: PageScripts = {
        entry: [...entry],
        screen: [...files].slice(entry.size),
        visitors: besides(wantedByVisitors[path] ?? []),
        members: besides(wantedByMembers[path] ?? []),
        filters: besides(wantedWithFilters[path] ?? []),
        withoutContent: besides(wantedWithoutContent),
        isToRead: pagesToRead.has(path),
        fonts: (wantedFonts[path] ?? []).flatMap((key) => manifest[key]?.file ?? []),
      };
      return [path, scripts];
    }),
  );
}

/**
 * The lines of a page's head that load its fonts, and its scripts in parallel, after the page's style sheet and first pictures: at
 * once, or of a page to read those of the screen when `web/public/boot.js` asks for them, after the first paint.
 *
 * @param page `hasContent`: the document shows the screen's content before any script runs. `hasFilters`: its address has some.
 * `isFrame`: the document is a member's.
 */
export function renderScripts(
  { entry, screen, visitors, members, filters, withoutContent, isToRead, fonts }: PageScripts,
  page: { hasContent: boolean; hasFilters: boolean; isFrame: boolean },
): string {
  const link = (rel: string) => (file: string) =>
    `<link rel="${rel}" fetchpriority="low" crossorigin href="/${file}" />`;
  const relOfScreen = isToRead && page.hasContent ? "later" : "modulepreload";
  const wanted = new Set([
    ...screen,
    ...(page.hasContent ? [] : withoutContent),
    ...(page.isFrame ? members : visitors),
    ...(page.hasFilters ? filters : []),
  ]);
  const fontLinks = page.isFrame
    ? []
    : fonts.map((file) => `<link rel="preload" href="/${file}" as="font" type="font/woff2" crossorigin />`);
  return [...fontLinks, ...entry.map(link("modulepreload")), ...[...wanted].map(link(relOfScreen))].join("\n    ");
}

/** The router's plugin splits each route file: the screen is the chunk with its loader. */
function findScreen(manifest: Manifest, path: string): string | undefined {
  const name = path === "/" ? "index" : path.slice(1).replaceAll("/", ".").replaceAll(":", "$");
  // `articles_.$articleId` stands next to `articles`, not within it.
  const isScreen = (key: string) => key.replaceAll("_.", ".").startsWith(`routes/${name}.tsx?`);
  return Object.keys(manifest).find((key) => isScreen(key) && key.includes("component---"));
}

function addClosure(manifest: Manifest, key: string, files: Set<string>): Set<string> {
  const chunk = manifest[key];
  if (!chunk || files.has(chunk.file)) return files;
  files.add(chunk.file);
  for (const imported of chunk.imports ?? []) addClosure(manifest, imported, files);
  return files;
}
