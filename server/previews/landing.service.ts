import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { OutfitCard } from "#contract/outfits.ts";
import type { Page } from "#contract/page.ts";
import type { World } from "#server/http/call.ts";
import { getFeedCore } from "#server/outfits/feed-cores.service.ts";

/** What web/landing-html.tsx exports. */
interface LandingModule {
  renderLanding(outfits: readonly OutfitCard[]): Promise<string>;
}

/**
 * Gives the visitor's first page as HTML, with the newest outfits and their data for the app; an empty text where the
 * pages have not been built. Drawn anew only when those outfits have changed.
 *
 * @param pagesFolder The folder of the built pages; the landing page is built beside it.
 */
export function createLanding(world: World, pagesFolder: string): () => Promise<string> {
  const file = join(pagesFolder, "../landing/landing-html.mjs");
  if (!existsSync(file)) return () => Promise.resolve("");
  let module: Promise<LandingModule> | undefined;
  let drawn: { version: string; html: Promise<string> } | undefined;
  return async () => {
    const { version, plain } = await getFeedCore(world.pool, undefined);
    if (drawn?.version === version) return drawn.html;
    module ??= import(pathToFileURL(file).href) as Promise<LandingModule>;
    const html = draw(await module, plain.toString());
    drawn = { version, html };
    return html;
  };
}

async function draw({ renderLanding }: LandingModule, feed: string): Promise<string> {
  const { items } = JSON.parse(feed) as Page<OutfitCard>;
  // In the data no tag may end the script's element.
  const data = feed.replaceAll("<", "\\u003c");
  return `<div data-served>${await renderLanding(items)}</div><script type="application/json" id="served-feed">${data}</script>`;
}
