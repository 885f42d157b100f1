// The process of crawlers: makes the pages that crawler-pages.ts sends.
import os from "node:os";
import { join, resolve } from "node:path";
import { setFlagsFromString } from "node:v8";
import { createAppContext } from "./app-context.ts";
import { listenForChanges } from "./auth/sessions/listen-for-changes.service.ts";
import { readConfig } from "./config/config.ts";
import { openDatabase } from "./db/db.ts";
import { gzip } from "./http/compression.ts";
import type { CrawlerRequest, MadePage, PageFailure } from "./http/pages/crawlers.ts";
import { createDocuments, type MakeDocument } from "./http/pages/documents.ts";
import { readPageTemplate } from "./http/pages/page-template.ts";
import { toAppError } from "./http/problem.ts";
import { sendToServer, yieldToRequests } from "./lib/low-priority-process.ts";
import type { ProcessReply } from "./lib/process-host.ts";
import { documentCallbacks } from "./page-callbacks.ts";
import { importPageRenderer } from "./previews/page-renderer.ts";
import { createRenderedPages } from "./previews/rendered-pages.service.ts";
import { rootFolder } from "./root-folder.ts";
import { forgetSettings } from "./settings/settings.service.ts";

yieldToRequests(os.constants.priority.PRIORITY_LOW);
// As in main.ts.
setFlagsFromString("--no-allocation-site-pretenuring");

const started = start();

// A failed start ends the process, and is no answer: the server makes the pages itself then.
process.on("message", (request: CrawlerRequest & { id: number }) => {
  void started.then((makeDocument) => answer(makeDocument, request)).then(sendToServer);
});

async function start(): Promise<MakeDocument> {
  const config = readConfig(process.env);
  if (config.databaseUrl === undefined) throw new Error("DATABASE_URL is not set");
  const database = openDatabase(config.databaseUrl, {
    poolSize: config.databasePoolSize,
    pipelined: 1,
    statementTimeoutMs: config.databaseStatementTimeoutMs,
    onError: (error) => log(`database connection lost: ${error.message}`),
  });
  const app = createAppContext(config, database);
  const pagesFolder = resolve(rootFolder, "dist/web");
  // A crawler asks for each page once.
  const render = createRenderedPages(app, await importPageRenderer(pagesFolder), { keeps: false });
  const template = await readPageTemplate(join(pagesFolder, "index.html"));
  const logError = (error: unknown) => log(`changes are not heard: ${(error as Error).stack}`);
  listenForChanges(app, logError, () => forgetSettings(app));
  // Only members have frames.
  const renderFrame = () => Promise.resolve("");
  return createDocuments(template, documentCallbacks(app, pagesFolder, { render, renderFrame }));
}

const log = (line: string) => process.stderr.write(`crawlers: ${line}\n`);

async function answer(
  makeDocument: MakeDocument,
  { id, href, client, readsGzip }: CrawlerRequest & { id: number },
): Promise<ProcessReply<MadePage, PageFailure>> {
  try {
    const url = new URL(href);
    const { status, headers, html } = await makeDocument({ url, client, audience: "crawler" });
    // Brotli takes four times as long, which is for pages that are kept.
    const body = readsGzip ? gzip(html) : Buffer.from(html);
    const encoding = readsGzip ? { "content-encoding": "gzip" } : {};
    return { id, result: { status, headers: { vary: "accept-encoding", ...headers, ...encoding }, body } };
  } catch (error) {
    const { code, retryAfterSeconds, cause } = toAppError(error);
    return { id, failure: { code, retryAfterSeconds, cause: cause instanceof Error ? toPlain(cause) : undefined } };
  }
}

const toPlain = ({ message, stack, code }: Error & { code?: string }) => ({ message, stack, code });
