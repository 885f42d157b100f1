import type { World } from "#server/http/call.ts";
import { escapeHtml } from "./page-head.service.ts";
import { findListedDays, listOutfitsOfDay, listShownStyles } from "./previews.store.ts";

/** What one file of the protocol may hold, see sitemaps.org. */
const addressesMax = 50_000;
const dayMs = 86_400_000;
const openPaths = ["/", "/explore", "/styles"];

/** The index of all sitemap files: the fixed pages, and one file for each day on which an outfit was posted. */
export async function renderSitemapIndex(world: World): Promise<string> {
  const days = await findListedDays(world.db);
  const files = ["pages", ...(days ? listDays(days.first, days.last) : [])];
  const entries = files.map((name) => `<sitemap><loc>${world.config.publicUrl}/sitemaps/${name}.xml</loc></sitemap>`);
  return xml("sitemapindex", entries);
}

/** One file of the index: `pages`, or a day as YYYY-MM-DD; null when there is no such file. */
export async function renderSitemap(world: World, name: string): Promise<string | null> {
  const { publicUrl } = world.config;
  if (name === "pages") {
    const styles = await listShownStyles(world.db);
    const paths = [...openPaths, ...styles.map((id) => `/explore?style=${id}`)];
    return xml(
      "urlset",
      paths.map((path) => `<url><loc>${escapeHtml(publicUrl + path)}</loc></url>`),
    );
  }
  if (!/^\d{4}-\d{2}-\d{2}$/.test(name) || Number.isNaN(Date.parse(name))) return null;
  const outfits = await listOutfitsOfDay(world.db, name, addressesMax);
  const entries = outfits.map(
    ({ id, updatedAt }) =>
      `<url><loc>${escapeHtml(`${publicUrl}/outfit/${id}`)}</loc><lastmod>${updatedAt.toISOString()}</lastmod></url>`,
  );
  return xml("urlset", entries);
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
