import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import { isbot } from "isbot";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ERRORS } from "#contract/errors.ts";
import { AppError } from "#server/lib/app-error.ts";
import { type ClientKey, toClientKey } from "#server/lib/client-key.ts";
import { createLru } from "#server/lib/lru.ts";
import { CachedBody } from "#server/lib/cached-body.ts";
import { findInvalidText } from "./invalid-text.ts";
import { toAppError } from "./problem.ts";
import { sendCompressed, sendShared } from "./compression.ts";

interface RenderedBody {
  html: string;
  isRendered: boolean;
  /** It is not rendered because too many pages are being rendered. */
  isBusy?: boolean;
  /** It has a member's frame and nothing in it. */
  isFrame?: boolean;
}

interface PageKind {
  /** The document shows what a visitor sees. */
  hasContent: boolean;
  /** It has a member's frame. */
  isFrame: boolean;
}

/** What the pages need from the modules; app.ts provides it. */
export interface PageCallbacks {
  /** Whether a document may be made for a crawler now; otherwise it is to come back later. */
  admitsCrawler: () => boolean;
  /** The lines of the page's head, and status 404 if the page does not exist. */
  describe: (url: URL) => Promise<{ status: number; html: string }>;
  /** The lines of the head of a document that is kept for all addresses of a screen. */
  frameHead: string;
  /** The app's container, with the server-rendered screen if there is one, and its data. */
  render: (url: URL, client: ClientKey) => Promise<RenderedBody>;
  /** A member's screen before its data has loaded; empty if it has no skeleton. */
  renderFrame: (url: URL) => Promise<string>;
  /** The lines of the page's head that load its scripts. */
  listScripts: (url: URL, page: PageKind) => string;
  /** A link preview picture, rendered as JPEG on demand; null if nothing of it is listed. */
  findCard: (
    kind: string,
    key: string,
  ) => Promise<{ version: string; render: (client: ClientKey) => Promise<Buffer> } | null>;
  sitemapIndex: () => Promise<CachedBody>;
  sitemap: (name: string) => Promise<CachedBody | null>;
  /** The Atom feed of this name. */
  feed: (name: string) => Promise<string | null>;
}

const sharedPagesMax = 16;
const hidden = { schema: { hide: true } } as const;

/**
 * Serves the built browser app: its files, those with a hash cached for a year, and for every other path the page with a
 * head that describes its content. Paths of the API, of sign-in and of missing files are not pages.
 */
export async function registerPages(fastify: FastifyInstance, folder: string, callbacks: PageCallbacks): Promise<void> {
  serveForCrawlers(fastify, callbacks);
  if (!existsSync(join(folder, "index.html"))) return;
  refuseSharedPhotos(fastify);
  // A rendered page is the same for every visitor until its content changes.
  const sharedPages = createLru<CachedBody>(sharedPagesMax);
  const share = (page: string): CachedBody => {
    const shared = new CachedBody(Buffer.from(page));
    sharedPages.set(page, shared);
    return shared;
  };
  const [start, middle, end] = splitPage(await readFile(join(folder, "index.html"), "utf8"));
  // Sends a member's first requests besides, web/boot/first-requests.js.
  const middleOfFrame = middle.replace('"/boot.js"', '"/member-boot.js"');
  await fastify.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: false,
    preCompressed: true,
    setHeaders(reply, path) {
      reply.header("cache-control", cacheControlOf(path));
    },
  });
  const renderBody = async (request: FastifyRequest, url: URL): Promise<RenderedBody> =>
    isMember(request) || isForWorker(request)
      ? {
          html: `<div id="app" data-hydrating="frame">${await callbacks.renderFrame(url)}</div>`,
          isRendered: true,
          isFrame: true,
        }
      : callbacks.render(url, toClientKey(request.ip));
  const headOfAnyone = { status: 200, html: callbacks.frameHead };
  fastify.get("/*", hidden, async (request, reply) => {
    // Members come first: a crawler opens as many documents as it gets.
    refuseCrawler(request, () => !callbacks.admitsCrawler());
    const url = new URL(request.url, "http://page");
    if (isNoPage(url.pathname) || !isReadable(url.pathname)) throw new AppError("route.not_found");
    const head = isForWorker(request) ? Promise.resolve(headOfAnyone) : callbacks.describe(url);
    const content = await Promise.all([head, renderBody(request, url)]).catch(toUnavailable);
    if (content instanceof AppError) {
      const page = `${start}${unavailableHead}\n    ${callbacks.listScripts(url, { hasContent: false, isFrame: false })}${middle}<div id="app"></div>${end}`;
      return sendUnavailable(reply, content, page);
    }
    const [{ status, html: lines }, body] = content;
    // In a browser the app renders the screen; a crawler would index an empty page.
    refuseCrawler(request, () => body.isBusy === true);
    const isFrame = body.isFrame === true;
    const scripts = callbacks.listScripts(url, { hasContent: body.isRendered && !isFrame, isFrame });
    const page = `${start}${lines}\n    ${scripts}${isFrame ? middleOfFrame : middle}${body.html}${end}`;
    reply.status(status).type("text/html; charset=utf-8").header("cache-control", "no-cache");
    if (!body.isRendered) return sendCompressed(reply, page);
    reply.header("vary", "accept-encoding, cookie");
    return sendShared(request, reply, sharedPages.get(page) ?? share(page));
  });
}

/**
 * Answers a photo that another app shares while no service worker is there to take it. Any site may send one, so nothing of it is
 * read; the form says that it has to be chosen again.
 */
function refuseSharedPhotos(fastify: FastifyInstance): void {
  const answer = async (_request: FastifyRequest, reply: FastifyReply) =>
    reply.redirect("/add-outfit?shared=lost", 303);
  // Before the body would be parsed.
  fastify.post("/add-outfit", { ...hidden, onRequest: answer }, answer);
}

/** Hashed files never change; the service worker decides which release a browser has. */
function cacheControlOf(path: string): string {
  if (path.includes("/assets/")) return "public, max-age=31536000, immutable";
  return path.endsWith("/sw.js") ? "no-cache" : "public, max-age=3600";
}

const crawlerRetry = { retryAfterSeconds: 30 };

/**
 * A headless browser runs the app like all others.
 *
 * @throws server.unavailable for a crawler if the server is busy
 */
function refuseCrawler({ headers: { "user-agent": agent = "" } }: FastifyRequest, isBusy: () => boolean): void {
  const isCrawler = isbot(agent) && !agent.includes("HeadlessChrome");
  if (isCrawler && isBusy()) throw new AppError("server.unavailable", crawlerRetry);
}

/** Whether the browser has a session, see web/api/session.ts. Decides only what is shown first; it grants no access. */
const isMember = ({ headers: { cookie = "" } }: FastifyRequest): boolean => /(?:^|; )fash-member=1(?:;|$)/.test(cookie);

/** Whether the service worker fetches a member's document to keep it for all addresses of the screen. */
const isForWorker = ({ headers }: FastifyRequest): boolean => headers["fash-frame"] === "1";

/** The head of the page without content; the app then requests the data and shows its own error screen. */
const unavailableHead = `<title>Fash isn't available right now</title>
    <meta name="robots" content="noindex" />`;

/** Returns the failure if it is temporary. @throws any other one */
function toUnavailable(thrown: unknown): AppError {
  const error = toAppError(thrown);
  if (error.code === "server.unavailable") return error;
  throw thrown;
}

/** Sends the app without content, so that people see its error screen and crawlers come back later. */
function sendUnavailable(reply: FastifyReply, error: AppError, page: string): FastifyReply {
  void reply
    .status(ERRORS[error.code].status)
    .type("text/html; charset=utf-8")
    .headers({ "cache-control": "no-store", "retry-after": String(error.retryAfterSeconds ?? 2) });
  return sendCompressed(reply, page);
}

/** Whether a path is not a screen's. A dot in the last part means a file, but usernames, tags and brands may have dots. */
const isNoPage = (pathname: string): boolean =>
  /^\/(api|auth\/v1|media|previews|sitemaps|feeds|calendars|live)(\/|$)/.test(pathname) ||
  (/\.[a-z0-9]+$/i.test(pathname) && !/^\/(profile|tag|brand)\//.test(pathname));

/** Whether a path decodes to valid text: no broken escape, no character that PostgreSQL refuses. */
function isReadable(pathname: string): boolean {
  try {
    return findInvalidText([decodeURIComponent(pathname)]) === undefined;
  } catch {
    return false;
  }
}

const parts = /^([\s\S]*?)<!-- head -->[\s\S]*?<!-- \/head -->([\s\S]*?)<!-- page -->[\s\S]*?<!-- \/page -->([\s\S]*)$/;

/** The parts that all pages share: before the page's own head, between head and content, and after the content. */
function splitPage(page: string): [string, string, string] {
  const [, start = "", middle = "", end = ""] = parts.exec(page) ?? [];
  if (start === "")
    throw new Error("index.html has no <!-- head --> … <!-- /head --> and <!-- page --> … <!-- /page --> after it");
  return [start, middle, end];
}

function serveForCrawlers(fastify: FastifyInstance, callbacks: PageCallbacks): void {
  fastify.get<{ Params: { kind: string; "*": string } }>("/previews/:kind/*", hidden, async (request, reply) => {
    const { kind, "*": file } = request.params;
    if (findInvalidText([kind, file]) !== undefined) throw new AppError("route.not_found");
    const card = await callbacks.findCard(kind, file.replace(/\.jpg$/, ""));
    if (!card) throw new AppError("route.not_found");
    const etag = `"${card.version}"`;
    // Revalidated on each use, so that no cache shows a photo that has been hidden; a match is not rendered again.
    reply.header("cache-control", "public, no-cache").header("etag", etag);
    if (request.headers["if-none-match"] === etag) return reply.status(304).send();
    return reply.type("image/jpeg").send(await card.render(toClientKey(request.ip)));
  });
  fastify.get("/sitemap.xml", hidden, async (request, reply) =>
    sendXml(request, reply, await callbacks.sitemapIndex()),
  );
  fastify.get<{ Params: { file: string } }>("/sitemaps/:file", hidden, async (request, reply) => {
    const file = await callbacks.sitemap(request.params.file.replace(/\.xml$/, ""));
    if (file === null) throw new AppError("route.not_found");
    return sendXml(request, reply, file);
  });
  fastify.get<{ Params: { name: string } }>("/feeds/:name.atom", hidden, async (request, reply) => {
    const feed = await callbacks.feed(request.params.name);
    if (feed === null) throw new AppError("route.not_found");
    reply.type("application/atom+xml; charset=utf-8").header("cache-control", "public, max-age=600");
    return sendCompressed(reply, feed);
  });
}

function sendXml(request: FastifyRequest, reply: FastifyReply, file: CachedBody): FastifyReply | Promise<FastifyReply> {
  reply.type("application/xml; charset=utf-8").header("cache-control", "public, max-age=3600");
  return sendShared(request, reply, file);
}
