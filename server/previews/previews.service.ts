import { fullNameOf, type Named, nameOf } from "#contract/member-names.ts";
import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { Oembed } from "#contract/previews.ts";
import { isUuid } from "#contract/uuid.ts";
import {
  articleFeedUrl,
  articleUrl,
  findArticlePreview,
  toStructuredData,
} from "#server/articles/article-pages.service.ts";
import type { Db } from "#server/db/db.ts";
import { eventCalendarPath } from "#server/events/event-calendars.service.ts";
import { describeTime } from "#server/events/event-times.ts";
import { toEventStructuredData } from "#server/events/event-structured-data.ts";
import { findPublicEvent } from "#server/events/events.service.ts";
import type { RequestContext, AppContext } from "#server/http/context.ts";
import { perApp } from "#server/http/per-app.ts";
import { defaultTagline, getSiteSettings } from "#server/settings/settings.service.ts";
import { createQueue, QueueFullError } from "#server/lib/queue.ts";
import { AppError, fail } from "#server/lib/app-error.ts";
import type { ClientKey } from "#server/lib/client-key.ts";
import { createLru } from "#server/lib/lru.ts";
import type { PageHead } from "./page-head.service.ts";
import { matchPage, type PageMatch, type PagePath } from "./page-paths.service.ts";
import { cardSize, renderCard } from "./preview-card.service.ts";
import * as store from "./previews.store.ts";

const descriptionCharsMax = 200;
const house = "Post outfits, find outfits, and the people who wear them.";

/** Screens with the same content for everyone, listed in search results. */
const openPages: Partial<Record<PagePath, { title: string; description: string }>> = {
  "/": { title: "Fash: post what you wear, find who wears it better", description: house },
  "/auth": { title: "Sign in to Fash", description: house },
  "/swipes": { title: "Swipe outfits · Fash", description: "One look at a time: right for what you would wear." },
  "/styles": { title: "Clothes Categories · Fash", description: "Twelve styles, and everybody who wears them." },
  "/rewards": { title: "Rewards · Fash", description: "Earn points for what you post, and turn them into gift cards." },
  "/onboarding": { title: "Welcome to Fash", description: house },
};

/**
 * The head of a page as visitors may see it: hidden outfits and private members look like missing ones.
 *
 * @param query The address's query, for `/explore?style=`.
 */
export async function describePage(app: AppContext, pathname: string, query: URLSearchParams): Promise<PageHead> {
  const [head, { siteName, tagline }] = await Promise.all([describe(app, pathname, query), getSiteSettings(app)]);
  const isHome = pathname === "/" && tagline !== defaultTagline;
  const title = isHome
    ? `${siteName}: ${tagline}`
    : head.title.replace(/ · Fash$|^Fash(?=:|$)/, (name) => name.replace("Fash", siteName));
  return { ...head, title, siteName, ...(isHome ? { description: tagline } : {}) };
}

async function describe(app: AppContext, pathname: string, query: URLSearchParams): Promise<PageHead> {
  const page = matchPage(pathname);
  if (!page) return nothingHere("Page not found");
  const described = describers[page.path]?.(app, page, query);
  if (described) return described;
  const open = openPages[page.path];
  if (!open) return { status: 200, title: "Fash", description: house };
  return { status: 200, ...open, canonicalUrl: `${app.config.publicUrl}${page.path}` };
}

type Describe = (app: AppContext, page: PageMatch, query: URLSearchParams) => Promise<PageHead> | PageHead;

/** Screens whose head says what they show. */
const describers: Partial<Record<PagePath, Describe>> = {
  "/articles": describeArticles,
  "/articles/:articleId": (app, { params }) => describeArticle(app, params["articleId"] ?? ""),
  "/brand/:brand": (app, { params }) => describeTerm(app, "brand", params["brand"] ?? ""),
  "/events": describeEvents,
  "/events/:eventId": (app, { params }) => describeEvent(app, params["eventId"] ?? ""),
  "/explore": (app, _page, query) => describeExplore(app, query.get("style")),
  "/outfit/:outfitId": (app, { params }) => describeOutfit(app, params["outfitId"] ?? ""),
  "/profile/:username": describeProfile,
  "/tag/:tag": (app, { params }) => describeTerm(app, "tag", params["tag"] ?? ""),
};

const nothingHere = (title: string): PageHead => ({ status: 404, title: `${title} · Fash`, description: house });

async function findOutfit(db: Db, outfitId: string): Promise<store.OutfitPreview | undefined> {
  return isUuid(outfitId) ? store.findOutfitPreview(db, outfitId) : undefined;
}

const cardOf = (app: AppContext, card: { kind: store.PreviewKind; key: string; alt: string }) => ({
  url: `${app.config.publicUrl}/previews/${card.kind}/${encodeURIComponent(card.key)}.jpg`,
  ...cardSize,
  alt: card.alt,
});
const oembedUrlOf = (app: AppContext, url: string) =>
  `${app.config.publicUrl}/api/oembed?url=${encodeURIComponent(url)}`;
const authorOf = ({ config }: AppContext, member: Named) => ({
  name: nameOf(member),
  url: `${config.publicUrl}/profile/${member.username}`,
});

async function describeOutfit(app: AppContext, outfitId: string): Promise<PageHead> {
  const outfit = await findOutfit(app.db, outfitId);
  // Also for its owner: the app requests it again with the session.
  if (!outfit) return { ...nothingHere("Outfit"), status: isUuid(outfitId) ? 200 : 404 };
  const { publicUrl } = app.config;
  const url = `${publicUrl}/outfit/${outfit.id}`;
  return {
    status: 200,
    title: `${outfit.title} by ${fullNameOf(outfit)} · Fash`,
    description: cut(outfit.description ?? `${outfit.style}, worn by ${fullNameOf(outfit)}.`),
    canonicalUrl: url,
    type: "article",
    image: cardOf(app, { kind: "outfit", key: outfit.id, alt: outfit.altText ?? outfit.title }),
    oembedUrl: oembedUrlOf(app, url),
    embedTitle: outfit.title,
    author: authorOf(app, outfit),
  };
}

function describeArticles(app: AppContext): PageHead {
  return {
    status: 200,
    title: "Articles · Fash",
    description: "Longer reads on getting dressed: mending, buying less, wearing more, and the people who do.",
    canonicalUrl: `${app.config.publicUrl}/articles`,
    atomUrl: articleFeedUrl(app),
  };
}

async function describeArticle(app: AppContext, articleId: string): Promise<PageHead> {
  const article = isUuid(articleId) ? await findArticlePreview(app.db, articleId) : undefined;
  // An admin may read what a visitor may not: the page itself asks again, with the session that no crawler has.
  if (!article) return { ...nothingHere("Article"), status: isUuid(articleId) ? 200 : 404 };
  const url = articleUrl(app, article.id);
  const image = article.hasCover
    ? cardOf(app, { kind: "article", key: article.id, alt: article.coverAlt || article.title })
    : undefined;
  return {
    status: 200,
    title: `${article.title} · Fash`,
    description: cut(article.summary),
    canonicalUrl: url,
    type: "article",
    ...(image ? { image, oembedUrl: oembedUrlOf(app, url) } : {}),
    embedTitle: article.title,
    author: authorOf(app, article),
    structuredData: toStructuredData(app, article, image?.url),
    atomUrl: articleFeedUrl(app),
  };
}

function describeEvents({ config: { publicUrl } }: AppContext): PageHead {
  return {
    status: 200,
    title: "Events · Fash",
    description: "Markets, openings, swap nights: where to wear it, and who is going.",
    canonicalUrl: `${publicUrl}/events`,
    alternates: [{ type: "text/calendar", href: `${publicUrl}/calendars/events.ics`, title: "Fash events" }],
  };
}

async function describeEvent(app: AppContext, eventId: string): Promise<PageHead> {
  const event = isUuid(eventId) ? await findPublicEvent(app, eventId) : undefined;
  // Also for its organiser: the page itself asks again, with the session that no crawler has.
  if (!event?.starts_at || !event.ends_at || !event.time_zone) {
    return { ...nothingHere("Event"), status: isUuid(eventId) ? 200 : 404 };
  }
  const { publicUrl } = app.config;
  const url = `${publicUrl}/events/${event.id}`;
  const when = `${describeTime(event.starts_at, event.time_zone)}, ${event.location}`;
  const author = authorOf(app, { username: event.username, displayName: event.display_name });
  const image = cardOf(app, { kind: "event", key: event.id, alt: event.cover_alt ?? event.title });
  return {
    status: 200,
    title: `${event.title} · Fash`,
    description: cut([`${when}.`, event.description].filter(Boolean).join(" ")),
    canonicalUrl: url,
    type: "article",
    image,
    oembedUrl: oembedUrlOf(app, url),
    embedTitle: event.title,
    author,
    alternates: [{ type: "text/calendar", href: `${publicUrl}${eventCalendarPath(event.id)}`, title: event.title }],
    structuredData: toEventStructuredData(event, { url, when, imageUrl: image.url, organiserUrl: author.url }),
  };
}

async function describeProfile(app: AppContext, page: PageMatch): Promise<PageHead> {
  const profile = await store.findProfilePreview(app.db, page.params["username"] ?? "");
  if (!profile) return { status: 200, title: "Profile · Fash", description: house };
  const author = authorOf(app, profile);
  const photos = await store.listPreviewPhotos(app.db, "profile", profile.id);
  const name = fullNameOf(profile);
  return {
    status: 200,
    title: `${name} · Fash`,
    // What only members see is in no page's head either.
    description: cut((app.config.arePublicProfilesOn ? profile.bio : null) ?? `See what ${name} wears.`),
    type: "profile",
    author,
    // Without a session the screen only redirects to sign-in, so it is not indexed.
    ...(app.config.arePublicProfilesOn ? { canonicalUrl: author.url } : {}),
    ...(photos.length > 0
      ? {
          image: cardOf(app, { kind: "profile", key: profile.username, alt: `What ${name} wears` }),
          oembedUrl: oembedUrlOf(app, author.url),
        }
      : imageOfAvatar(app, profile)),
  };
}

/** For a member without listed outfits. */
function imageOfAvatar({ config }: AppContext, profile: store.ProfilePreview): Pick<PageHead, "image"> {
  const { avatarUrl } = profile;
  if (avatarUrl === null) return {};
  return { image: { url: `${config.publicUrl}${avatarUrl}`, width: 512, height: 512, alt: fullNameOf(profile) } };
}

async function describeExplore(app: AppContext, styleId: string | null): Promise<PageHead> {
  const { publicUrl } = app.config;
  const style = styleId && isUuid(styleId) ? await store.findStyleName(app.db, styleId) : undefined;
  if (!style || !styleId) {
    return { status: 200, title: "Explore outfits · Fash", description: house, canonicalUrl: `${publicUrl}/explore` };
  }
  const photos = await store.listPreviewPhotos(app.db, "style", styleId);
  return describeFeed(app, {
    name: style,
    description: `The newest ${style.toLowerCase()} outfits, worn by people like you.`,
    url: `${publicUrl}/explore?style=${styleId.toLowerCase()}`,
    card: photos.length > 0 ? { kind: "style", key: styleId.toLowerCase() } : undefined,
  });
}

/** A tag or brand without listed outfits looks like an unknown one, so it does not reveal hidden outfits. */
async function describeTerm(app: AppContext, kind: "tag" | "brand", term: string): Promise<PageHead> {
  const photos = await store.listPreviewPhotos(app.db, kind, term);
  if (photos.length === 0) return { status: 200, title: "Explore outfits · Fash", description: house };
  const name = kind === "tag" ? `#${term}` : term;
  return describeFeed(app, {
    name: cut(name),
    description: cut(kind === "tag" ? `The newest outfits tagged ${name}.` : `The newest outfits with ${name}.`),
    url: `${app.config.publicUrl}/${kind}/${encodeURIComponent(term.toLowerCase())}`,
    card: { kind, key: term.toLowerCase() },
  });
}

interface DescribedFeed {
  name: string;
  description: string;
  url: string;
  /** Undefined if there is no photo. */
  card: { kind: store.PreviewKind; key: string } | undefined;
}

function describeFeed(app: AppContext, { name, description, url, card }: DescribedFeed): PageHead {
  const title = `${name} outfits · Fash`;
  const shared = { status: 200 as const, title, description, canonicalUrl: url };
  if (!card) return shared;
  return { ...shared, image: cardOf(app, { ...card, alt: `${name} outfits` }), oembedUrl: oembedUrlOf(app, url) };
}

const cut = (text: string): string =>
  text.length <= descriptionCharsMax ? text : `${text.slice(0, descriptionCharsMax - 1).trimEnd()}…`;

/**
 * oEmbed data of the address of an outfit, an article, an event, a profile, a style, a tag or a brand.
 *
 * @throws route.not_found for any other URL, and if nothing of it is listed
 */
export async function embedPage(
  context: RequestContext,
  address: string,
  sizeMax: { width?: number; height?: number },
): Promise<Oembed> {
  const { publicUrl } = context.config;
  const url = new URL(address);
  if (url.origin !== new URL(publicUrl).origin) return fail("route.not_found");
  const head = await describePage(context, url.pathname, url.searchParams);
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

/** Some 100 kB each. */
const keptCardsMax = 100;
const cardsOf = perApp(() => ({
  inTurn: createQueue({ atOnce: 1, waitingMax: 50, waitMsMax: 10_000 }),
  kept: createLru<Buffer>(keptCardsMax),
  underWay: new Map<string, Promise<Buffer>>(),
}));

/** A link preview picture: what is in it, and how to get it as JPEG. */
export interface PreviewCard {
  version: string;
  /** @throws rate.limited for an address that has too many drawn, server.unavailable when too many wait */
  draw: (client: ClientKey) => Promise<Buffer>;
}

/**
 * The link preview picture of something listed, undrawn; null where nothing of it is listed. What shows the same photos is
 * drawn once and kept.
 *
 * @param key An outfit's, an event's or a style's id, a username, a tag or a brand.
 */
export async function findCard(app: AppContext, kind: string, key: string): Promise<PreviewCard | null> {
  const keys = await listCardPhotos(app.db, kind, key);
  if (keys.length === 0) return null;
  const version = createHash("sha1").update(keys.join()).digest("base64url");
  return { version, draw: (client) => getCard(app, client, { version, keys }) };
}

async function getCard(
  app: AppContext,
  client: ClientKey,
  { version, keys }: { version: string; keys: string[] },
): Promise<Buffer> {
  const { kept, underWay } = cardsOf(app);
  const known = kept.get(version) ?? underWay.get(version);
  if (known) return known;
  await app.rateLimiter.spend("previews", { key: client });
  const drawing = (underWay.get(version) ?? drawCard(app, keys)).finally(() => underWay.delete(version));
  underWay.set(version, drawing);
  const card = await drawing;
  kept.set(version, card);
  return card;
}

async function drawCard(app: AppContext, keys: string[]): Promise<Buffer> {
  try {
    return await cardsOf(app).inTurn(async () => {
      const photos = await Promise.all(keys.map((photo) => app.storage.read(photo)));
      const there = photos.filter((photo) => photo !== null);
      if (there.length === 0) fail("route.not_found");
      return renderCard(await Promise.all(there.map(({ bytes }) => buffer(bytes))));
    });
  } catch (error) {
    if (!(error instanceof QueueFullError)) throw error;
    throw new AppError("server.unavailable", { cause: error, retryAfterSeconds: 10 });
  }
}

async function listCardPhotos(db: Db, kind: string, key: string): Promise<string[]> {
  if (kind === "tag" || kind === "brand") return store.listPreviewPhotos(db, kind, key);
  if (kind === "outfit" || kind === "style" || kind === "article" || kind === "event")
    return isUuid(key) ? store.listPreviewPhotos(db, kind, key) : [];
  const profile = kind === "profile" ? await store.findProfilePreview(db, key) : undefined;
  return profile ? store.listPreviewPhotos(db, "profile", profile.id) : [];
}
