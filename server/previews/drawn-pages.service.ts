import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { World } from "#server/http/call.ts";
import { getFeedCore } from "#server/outfits/feed-cores.service.ts";
import { readOutfitDetail } from "#server/outfits/outfits.service.ts";
import { matchPage, type PagePath } from "./page-paths.service.ts";

/** What web/page-html.tsx exports. */
interface PageModule {
  /** The screen at an address as a visitor sees it. */
  renderPage(href: string, served: unknown): Promise<string>;
}

/** What a page shows, as JSON for the app, and what its drawing depends on. */
interface Served {
  json: string;
  version: string;
}

/** Counts that have moved since are put right by the app, which has them in its data. */
const drawingLifeMs = 10_000;
const drawingsMax = 300;
const counts = /"(likesCount|commentsCount|viewsCount)":\d+/g;

interface DrawnPage {
  /** Shows the newest outfits to a visitor. */
  hasFeed?: boolean;
  /** Its address takes filters: only the plain one is drawn. */
  takesSearch?: boolean;
  /** Has a form that would be sent without a script: a password would stand in the address. */
  isInert?: boolean;
}
const drawnPages: Partial<Record<PagePath, DrawnPage>> = {
  "/": { hasFeed: true },
  "/explore": { hasFeed: true, takesSearch: true },
  "/swipes": { hasFeed: true },
  "/auth": { takesSearch: true, isInert: true },
};

/**
 * Gives a visitor's page as HTML, with its data for the app, so that it stands before any script has run; an empty text
 * for screens that are not drawn, for what a visitor may not see, and where the pages have not been built.
 *
 * @param pagesFolder The folder of the built pages; what draws them is built beside it.
 */
export function createDrawnPages(world: World, pagesFolder: string): (url: URL) => Promise<string> {
  const file = join(pagesFolder, "../drawn/page-html.mjs");
  if (!existsSync(file)) return () => Promise.resolve("");
  let module: Promise<PageModule> | undefined;
  const draw = keepDrawings(async (path, served) => {
    module ??= import(pathToFileURL(file).href) as Promise<PageModule>;
    return (await module).renderPage(path, JSON.parse(served.json));
  });
  return async ({ pathname, search }) => {
    const served = await readServed(world, pathname, search);
    if (!served) return "";
    // In the data no tag may end the script's element.
    const data = served.json.replaceAll("<", "\\u003c");
    const inert = findDrawnPage(pathname)?.isInert ? " inert" : "";
    return `<div data-served${inert}>${await draw(pathname, served)}</div><script type="application/json" id="served">${data}</script>`;
  };
}

async function readServed(world: World, pathname: string, search: string): Promise<Served | undefined> {
  const page = matchPage(pathname);
  if (page?.path === "/outfit/:outfitId") return readServedOutfit(world, page.params["outfitId"] ?? "");
  const drawn = findDrawnPage(pathname);
  if (!drawn || (drawn.takesSearch && search !== "")) return undefined;
  if (!drawn.hasFeed) return { json: "{}", version: "" };
  const { ids, plain } = await getFeedCore(world.pool, undefined);
  return { json: `{"feed":${plain.bytes.toString()}}`, version: ids.join() };
}

function findDrawnPage(pathname: string): DrawnPage | undefined {
  const page = matchPage(pathname);
  return page ? drawnPages[page.path] : undefined;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

async function readServedOutfit(world: World, outfitId: string): Promise<Served | undefined> {
  const outfit =
    uuid.test(outfitId) && (await readOutfitDetail(world.pool, { userId: null, isAdmin: false }, outfitId));
  return outfit ? { json: `{"outfit":${outfit}}`, version: outfit.replaceAll(counts, "") } : undefined;
}

type Draw = (path: string, served: Served) => Promise<string>;

/** The latest drawing of each address, for as long as it shows the same. */
function keepDrawings(draw: Draw): Draw {
  const kept = new Map<string, { version: string; html: Promise<string>; staleAtMs: number }>();
  return (path, served) => {
    const known = kept.get(path);
    if (known?.version === served.version && performance.now() < known.staleAtMs) return known.html;
    const html = draw(path, served);
    kept.delete(path);
    kept.set(path, { version: served.version, html, staleAtMs: performance.now() + drawingLifeMs });
    const [oldest] = kept.keys();
    if (kept.size > drawingsMax && oldest !== undefined) kept.delete(oldest);
    html.catch(() => kept.delete(path));
    return html;
  };
}
