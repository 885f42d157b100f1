import { FeedQuery } from "#contract/outfits.ts";
import { isUuid } from "#contract/uuid.ts";
import {
  getArticleTags,
  getCachedLeadArticle,
  renderArticle,
  renderNewestArticles,
  renderRelatedArticles,
} from "#server/articles/articles.service.ts";
import {
  findEventForVisitors,
  findCachedLeadEvent,
  listEventsForVisitors,
  renderEventOutfits,
} from "#server/events/events.service.ts";
import type { AppContext } from "#server/http/context.ts";
import type { DocumentCallbacks } from "#server/http/pages/documents.ts";
import { renderCovers } from "#server/landing/covers.service.ts";
import { getCachedFirstPage } from "#server/feed/cached-first-page.service.ts";
import { renderFirstPage } from "#server/feed/feed.service.ts";
import { findOutfitDetail } from "#server/outfits/outfits.service.ts";
import { keepRenderings, renderAnew } from "./kept-renderings.ts";
import type { ClientKey } from "#server/lib/client-key.ts";
import { listStyles } from "#server/styles/styles.service.ts";
import { matchPage, type PagePath } from "#server/http/pages/screen-paths.ts";
import type { PageRenderer } from "./page-renderer.ts";

/** A page's initial data as JSON, see web/initial-data.ts. */
type InitialData = string;

/** What is rendered for an address without more specific data. */
interface RenderedPage {
  /** Parameters that change the screen, which is rendered with these only. */
  parameters?: readonly string[];
}
const renderedPages: Partial<Record<PagePath, RenderedPage>> = {
  "/": {},
  // Not its searches, which have a limit of their own, nor what only members can choose.
  "/explore": { parameters: ["style", "colours", "ai", "sort"] },
  "/swipes": {},
  "/auth": { parameters: ["next", "tab"] },
};

/**
 * Returns the app's container with a visitor's screen as HTML, marked as not hydrated yet, and its data as JSON. The
 * container is empty for screens that are not server-rendered, for content that visitors may not see, and if the pages are
 * not built. `isBusy` if it is empty because too many pages are being rendered.
 *
 * @param renderer Undefined if the pages are not built.
 * @param options.keeps Whether the next who asks gets the same page.
 */
export function createRenderedPages(
  app: AppContext,
  renderer: PageRenderer | undefined,
  { keeps }: { keeps: boolean },
): DocumentCallbacks["render"] {
  if (!renderer) return () => Promise.resolve(emptyContainer);
  const render = (keeps ? keepRenderings : renderAnew)((path, data) => renderer.render(path, data));
  return async ({ pathname, search }, client) => {
    const read = await readInitialData(app, { pathname, search, client });
    if (read === undefined) return emptyContainer;
    const rendered = renderedPages[matchPage(pathname)?.path ?? "/"];
    const rendering = await render(rendered?.parameters ? pathname + search : pathname, read);
    if (rendering === undefined) return { ...emptyContainer, isBusy: true };
    const { screen, data } = rendering;
    // The data must not contain a tag that ends the script element.
    const json = data.replaceAll("<", "\\u003c");
    const html = `<div id="app" data-hydrating>${screen}</div><script type="application/json" id="initial-data">${json}</script>`;
    return { html, isRendered: true };
  };
}

const emptyContainer = { html: '<div id="app"></div>', isRendered: false };

async function readInitialData(
  app: AppContext,
  { pathname, search, client }: { pathname: string; search: string; client: ClientKey },
): Promise<InitialData | undefined> {
  const page = matchPage(pathname);
  if (!page) return undefined;
  const rendered = renderedPages[page.path];
  if (rendered && !isRenderedWith(rendered, search)) return undefined;
  const read = dataReaders[page.path];
  if (read) return read(app, page.params, { search, client });
  return rendered && "{}";
}

/** Longer addresses are nobody's way back, and would fill the cache. */
const searchCharsMax = 300;

function isRenderedWith({ parameters }: RenderedPage, search: string): boolean {
  if (!parameters) return true;
  const given = [...new URLSearchParams(search).keys()];
  const isOnce = given.length === new Set(given).size;
  return search.length <= searchCharsMax && isOnce && given.every((key) => parameters.includes(key));
}

/** What a page is read for: its parameters as they are written, and who counts in the search queue. */
interface Wanted {
  search: string;
  client: ClientKey;
}
type ReadData = (app: AppContext, params: Record<string, string>, wanted: Wanted) => Promise<InitialData | undefined>;

const dataReaders: Partial<Record<PagePath, ReadData>> = {
  "/": (app) => readLanding(app),
  "/swipes": async (app) => `{"covers":${await renderCovers(app)}}`,
  "/outfit/:outfitId": (app, { outfitId = "" }) => readOutfit(app, outfitId),
  "/articles/:articleId": (app, { articleId = "" }) => readArticle(app, articleId),
  "/articles": async (app, _params, { search }) => (search === "" ? readArticles(app) : undefined),
  "/events/:eventId": (app, { eventId = "" }) => readEvent(app, eventId),
  "/events": async (app, _params, { search }) => (search === "" ? readEvents(app) : undefined),
  "/explore": (app, _params, wanted) => (wanted.search === "" ? readFeed(app) : readFilteredFeed(app, wanted)),
  "/tag/:tag": (app, { tag }, { client }) => readTermFeed(app, { tag }, client),
  "/brand/:brand": (app, { brand }, { client }) => readTermFeed(app, { brand }, client),
  "/styles": async (app) => `{"styles":${await readStyles(app)}}`,
};

const OpenFilter = FeedQuery.pick({ style: true, colours: true, ai: true, sort: true });

/** With the styles, since the panel with the filters is open. */
async function readFilteredFeed(app: AppContext, { search, client }: Wanted): Promise<InitialData | undefined> {
  const parsed = OpenFilter.safeParse(Object.fromEntries(new URLSearchParams(search)));
  if (!parsed.success) return undefined;
  const [feed, styles] = await Promise.all([renderFirstPage(app, client, parsed.data), readStyles(app)]);
  return `{"feed":${feed},"filter":${JSON.stringify(parsed.data)},"styles":${styles}}`;
}

const TermFilter = FeedQuery.pick({ tag: true, brand: true });

/** The newest outfits with a tag or a brand. What none has is not rendered: anybody can think of endless names. */
async function readTermFeed(
  app: AppContext,
  term: { tag: string | undefined } | { brand: string | undefined },
  client: ClientKey,
): Promise<InitialData | undefined> {
  const parsed = TermFilter.safeParse(term);
  if (!parsed.success) return undefined;
  const feed = await renderFirstPage(app, client, parsed.data);
  return feed.startsWith(emptyFeed) ? undefined : `{"feed":${feed},"filter":${JSON.stringify(parsed.data)}}`;
}
const emptyFeed = '{"items":[]';

const readStyles = async (app: AppContext): Promise<string> => JSON.stringify({ items: await listStyles(app.pool) });

/** The newest outfits. */
async function readFeed(app: AppContext): Promise<InitialData> {
  const { anonymous } = await getCachedFirstPage(app.pool, undefined);
  return `{"feed":${anonymous.bytes.toString()}}`;
}

async function readLanding(app: AppContext): Promise<InitialData> {
  const [covers, article, event] = await Promise.all([
    renderCovers(app),
    getCachedLeadArticle(app),
    findCachedLeadEvent(app),
  ]);
  return `{"covers":${covers},"leadArticle":${article},"leadEvent":${JSON.stringify(event)}}`;
}

async function readArticles(app: AppContext): Promise<InitialData> {
  const [articles, tags] = await Promise.all([renderNewestArticles(app.pool), getArticleTags(app)]);
  return `{"articles":${articles},"articleTags":${JSON.stringify(tags)}}`;
}

async function readArticle(app: AppContext, articleId: string): Promise<InitialData | undefined> {
  const article = isUuid(articleId) ? await renderArticle(app.pool, undefined, articleId) : null;
  if (article === null) return undefined;
  return `{"article":${article},"relatedArticles":${await renderRelatedArticles(app.pool, null, articleId)}}`;
}

async function readEvents(app: AppContext): Promise<InitialData> {
  return `{"events":${JSON.stringify(await listEventsForVisitors(app))}}`;
}

async function readEvent(app: AppContext, eventId: string): Promise<InitialData | undefined> {
  const event = isUuid(eventId) ? await findEventForVisitors(app, eventId) : undefined;
  if (event === undefined) return undefined;
  return `{"event":${JSON.stringify(event)},"eventOutfits":${await renderEventOutfits(app, eventId)}}`;
}

async function readOutfit(app: AppContext, outfitId: string): Promise<InitialData | undefined> {
  const outfit = isUuid(outfitId) && (await findOutfitDetail(app.pool, { userId: null, isAdmin: false }, outfitId));
  return outfit ? `{"outfit":${outfit}}` : undefined;
}
