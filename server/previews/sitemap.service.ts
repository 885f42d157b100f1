import { dayMs } from "#contract/durations.ts";
import { escapeHtml } from "#server/lib/escape-html.ts";
import { articleUrl, findPublishedYears, listOfYear } from "#server/articles/article-pages.service.ts";
import { listEventAddresses } from "#server/events/events.service.ts";
import type { AppContext } from "#server/http/context.ts";
import { perApp } from "#server/http/per-app.ts";
import { AppError } from "#server/lib/app-error.ts";
import { CachedBody } from "#server/lib/cached-body.ts";
import { createLru } from "#server/lib/lru.ts";
import { createQueue, QueueFullError } from "#server/lib/queue.ts";
import { findListedDays, listOutfitsOfDay, listShownStyles } from "./previews.store.ts";

/** The protocol's limit per file, see sitemaps.org. */
const addressesMax = 50_000;
const openPaths = ["/", "/explore", "/styles", "/articles", "/events"];

/** Crawlers keep a file for longer. */
const freshMs = 10 * 60_000;
/** A file may have megabytes. */
const filesKept = 8;
const wait = { waitingMax: 20, waitMsMax: 10_000 };

const sitemapsOf = perApp(() => ({
  kept: createLru<{ file: Promise<CachedBody>; madeAtMs: number }>(filesKept),
  // Anyone who asks for every day there was occupies one connection of the database.
  inTurn: createQueue({ atOnce: 1, ...wait }),
}));

/** The robots.txt: what crawlers may open, and where the index of the sitemaps is. */
export const renderRobots = ({ publicUrl }: AppContext["config"]): string =>
  `User-agent: *\nAllow: /\nDisallow: /api/\nDisallow: /admin\n\nSitemap: ${publicUrl}/sitemap.xml\n`;

/**
 * The index of all sitemap files: the fixed pages, the events, one file for each year of articles, and one for each day on
 * which an outfit was posted. Up to ten minutes old, as are the files.
 *
 * @throws server.unavailable while too many files are being made
 */
export function getSitemapIndex(app: AppContext): Promise<CachedBody> {
  return share(app, "", () => renderIndex(app));
}

/**
 * One file of the index: `pages`, `events`, `articles-` and a year, or a day as YYYY-MM-DD; null when there is no such file.
 *
 * @throws server.unavailable while too many files are being made
 */
export async function getSitemap(app: AppContext, name: string): Promise<CachedBody | null> {
  const render = findRenderer(app, name);
  return render && share(app, name, render);
}

function share(app: AppContext, name: string, render: () => Promise<string>): Promise<CachedBody> {
  const { kept, inTurn } = sitemapsOf(app);
  const nowMs = app.clock.now().getTime();
  const known = kept.get(name);
  if (known && nowMs - known.madeAtMs < freshMs) return known.file;
  const made = { file: inTurn(render).then((text) => new CachedBody(Buffer.from(text)), refuse), madeAtMs: nowMs };
  // The next request tries again.
  made.file.catch(() => (made.madeAtMs = 0));
  kept.set(name, made);
  return made.file;
}

function refuse(error: unknown): never {
  if (!(error instanceof QueueFullError)) throw error;
  throw new AppError("server.unavailable", { cause: error, retryAfterSeconds: 60 });
}

async function renderIndex(app: AppContext): Promise<string> {
  const days = await findListedDays(app.db);
  const years = await findPublishedYears(app.db);
  const files = [
    "pages",
    "events",
    ...(years ? listYears(years) : []),
    ...(days ? listDays(days.first, days.last) : []),
  ];
  const entries = files.map((name) => `<sitemap><loc>${app.config.publicUrl}/sitemaps/${name}.xml</loc></sitemap>`);
  return xml("sitemapindex", entries);
}

function findRenderer(app: AppContext, name: string): (() => Promise<string>) | null {
  if (name === "pages") return () => renderPages(app);
  if (name === "events") return () => renderEvents(app);
  const [, year] = /^articles-(\d{4})$/.exec(name) ?? [];
  if (year !== undefined) return () => renderYear(app, Number(year));
  if (!/^\d{4}-\d{2}-\d{2}$/.test(name) || Number.isNaN(Date.parse(name))) return null;
  return () => renderDay(app, name);
}

async function renderPages({ db, config }: AppContext): Promise<string> {
  const styles = await listShownStyles(db);
  const paths = [...openPaths, ...styles.map((id) => `/explore?style=${id}`)];
  return xml(
    "urlset",
    paths.map((path) => `<url><loc>${escapeHtml(config.publicUrl + path)}</loc></url>`),
  );
}

async function renderEvents({ db, config, clock }: AppContext): Promise<string> {
  const events = await listEventAddresses(db, addressesMax, clock.now());
  const entries = events.map(({ id, updatedAt }) => entry(`${config.publicUrl}/events/${id}`, updatedAt));
  return xml("urlset", entries);
}

async function renderYear(app: AppContext, year: number): Promise<string> {
  const articles = await listOfYear(app.db, year, addressesMax);
  return xml(
    "urlset",
    articles.map(({ id, changedAt }) => entry(articleUrl(app, id), changedAt)),
  );
}

async function renderDay({ db, config }: AppContext, day: string): Promise<string> {
  const outfits = await listOutfitsOfDay(db, day, addressesMax);
  return xml(
    "urlset",
    outfits.map(({ id, updatedAt }) => entry(`${config.publicUrl}/outfit/${id}`, updatedAt)),
  );
}

const entry = (url: string, changedAt: Date): string =>
  `<url><loc>${escapeHtml(url)}</loc><lastmod>${changedAt.toISOString()}</lastmod></url>`;

function listYears({ first, last }: { first: number; last: number }): string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => `articles-${last - index}`);
}

function listDays(first: string, last: string): string[] {
  const days: string[] = [];
  for (let time = Date.parse(last); time >= Date.parse(first) && days.length < addressesMax; time -= dayMs) {
    days.push(new Date(time).toISOString().slice(0, 10));
  }
  return days;
}

const xml = (root: "urlset" | "sitemapindex", entries: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join("\n")}\n</${root}>\n`;
