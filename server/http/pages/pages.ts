import { existsSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { serveAppFiles } from "./app-files.ts";
import { type CrawlerFileCallbacks, serveCrawlerFiles } from "./crawler-files.ts";
import { createDocuments, type DocumentCallbacks } from "./documents.ts";
import { readPageTemplate } from "./page-template.ts";
import { type CrawlerCallbacks, serveDocuments } from "./serve-documents.ts";
import { refuseSharedPhotos } from "./shared-photos.ts";

/** What the pages need from the modules; app.ts provides it. */
export interface PageCallbacks extends DocumentCallbacks, CrawlerCallbacks, CrawlerFileCallbacks {}

/**
 * Serves the built browser app: its files, and for every other path the page with a head that describes its content. Paths of
 * the API and of sign-in are not pages; missing files are for people only, who are told so. Without a build, only what other programs read is served.
 */
export async function registerPages(fastify: FastifyInstance, folder: string, callbacks: PageCallbacks): Promise<void> {
  serveCrawlerFiles(fastify, callbacks);
  const index = join(folder, "index.html");
  if (!existsSync(index)) return;
  refuseSharedPhotos(fastify);
  await serveAppFiles(fastify, folder);
  serveDocuments(fastify, createDocuments(await readPageTemplate(index), callbacks), callbacks);
}
