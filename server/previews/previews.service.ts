import { buffer } from "node:stream/consumers";
import type { Oembed } from "#contract/previews.ts";
import type { Db } from "#server/db/db.ts";
import type { Call, World } from "#server/http/call.ts";
import { onePerWorld } from "#server/http/per-world.ts";
import { fail } from "#server/lib/app-error.ts";
import { createQueue } from "#server/lib/queue.ts";
import type { PageHead } from "./page-head.service.ts";
import { matchPage, type PageMatch, type PagePath } from "./page-paths.service.ts";
import { cardSize, drawCard } from "./preview-card.service.ts";
import * as store from "./previews.store.ts";

const descriptionCharsMax = 200;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const house = "Post outfits, find outfits, and the people who wear them.";

/** Screens that say the same to everybody and belong into search results. */
const openPages: Partial<Record<PagePath, { title: string; description: string }>> = {
  "/": { title: "Fash: post what you wear, find who wears it better", description: house },
  "/swipes": { title: "Swipe outfits · Fash", description: "One look at a time: right for what you would wear." },
  "/styles": { title: "Clothes Categories · Fash", description: "Twelve styles, and everybody who wears them." },
  "/onboarding": { title: "Welcome to Fash", description: house },
};

/**
 * The head of a page as a visitor may know it: hidden outfits and private members are not told apart from missing ones.
 *
 * @param query The address's query, for `/explore?style=`.
 */
export async function describePage(world: World, pathname: string, query: URLSearchParams): Promise<PageHead> {
  const page = matchPage(pathname);
  if (!page) return nothingHere("Page not found");
  if (page.path === "/outfit/:outfitId") return describeOutfit(world, page.params["outfitId"] ?? "");
  if (page.path === "/profile/:username") return describeProfile(world, page);
  if (page.path === "/explore") return describeExplore(world, query.get("style"));
  const open = openPages[page.path];
  if (!open) return { status: 200, title: "Fash", description: house };
  return { status: 200, ...open, canonicalUrl: `${world.config.publicUrl}${page.path}` };
}

function nothingHere(title: string): PageHead {
  return { status: 404, title: `${title} · Fash`, description: house };
}

async function findOutfit(db: Db, outfitId: string): Promise<store.OutfitPreview | undefined> {
  return uuid.test(outfitId) ? store.findOutfitPreview(db, outfitId) : undefined;
}

async function describeOutfit(world: World, outfitId: string): Promise<PageHead> {
  const outfit = await findOutfit(world.db, outfitId);
  // Also for its owner: the page itself asks again, with the session that no crawler has.
  if (!outfit) return { ...nothingHere("Outfit"), status: uuid.test(outfitId) ? 200 : 404 };
  const { publicUrl } = world.config;
  const url = `${publicUrl}/outfit/${outfit.id}`;
  return {
    status: 200,
    title: `${outfit.title} by @${outfit.username} · Fash`,
    description: cut(outfit.description ?? `${outfit.style}, worn by @${outfit.username}.`),
    canonicalUrl: url,
    type: "article",
    image: { url: `${publicUrl}/previews/outfit/${outfit.id}.jpg`, ...cardSize, alt: outfit.altText ?? outfit.title },
    oembedUrl: `${publicUrl}/api/oembed?url=${encodeURIComponent(url)}`,
  };
}

async function describeProfile(world: World, page: PageMatch): Promise<PageHead> {
  const profile = await store.findProfilePreview(world.db, page.params["username"] ?? "");
  if (!profile) return { status: 200, title: "Profile · Fash", description: house };
  const { publicUrl, arePublicProfilesOn } = world.config;
  return {
    status: 200,
    title: `@${profile.username} · Fash`,
    description: cut(profile.bio ?? `See what @${profile.username} wears.`),
    type: "profile",
    // Without a session the screen only leads to sign-in, which is nothing to be found by.
    ...(arePublicProfilesOn ? { canonicalUrl: `${publicUrl}/profile/${profile.username}` } : {}),
    ...(profile.avatarUrl
      ? { image: { url: `${publicUrl}${profile.avatarUrl}`, width: 512, height: 512, alt: `@${profile.username}` } }
      : {}),
  };
}

async function describeExplore(world: World, styleId: string | null): Promise<PageHead> {
  const { publicUrl } = world.config;
  const style = styleId && uuid.test(styleId) ? await store.findStyleName(world.db, styleId) : undefined;
  if (!style || !styleId) {
    return { status: 200, title: "Explore outfits · Fash", description: house, canonicalUrl: `${publicUrl}/explore` };
  }
  return {
    status: 200,
    title: `${style} outfits · Fash`,
    description: `The newest ${style.toLowerCase()} outfits, worn by people like you.`,
    canonicalUrl: `${publicUrl}/explore?style=${styleId.toLowerCase()}`,
  };
}

const cut = (text: string): string =>
  text.length <= descriptionCharsMax ? text : `${text.slice(0, descriptionCharsMax - 1).trimEnd()}…`;

/**
 * oEmbed data of an outfit's address.
 *
 * @throws outfit.not_found for any other address, and for an outfit that is not listed
 */
export async function embedOutfit(
  call: Call,
  address: string,
  sizeMax: { width?: number; height?: number },
): Promise<Oembed> {
  const { publicUrl } = call.config;
  const url = new URL(address);
  const [, outfitId = ""] = /^\/outfit\/([^/]+)\/?$/.exec(url.pathname) ?? [];
  if (url.origin !== new URL(publicUrl).origin) return fail("outfit.not_found");
  const outfit = (await findOutfit(call.db, outfitId)) ?? fail("outfit.not_found");
  const scale = Math.min(
    1,
    (sizeMax.width ?? Infinity) / cardSize.width,
    (sizeMax.height ?? Infinity) / cardSize.height,
  );
  return {
    version: "1.0",
    type: "photo",
    title: outfit.title,
    author_name: outfit.username,
    author_url: `${publicUrl}/profile/${outfit.username}`,
    provider_name: "Fash",
    provider_url: publicUrl,
    url: `${publicUrl}/previews/outfit/${outfit.id}.jpg`,
    width: Math.round(cardSize.width * scale),
    height: Math.round(cardSize.height * scale),
  };
}

const drawInTurn = onePerWorld(() => createQueue({ atOnce: 1, waitingMax: 50 }));

/** The link preview picture of a listed outfit, JPEG; null when it is not listed. */
export async function drawOutfitCard(world: World, outfitId: string): Promise<Buffer | null> {
  const outfit = await findOutfit(world.db, outfitId);
  const photo = outfit && (await world.storage.read(outfit.imageKey));
  if (!photo) return null;
  const bytes = await buffer(photo.bytes);
  return drawInTurn(world)(() => drawCard(bytes));
}
