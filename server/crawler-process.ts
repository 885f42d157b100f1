// The process of crawlers: a server to which nobody connects, which makes the pages that crawler-pages.ts sends.
import os from "node:os";
import { resolve } from "node:path";
import { setFlagsFromString } from "node:v8";
import type { FastifyInstance } from "fastify";
import { createAppContext } from "./app-context.ts";
import { createApp } from "./app.ts";
import { listenForChanges } from "./auth/sessions/listen-for-changes.service.ts";
import { readConfig } from "./config/config.ts";
import { openDatabase } from "./db/db.ts";
import type { CrawlerRequest, MadePage } from "./http/pages/crawlers.ts";
import { sendToServer, yieldToRequests } from "./lib/low-priority-process.ts";
import type { ProcessReply } from "./lib/process-host.ts";
import { importPageRenderer } from "./previews/page-renderer.ts";
import { rootFolder } from "./root-folder.ts";
import { forgetSettings } from "./settings/settings.service.ts";

yieldToRequests(os.constants.priority.PRIORITY_LOW);
// As in main.ts.
setFlagsFromString("--no-allocation-site-pretenuring");

const started = start();

// A failed start ends the process, and is no answer: the server makes the pages itself then.
process.on("message", (request: CrawlerRequest & { id: number }) => {
  void started.then((server) => answer(server, request)).then(sendToServer);
});

async function start() {
  const config = readConfig(process.env);
  if (config.databaseUrl === undefined) throw new Error("DATABASE_URL is not set");
  const database = openDatabase(config.databaseUrl, {
    poolSize: config.databasePoolSize,
    pipelined: 1,
    statementTimeoutMs: config.databaseStatementTimeoutMs,
    onError: (error) => process.stderr.write(`crawlers: database connection lost: ${error.message}\n`),
  });
  const app = createAppContext(config, database);
  const pagesFolder = resolve(rootFolder, "dist/web");
  const renderer = await importPageRenderer(pagesFolder);
  // A crawler asks for each page once. Brotli, which takes four times as long, is for pages that are kept.
  const fastify = await createApp(app, { pagesFolder, renderer, keepsPages: false });
  await fastify.ready();
  listenForChanges(
    app,
    (error) => fastify.log.warn({ err: error }, "crawlers: changes are not heard"),
    () => forgetSettings(app),
  );
  return fastify;
}

async function answer(
  server: FastifyInstance,
  { id, url, headers, ip }: CrawlerRequest & { id: number },
): Promise<ProcessReply<MadePage, string>> {
  try {
    const made = await server.inject({ method: "GET", url, headers, remoteAddress: ip });
    return { id, result: { status: made.statusCode, headers: made.headers, body: made.rawPayload } };
  } catch (error) {
    return { id, failure: (error as Error).message };
  }
}
