import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  getArticleTags,
  getNewestArticle,
  renderArticle,
  renderNewestArticles,
  renderRelatedArticles,
} from "#server/articles/articles.service.ts";
import { getNextEvent } from "#server/events/events.service.ts";
import type { AppContext } from "#server/http/context.ts";
import { getCachedFirstPage } from "#server/feed/cached-first-page.service.ts";
import { findOutfitDetail } from "#server/outfits/outfits.service.ts";
import { matchPage, type PagePath } from "./page-paths.service.ts";

/** The exports of web/page-html.tsx. */
interface PageModule {
  /** Renders the screen at a path as a visitor sees it. */
  renderPage(href: string, served: unknown): Promise<string>;
}

/** A page's initial data as JSON, and the version that its rendering depends on. */
interface Served {
  json: string;
  version: string;
}

/** Without counts: the app updates changed ones from the data. */
const drawingLifeMs = 10_000;
const drawingsMax = 300;
const counts = /"(likesCount|commentsCount|viewsCount)":\d+/g;

interface DrawnPage {
  /** Shows the newest outfits to visitors. */
  hasFeed?: boolean;
  /** Accepts filters; only the URL without filters is rendered. */
  takesSearch?: boolean;
  /** Has a form that would be submitted without its script, with the password in the URL. */
  isInert?: boolean;
}
const drawnPages: Partial<Record<PagePath, DrawnPage>> = {
  "/": { hasFeed: true },
  "/explore": { hasFeed: true, takesSearch: true },
  "/swipes": { hasFeed: true },
  "/auth": { takesSearch: true, isInert: true },
};

/**
 * Renders a visitor's page as HTML with initial data for the app. Empty for screens that are not server-rendered, for
 * content that visitors may not see, and if the pages are not built.
 *
 * @param pagesFolder The folder of the built pages; the renderer is built next to it.
 */
export function createRenderedPages(app: AppContext, pagesFolder: string): (url: URL) => Promise<string> {
  const file = join(pagesFolder, "../drawn/page-html.mjs");
  if (!existsSync(file)) return () => Promise.resolve("");
  let module: Promise<PageModule> | undefined;
  const draw = keepDrawings(async (path, served) => {
    module ??= import(pathToFileURL(file).href) as Promise<PageModule>;
    return (await module).renderPage(path, JSON.parse(served.json));
  });
  return async ({ pathname, search }) => {
    const served = await readServed(app, pathname, search);
    if (!served) return "";
    // The data must not contain a tag that ends the script element.
    const data = served.json.replaceAll("<", "\\u003c");
    const inert = findDrawnPage(pathname)?.isInert ? " inert" : "";
    return `<div data-served${inert}>${await draw(pathname, served)}</div><script type="application/json" id="served">${data}</script>`;
  };
}

async function readServed(app: AppContext, pathname: string, search: string): Promise<Served | undefined> {
  const page = matchPage(pathname);
  const read = page && dataReaders[page.path];
  if (read) return read(app, page.params, search);
  const drawn = findDrawnPage(pathname);
  if (!drawn || (drawn.takesSearch && search !== "")) return undefined;
  if (!drawn.hasFeed) return { json: "{}", version: "" };
  return readServedFeed(app, page?.path === "/");
}

type ReadServed = (app: AppContext, params: Record<string, string>, search: string) => Promise<Served | undefined>;

/** Pages whose data depends on more than the feed. */
const dataReaders: Partial<Record<string, ReadServed>> = {
  "/outfit/:outfitId": (app, { outfitId = "" }) => readServedOutfit(app, outfitId),
  "/articles/:articleId": (app, { articleId = "" }) => readServedArticle(app, articleId),
  "/articles": async (app, _params, search) => (search === "" ? readServedArticles(app) : undefined),
};

async function readServedFeed(app: AppContext, isLanding: boolean): Promise<Served> {
  const { ids, anonymous } = await getCachedFirstPage(app.pool, undefined);
  const feed = `"feed":${anonymous.bytes.toString()}`;
  if (!isLanding) return { json: `{${feed}}`, version: ids.join() };
  const [article, event] = await Promise.all([getNewestArticle(app), getNextEvent(app)]);
  const news = `"newestArticle":${article},"nextEvent":${JSON.stringify(event)}`;
  return { json: `{${feed},${news}}`, version: `${ids.join()} ${news.replaceAll(counts, "")}` };
}

async function readServedArticles(app: AppContext): Promise<Served> {
  const [articles, tags] = await Promise.all([renderNewestArticles(app.pool), getArticleTags(app)]);
  const articleTags = JSON.stringify(tags);
  return {
    json: `{"articles":${articles},"articleTags":${articleTags}}`,
    version: `${articles.replaceAll(counts, "")}${articleTags}`,
  };
}

async function readServedArticle(app: AppContext, articleId: string): Promise<Served | undefined> {
  const article = uuid.test(articleId) ? await renderArticle(app.pool, undefined, articleId) : null;
  if (article === null) return undefined;
  const related = await renderRelatedArticles(app.pool, null, articleId);
  const json = `{"article":${article},"relatedArticles":${related}}`;
  return { json, version: json.replaceAll(counts, "") };
}

function findDrawnPage(pathname: string): DrawnPage | undefined {
  const page = matchPage(pathname);
  return page ? drawnPages[page.path] : undefined;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

async function readServedOutfit(app: AppContext, outfitId: string): Promise<Served | undefined> {
  const outfit = uuid.test(outfitId) && (await findOutfitDetail(app.pool, { userId: null, isAdmin: false }, outfitId));
  return outfit ? { json: `{"outfit":${outfit}}`, version: outfit.replaceAll(counts, "") } : undefined;
}

type Draw = (path: string, served: Served) => Promise<string>;

/** The latest rendering of each path, valid while its version is unchanged. */
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
