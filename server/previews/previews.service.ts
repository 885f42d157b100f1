import { createHash } from "node:crypto";
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
  "/auth": { title: "Sign in to Fash", description: house },
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
  if (page.path === "/tag/:tag") return describeTerm(world, "tag", page.params["tag"] ?? "");
  if (page.path === "/brand/:brand") return describeTerm(world, "brand", page.params["brand"] ?? "");
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

const cardOf = (world: World, card: { kind: store.PreviewKind; key: string; alt: string }) => ({
  url: `${world.config.publicUrl}/previews/${card.kind}/${encodeURIComponent(card.key)}.jpg`,
  ...cardSize,
  alt: card.alt,
});
const oembedUrlOf = (world: World, url: string) =>
  `${world.config.publicUrl}/api/oembed?url=${encodeURIComponent(url)}`;
const authorOf = ({ config }: World, username: string) => ({
  name: username,
  url: `${config.publicUrl}/profile/${username}`,
});

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
    image: cardOf(world, { kind: "outfit", key: outfit.id, alt: outfit.altText ?? outfit.title }),
    oembedUrl: oembedUrlOf(world, url),
    embedTitle: outfit.title,
    author: authorOf(world, outfit.username),
  };
}

async function describeProfile(world: World, page: PageMatch): Promise<PageHead> {
  const profile = await store.findProfilePreview(world.db, page.params["username"] ?? "");
  if (!profile) return { status: 200, title: "Profile · Fash", description: house };
  const author = authorOf(world, profile.username);
  const photos = await store.listPreviewPhotos(world.db, "profile", profile.id);
  const name = `@${profile.username}`;
  return {
    status: 200,
    title: `${name} · Fash`,
    description: cut(profile.bio ?? `See what ${name} wears.`),
    type: "profile",
    author,
    // Without a session the screen only leads to sign-in, which is nothing to be found by.
    ...(world.config.arePublicProfilesOn ? { canonicalUrl: author.url } : {}),
    ...(photos.length > 0
      ? {
          image: cardOf(world, { kind: "profile", key: profile.username, alt: `What ${name} wears` }),
          oembedUrl: oembedUrlOf(world, author.url),
        }
      : imageOfAvatar(world, profile)),
  };
}

/** For a member without an outfit to show. */
function imageOfAvatar({ config }: World, { username, avatarUrl }: store.ProfilePreview): Pick<PageHead, "image"> {
  if (avatarUrl === null) return {};
  return { image: { url: `${config.publicUrl}${avatarUrl}`, width: 512, height: 512, alt: `@${username}` } };
}

async function describeExplore(world: World, styleId: string | null): Promise<PageHead> {
  const { publicUrl } = world.config;
  const style = styleId && uuid.test(styleId) ? await store.findStyleName(world.db, styleId) : undefined;
  if (!style || !styleId) {
    return { status: 200, title: "Explore outfits · Fash", description: house, canonicalUrl: `${publicUrl}/explore` };
  }
  const photos = await store.listPreviewPhotos(world.db, "style", styleId);
  return describeFeed(world, {
    name: style,
    description: `The newest ${style.toLowerCase()} outfits, worn by people like you.`,
    url: `${publicUrl}/explore?style=${styleId.toLowerCase()}`,
    card: photos.length > 0 ? { kind: "style", key: styleId.toLowerCase() } : undefined,
  });
}

/** A tag or brand that no listed outfit bears is told apart from no other: nobody learns that a hidden one bears it. */
async function describeTerm(world: World, kind: "tag" | "brand", term: string): Promise<PageHead> {
  const photos = await store.listPreviewPhotos(world.db, kind, term);
  if (photos.length === 0) return { status: 200, title: "Explore outfits · Fash", description: house };
  const name = kind === "tag" ? `#${term}` : term;
  return describeFeed(world, {
    name: cut(name),
    description: cut(kind === "tag" ? `The newest outfits tagged ${name}.` : `The newest outfits with ${name}.`),
    url: `${world.config.publicUrl}/${kind}/${encodeURIComponent(term.toLowerCase())}`,
    card: { kind, key: term.toLowerCase() },
  });
}

interface DescribedFeed {
  name: string;
  description: string;
  url: string;
  /** Undefined where there is no photo yet. */
  card: { kind: store.PreviewKind; key: string } | undefined;
}

function describeFeed(world: World, { name, description, url, card }: DescribedFeed): PageHead {
  const title = `${name} outfits · Fash`;
  const shared = { status: 200 as const, title, description, canonicalUrl: url };
  if (!card) return shared;
  return { ...shared, image: cardOf(world, { ...card, alt: `${name} outfits` }), oembedUrl: oembedUrlOf(world, url) };
}

const cut = (text: string): string =>
  text.length <= descriptionCharsMax ? text : `${text.slice(0, descriptionCharsMax - 1).trimEnd()}…`;

/**
 * oEmbed data of the address of an outfit, a profile, a style, a tag or a brand.
 *
 * @throws route.not_found for any other address, and where nothing of it is listed
 */
export async function embedPage(
  call: Call,
  address: string,
  sizeMax: { width?: number; height?: number },
): Promise<Oembed> {
  const { publicUrl } = call.config;
  const url = new URL(address);
  if (url.origin !== new URL(publicUrl).origin) return fail("route.not_found");
  const head = await describePage(call, url.pathname, url.searchParams);
  if (!head.image || head.oembedUrl === undefined) return fail("route.not_found");
  const { width, height } = head.image;
  const scale = Math.min(1, (sizeMax.width ?? Infinity) / width, (sizeMax.height ?? Infinity) / height);
  return {
    version: "1.0",
    type: "photo",
    title: head.embedTitle ?? head.title.replace(/ · Fash$/, ""),
    ...(head.author ? { author_name: head.author.name, author_url: head.author.url } : {}),
    provider_name: "Fash",
    provider_url: publicUrl,
    url: head.image.url,
    width: Math.round(width * scale),
    height: Math.round(height * scale),
  };
}

const drawInTurn = onePerWorld(() => createQueue({ atOnce: 1, waitingMax: 50 }));

/** A link preview picture: what is in it, and how to draw it as JPEG. */
export interface PreviewCard {
  version: string;
  draw: () => Promise<Buffer>;
}

/**
 * The link preview picture of something listed, undrawn; null where nothing of it is listed.
 *
 * @param key An outfit's or a style's id, a username, a tag or a brand.
 */
export async function findCard(world: World, kind: string, key: string): Promise<PreviewCard | null> {
  const keys = await listCardPhotos(world.db, kind, key);
  if (keys.length === 0) return null;
  return {
    version: createHash("sha1").update(keys.join()).digest("base64url"),
    draw: () =>
      drawInTurn(world)(async () => {
        const photos = await Promise.all(keys.map((photo) => world.storage.read(photo)));
        const there = photos.filter((photo) => photo !== null);
        if (there.length === 0) fail("route.not_found");
        return drawCard(await Promise.all(there.map(({ bytes }) => buffer(bytes))));
      }),
  };
}

async function listCardPhotos(db: Db, kind: string, key: string): Promise<string[]> {
  if (kind === "tag" || kind === "brand") return store.listPreviewPhotos(db, kind, key);
  if (kind === "outfit" || kind === "style") return uuid.test(key) ? store.listPreviewPhotos(db, kind, key) : [];
  const profile = kind === "profile" ? await store.findProfilePreview(db, key) : undefined;
  return profile ? store.listPreviewPhotos(db, "profile", profile.id) : [];
}
