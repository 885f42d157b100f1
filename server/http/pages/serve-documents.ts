import type { FastifyInstance, FastifyRequest } from "fastify";
import { isForPrograms } from "#contract/program-paths.ts";
import { readsEncoding, sendCompressed, sendShared } from "#server/http/compression.ts";
import { AppError } from "#server/lib/app-error.ts";
import { CachedBody } from "#server/lib/cached-body.ts";
import { toClientKey } from "#server/lib/client-key.ts";
import { createLru } from "#server/lib/lru.ts";
import { type CrawlerPages, isCrawler, refuseForNow, sendMade } from "./crawlers.ts";
import type { MakeDocument } from "./documents.ts";
import { isPagePath } from "./page-paths.ts";

/** How crawlers get their pages. */
export interface CrawlerCallbacks {
  /** Makes crawlers' documents elsewhere. */
  crawlerPages?: CrawlerPages | undefined;
  /** Whether a document may be made here for a crawler now; otherwise it is to come back later. */
  admitsCrawler: () => boolean;
}

const sharedPagesMax = 16;

/** Serves every path that is not another route's: the app's page with a head that describes its content. */
export function serveDocuments(
  fastify: FastifyInstance,
  make: MakeDocument,
  { crawlerPages, admitsCrawler }: CrawlerCallbacks,
): void {
  // A rendered page is the same for every visitor until its content changes.
  const sharedPages = createLru<CachedBody>(sharedPagesMax);
  const share = (html: string): CachedBody => {
    const shared = new CachedBody(Buffer.from(html));
    sharedPages.set(html, shared);
    return shared;
  };
  fastify.get("/*", async (request, reply) => {
    const url = findPage(request);
    const client = toClientKey(request.ip);
    const audience = audienceOf(request);
    if (audience === "crawler") {
      const readsGzip = readsEncoding(request.headers["accept-encoding"], "gzip");
      const made = crawlerPages?.open({ href: url.href, client, readsGzip });
      if (made) return sendMade(reply, await made);
      // Members come first: a crawler opens as many documents as it gets.
      if (!admitsCrawler()) throw refuseForNow();
    }
    const { status, headers, html, isRendered } = await make({ url, client, audience });
    reply.status(status).headers(headers);
    return isRendered ? sendShared(request, reply, sharedPages.get(html) ?? share(html)) : sendCompressed(reply, html);
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

function audienceOf(request: FastifyRequest): "visitor" | "crawler" | "member" | "worker" {
  if (isForWorker(request)) return "worker";
  if (isMember(request)) return "member";
  return isCrawler(request) ? "crawler" : "visitor";
}

/** Whether the browser has a session, see web/api/session.ts. Decides only what is shown first; it grants no access. */
const isMember = ({ headers: { cookie = "" } }: FastifyRequest): boolean => /(?:^|; )fash-member=1(?:;|$)/.test(cookie);

/** Whether the service worker fetches a member's document to keep it for all addresses of the screen. */
const isForWorker = ({ headers }: FastifyRequest): boolean => headers["fash-frame"] === "1";
