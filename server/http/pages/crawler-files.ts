import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sendCompressed, sendShared } from "#server/http/compression.ts";
import { findInvalidText } from "#server/http/invalid-text.ts";
import { AppError } from "#server/lib/app-error.ts";
import type { CachedBody } from "#server/lib/cached-body.ts";
import { type ClientKey, toClientKey } from "#server/lib/client-key.ts";

/** What these files need from the modules; app.ts provides it. */
export interface CrawlerFileCallbacks {
  /** A link preview picture, rendered as JPEG on demand; null if nothing of it is listed. */
  findCard: (
    kind: string,
    key: string,
  ) => Promise<{ version: string; render: (client: ClientKey) => Promise<Buffer> } | null>;
  robots: string;
  sitemapIndex: () => Promise<CachedBody>;
  sitemap: (name: string) => Promise<CachedBody | null>;
  /** The Atom feed of this name. */
  feed: (name: string) => Promise<string | null>;
}

/** Serves what is made for other programs: link preview pictures, robots.txt, sitemaps and feeds. */
export function serveCrawlerFiles(fastify: FastifyInstance, callbacks: CrawlerFileCallbacks): void {
  fastify.get<{ Params: { kind: string; "*": string } }>("/previews/:kind/*", async (request, reply) => {
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
  fastify.get("/robots.txt", async (_request, reply) =>
    reply.type("text/plain; charset=utf-8").header("cache-control", "public, max-age=3600").send(callbacks.robots),
  );
  fastify.get("/sitemap.xml", async (request, reply) => sendXml(request, reply, await callbacks.sitemapIndex()));
  fastify.get<{ Params: { file: string } }>("/sitemaps/:file", async (request, reply) => {
    const file = await callbacks.sitemap(request.params.file.replace(/\.xml$/, ""));
    if (file === null) throw new AppError("route.not_found");
    return sendXml(request, reply, file);
  });
  fastify.get<{ Params: { name: string } }>("/feeds/:name.atom", async (request, reply) => {
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
