import { fullNameOf, type Named, nameOf } from "#contract/member-names.ts";
import { pageTitles } from "#contract/page-titles.ts";
import { type SignInNumbers, usualSignInNumbers } from "#contract/sign-in-numbers.ts";
import { isUuid } from "#contract/uuid.ts";
import {
  articleFeedUrl,
  articleUrl,
  findArticlePreview,
  toStructuredData,
} from "#server/articles/article-pages.service.ts";
import { eventCalendarPath } from "#server/events/event-calendars.service.ts";
import { describeTime } from "#server/events/event-times.ts";
import { toEventStructuredData } from "#server/events/event-structured-data.ts";
import { findPublicEvent } from "#server/events/events.service.ts";
import type { AppContext } from "#server/http/context.ts";
import { cutText } from "#server/lib/cut-text.ts";
import { defaultTagline, getCachedSettings } from "#server/settings/settings.service.ts";
import type { PageHead } from "./page-head.ts";
import { matchPage, type PageMatch, type PagePath } from "#server/http/pages/screen-paths.ts";
import { cardSize } from "./card-image.ts";
import * as store from "./previews.store.ts";

const descriptionCharsMax = 200;
const siteDescription = "Post outfits, find outfits, and the people who wear them.";

/** Screens with the same content for everyone, listed in search results. */
const staticHeads: Partial<Record<PagePath, { title: string; description: string }>> = {
  "/": { title: "Fash: post what you wear, find who wears it better", description: siteDescription },
  "/auth": { title: titleOf("/auth"), description: siteDescription },
  "/swipes": { title: titleOf("/swipes"), description: "One look at a time: right for what you would wear." },
  "/photo-search": {
    title: titleOf("/photo-search"),
    description: "Show us clothes you like, and see who wears them.",
  },
  "/styles": { title: titleOf("/styles"), description: "Twelve styles, and everybody who wears them." },
  "/rewards": {
    title: titleOf("/rewards"),
    description: "Earn points for what you post, and turn them into gift cards.",
  },
  "/onboarding": { title: titleOf("/onboarding"), description: siteDescription },
};

function titleOf(path: keyof typeof pageTitles): string {
  return `${pageTitles[path]} · Fash`;
}

/**
 * The head of a page as visitors may see it: hidden outfits and private members look like missing ones.
 *
 * @param query The address's query, for `/explore?style=`.
 */
export async function describePage(
  app: AppContext,
  pathname: string,
  query: URLSearchParams,
): Promise<PageHead & { siteName: string }> {
  const [head, { siteName, tagline }] = await Promise.all([describe(app, pathname, query), getCachedSettings(app)]);
  const isHome = pathname === "/" && tagline !== defaultTagline;
  const title = isHome
    ? `${siteName}: ${tagline}`
    : head.title.replace(pathname === "/" ? /^Fash/ : /^Fash$| · Fash$/, (name) =>
        name.replace("Fash", () => siteName),
      );
  const signIn = unusualSignInNumbers(app.config.auth);
  return { ...head, title, siteName, signIn, ...(isHome ? { description: tagline } : {}) };
}

/** The numbers of sign-in that the settings change. */
export function unusualSignInNumbers({ codes, password }: AppContext["config"]["auth"]): Partial<SignInNumbers> {
  const numbers: SignInNumbers = {
    phoneDigits: codes.phoneDigits,
    mailDigits: codes.mailDigits,
    passwordCharsMin: password.charsMin,
    smsResendSeconds: codes.smsResend,
    mailResendSeconds: codes.mailResend,
    codeTriesMax: codes.triesMax,
  };
  const names = Object.keys(numbers) as (keyof SignInNumbers)[];
  const unusual = names.filter((name) => numbers[name] !== usualSignInNumbers[name]);
  return Object.fromEntries(unusual.map((name) => [name, numbers[name]]));
}

async function describe(app: AppContext, pathname: string, query: URLSearchParams): Promise<PageHead> {
  const page = matchPage(pathname);
  if (!page) return notFoundHead("Page not found");
  const described = describers[page.path]?.(app, page, query);
  if (described) return described;
  const staticHead = staticHeads[page.path];
  if (!staticHead) return { status: 200, title: "Fash", description: siteDescription };
  return { status: 200, ...staticHead, canonicalUrl: `${app.config.publicUrl}${page.path}` };
}

type Describe = (app: AppContext, page: PageMatch, query: URLSearchParams) => Promise<PageHead> | PageHead;

/** Screens whose head depends on their content. */
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

const notFoundHead = (title: string): PageHead => ({
  status: 404,
  title: `${title} · Fash`,
  description: siteDescription,
});

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
  const outfit = isUuid(outfitId) ? await store.findOutfitPreview(app.pool, outfitId) : undefined;
  // Also for its owner: the app requests it again with the session.
  if (!outfit) return notFoundHead("Outfit");
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
    title: titleOf("/articles"),
    description: "Longer reads on getting dressed: mending, buying less, wearing more, and the people who do.",
    canonicalUrl: `${app.config.publicUrl}/articles`,
    atomUrl: articleFeedUrl(app),
  };
}

async function describeArticle(app: AppContext, articleId: string): Promise<PageHead> {
  const article = isUuid(articleId) ? await findArticlePreview(app.db, articleId) : undefined;
  // Also for admins: the app requests it again with the session.
  if (!article) return notFoundHead("Article");
  const { siteName } = await getCachedSettings(app);
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
    structuredData: toStructuredData(app, article, { imageUrl: image?.url, siteName }),
    atomUrl: articleFeedUrl(app),
  };
}

async function describeEvents(app: AppContext): Promise<PageHead> {
  const { publicUrl } = app.config;
  const { siteName } = await getCachedSettings(app);
  return {
    status: 200,
    title: titleOf("/events"),
    description: "Markets, openings, swap nights: where to wear it, and who is going.",
    canonicalUrl: `${publicUrl}/events`,
    alternates: [{ type: "text/calendar", href: `${publicUrl}/calendars/events.ics`, title: `${siteName} events` }],
  };
}

async function describeEvent(app: AppContext, eventId: string): Promise<PageHead> {
  const event = isUuid(eventId) ? await findPublicEvent(app, eventId) : undefined;
  // Also for its organiser: the app requests it again with the session.
  if (!event?.starts_at || !event.ends_at || !event.time_zone) return notFoundHead("Event");
  const { publicUrl } = app.config;
  const url = `${publicUrl}/events/${event.id}`;
  const when = `${describeTime(event.starts_at, event.time_zone)}, ${event.location}`;
  const author = authorOf(app, event.organiser);
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
  if (!profile) return { status: 200, title: "Profile · Fash", description: siteDescription };
  const author = authorOf(app, profile);
  const photos = await store.listPreviewPhotos(app.db, "profile", profile.id);
  const name = fullNameOf(profile);
  return {
    status: 200,
    title: `${name} · Fash`,
    // Without public profiles, only members may read the bio.
    description: cut((app.config.arePublicProfilesOn ? profile.bio : null) ?? `See what ${name} wears.`),
    type: "profile",
    author,
    // Without a session the screen only redirects to sign-in, so it is not indexed.
    ...(app.config.arePublicProfilesOn ? { canonicalUrl: author.url } : {}),
    ...(photos.length > 0
      ? {
          image: cardOf(app, { kind: "profile", key: profile.username, alt: `What ${name} wears` }),
          oembedUrl: oembedUrlOf(app, author.url),
          embedTitle: name,
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
    return {
      status: 200,
      title: titleOf("/explore"),
      description: siteDescription,
      canonicalUrl: `${publicUrl}/explore`,
    };
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
  if (photos.length === 0) return { status: 200, title: titleOf("/explore"), description: siteDescription };
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
  const embedTitle = `${name} outfits`;
  const shared = { status: 200 as const, title: `${embedTitle} · Fash`, description, canonicalUrl: url };
  if (!card) return shared;
  return {
    ...shared,
    image: cardOf(app, { ...card, alt: embedTitle }),
    oembedUrl: oembedUrlOf(app, url),
    embedTitle,
  };
}

const cut = (text: string): string =>
  text.length <= descriptionCharsMax ? text : `${cutText(text, descriptionCharsMax - 1).trimEnd()}…`;
