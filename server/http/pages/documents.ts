import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ERRORS } from "#contract/errors.ts";
import { sendCompressed, sendShared } from "#server/http/compression.ts";
import { toAppError } from "#server/http/problem.ts";
import { AppError } from "#server/lib/app-error.ts";
import { isForPrograms } from "#contract/program-paths.ts";
import { CachedBody } from "#server/lib/cached-body.ts";
import { type ClientKey, toClientKey } from "#server/lib/client-key.ts";
import { createLru } from "#server/lib/lru.ts";
import { type CrawlerPages, isCrawler, refuseForNow, sendMade } from "./crawlers.ts";
import { isPagePath } from "./page-paths.ts";
import type { PageTemplate } from "./page-template.ts";

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

/** What the documents need from the modules; app.ts provides it. */
export interface DocumentCallbacks {
  /** Makes crawlers' documents, where this process is not to. */
  crawlerPages?: CrawlerPages | undefined;
  /** Whether a document may be made here for a crawler now; otherwise it is to come back later. */
  admitsCrawler: () => boolean;
  /** Whether the next who asks gets the same document. */
  keepsPages: boolean;
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
}

const sharedPagesMax = 16;

/** Serves every path that is not another route's: the app's page with a head that describes its content. */
export function serveDocuments(fastify: FastifyInstance, template: PageTemplate, callbacks: DocumentCallbacks): void {
  // A rendered page is the same for every visitor until its content changes.
  const sharedPages = createLru<CachedBody>(sharedPagesMax);
  const share = (page: string): CachedBody => {
    const shared = new CachedBody(Buffer.from(page));
    sharedPages.set(page, shared);
    return shared;
  };
  const sendRendered = (request: FastifyRequest, reply: FastifyReply, page: string) =>
    callbacks.keepsPages
      ? sendShared(request, reply, sharedPages.get(page) ?? share(page))
      : sendCompressed(reply, page);
  const renderBody = async (request: FastifyRequest, url: URL): Promise<RenderedBody> =>
    isMember(request) || isForWorker(request)
      ? {
          html: `<div id="app" data-hydrating="frame">${await callbacks.renderFrame(url)}</div>`,
          isRendered: true,
          isFrame: true,
        }
      : callbacks.render(url, toClientKey(request.ip));
  const headOfAnyone = { status: 200, html: callbacks.frameHead };
  fastify.get("/*", async (request, reply) => {
    const isForCrawler = isCrawler(request);
    if (isForCrawler) {
      const { url, headers, ip } = request;
      const made = callbacks.crawlerPages?.open({ url, headers, ip });
      if (made) return sendMade(reply, await made);
      // Members come first: a crawler opens as many documents as it gets.
      if (!callbacks.admitsCrawler()) throw refuseForNow();
    }
    const url = findPage(request);
    const head = isForWorker(request) ? Promise.resolve(headOfAnyone) : callbacks.describe(url);
    const content = await Promise.all([head, renderBody(request, url)]).catch(toUnavailable);
    if (content instanceof AppError) {
      const scripts = callbacks.listScripts(url, { hasContent: false, isFrame: false });
      return sendUnavailable(
        reply,
        content,
        template({ head: unavailableHead, scripts, body: '<div id="app"></div>' }),
      );
    }
    const [{ status, html: lines }, body] = content;
    // In a browser the app renders the screen; a crawler would index an empty page.
    if (isForCrawler && body.isBusy === true) throw refuseForNow();
    const isFrame = body.isFrame === true;
    const scripts = callbacks.listScripts(url, { hasContent: body.isRendered && !isFrame, isFrame });
    const page = template({ head: lines, scripts, body: body.html, isFrame });
    reply.status(status).type("text/html; charset=utf-8").header("cache-control", "no-cache");
    if (!body.isRendered) return sendCompressed(reply, page);
    reply.header("vary", "accept-encoding, cookie");
    return sendRendered(request, reply, page);
  });
}

const noPage = new URL("http://page/not-found");

/** The address of a page; also of none, for somebody who opened a file that does not exist. @throws route.not_found */
function findPage({ url, headers }: FastifyRequest): URL {
  // What begins with two slashes would be read as another host.
  const isReadable = !/^[\\/]{2}/.test(url) && URL.canParse(url, "http://page");
  const page = isReadable ? new URL(url, "http://page") : null;
  if (page && isPagePath(page.pathname)) return page;
  const isProgram = (page && isForPrograms(page.pathname)) || !headers.accept?.includes("text/html");
  if (isProgram) throw new AppError("route.not_found");
  return noPage;
}

/** Whether the browser has a session, see web/api/session.ts. Decides only what is shown first; it grants no access. */
const isMember = ({ headers: { cookie = "" } }: FastifyRequest): boolean => /(?:^|; )fash-member=1(?:;|$)/.test(cookie);

/** Whether the service worker fetches a member's document to keep it for all addresses of the screen. */
const isForWorker = ({ headers }: FastifyRequest): boolean => headers["fash-frame"] === "1";

/** The head of the page without content; the app then requests the data and shows its own error screen. */
const unavailableHead = `<title>${ERRORS["server.unavailable"].title}</title>
    <meta name="robots" content="noindex" />`;

/** Returns the failure if it is temporary. @throws any other one */
function toUnavailable(thrown: unknown): AppError {
  const error = toAppError(thrown);
  if (error.code === "server.unavailable") return error;
  throw thrown;
}

/**
 * Sends the app without content, so that people see its error screen and crawlers come back later. By `fash-app` the service
 * worker tells it from a proxy's 503.
 */
function sendUnavailable(reply: FastifyReply, error: AppError, page: string): FastifyReply {
  void reply
    .status(ERRORS[error.code].status)
    .type("text/html; charset=utf-8")
    .headers({ "cache-control": "no-store", "retry-after": String(error.retryAfterSeconds ?? 2), "fash-app": "1" });
  return sendCompressed(reply, page);
}
