import { dayMs } from "#contract/durations.ts";
import { escapeHtml } from "#server/lib/escape-html.ts";
import { articleUrl, findPublishedYears, listOfYear } from "#server/articles/article-pages.service.ts";
import { listEventAddresses } from "#server/events/events.service.ts";
import type { AppContext } from "#server/http/context.ts";
import { findListedDays, listOutfitsOfDay, listShownStyles } from "./previews.store.ts";

/** The protocol's limit per file, see sitemaps.org. */
const addressesMax = 50_000;
const openPaths = ["/", "/explore", "/styles", "/articles", "/events"];

/**
 * The index of all sitemap files: the fixed pages, the events, one file for each year of articles, and one for each day on
 * which an outfit was posted.
 */
export async function renderSitemapIndex(app: AppContext): Promise<string> {
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

/** One file of the index: `pages`, `events`, `articles-` and a year, or a day as YYYY-MM-DD; null when there is no such file. */
export async function renderSitemap(app: AppContext, name: string): Promise<string | null> {
  const { publicUrl } = app.config;
  if (name === "pages") {
    const styles = await listShownStyles(app.db);
    const paths = [...openPaths, ...styles.map((id) => `/explore?style=${id}`)];
    return xml(
      "urlset",
      paths.map((path) => `<url><loc>${escapeHtml(publicUrl + path)}</loc></url>`),
    );
  }
  if (name === "events") {
    const events = await listEventAddresses(app.db, addressesMax, app.clock.now());
    const entries = events.map(
      ({ id, updatedAt }) =>
        `<url><loc>${escapeHtml(`${publicUrl}/events/${id}`)}</loc><lastmod>${updatedAt.toISOString()}</lastmod></url>`,
    );
    return xml("urlset", entries);
  }
  const [, year] = /^articles-(\d{4})$/.exec(name) ?? [];
  if (year !== undefined) {
    const articles = await listOfYear(app.db, Number(year), addressesMax);
    const locations = articles.map(
      ({ id, changedAt }) =>
        `<url><loc>${escapeHtml(articleUrl(app, id))}</loc><lastmod>${changedAt.toISOString()}</lastmod></url>`,
    );
    return xml("urlset", locations);
  }
  if (!/^\d{4}-\d{2}-\d{2}$/.test(name) || Number.isNaN(Date.parse(name))) return null;
  const outfits = await listOutfitsOfDay(app.db, name, addressesMax);
  const entries = outfits.map(
    ({ id, updatedAt }) =>
      `<url><loc>${escapeHtml(`${publicUrl}/outfit/${id}`)}</loc><lastmod>${updatedAt.toISOString()}</lastmod></url>`,
  );
  return xml("urlset", entries);
}

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
