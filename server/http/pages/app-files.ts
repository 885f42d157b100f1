import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";

/** Serves the files of the built browser app, those with a hash cached for a year. */
export async function serveAppFiles(fastify: FastifyInstance, folder: string): Promise<void> {
  await fastify.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: false,
    // The template of all pages, which is none itself.
    globIgnore: ["index.html*"],
    preCompressed: true,
    setHeaders(reply, path) {
      reply.header("cache-control", cacheControlOf(path));
    },
  });
}

/** Hashed files never change; the service worker decides which release a browser has. */
function cacheControlOf(path: string): string {
  if (path.includes("/assets/")) return "public, max-age=31536000, immutable";
  return path.endsWith("/sw.js") ? "no-cache" : "public, max-age=3600";
}
