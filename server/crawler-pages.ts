import { totalmem } from "node:os";
import type { Config } from "./config/config.ts";
import {
  type CrawlerPages,
  type CrawlerRequest,
  type MadePage,
  type PageFailure,
  refuseForNow,
} from "./http/pages/crawlers.ts";
import { AppError } from "./lib/app-error.ts";
import { leaveFirstCore, startLowPriorityProcess } from "./lib/low-priority-process.ts";
import { ProcessHost } from "./lib/process-host.ts";

const isSource = import.meta.url.endsWith(".ts");
const processFile = new URL(isSource ? "./crawler-process.ts" : "./crawler-process.js", import.meta.url);

interface CrawlerPageSettings {
  /** Pages under way at most; more are refused for now. */
  atOnceMax: number;
  /** For one page, the first one's start of the process included; then it is ended. */
  deadlineMs: number;
  /** Without crawlers the process ends. */
  idleMs: number;
  /** Before it is started again once it could not be. */
  pauseMs: number;
}

const usualSettings: CrawlerPageSettings = { atOnceMax: 64, deadlineMs: 60_000, idleMs: 300_000, pauseMs: 30_000 };

interface Surroundings {
  config: Config;
  databaseUrl: string;
  /** The process could not be started. */
  onFailure: (error: Error) => void;
}

/**
 * Pages for crawlers, made by a process of low priority: a crawler opens as many as it gets, and members must not wait for
 * it. The process starts with the first crawler; until it answers, its pages are made here.
 *
 * @see docs/decisions/0029-process-for-crawlers.md
 */
export function createCrawlerPages(
  { config, databaseUrl, onFailure }: Surroundings,
  settings = usualSettings,
  file = processFile,
): CrawlerPages & { close(): Promise<void> } {
  const host = new ProcessHost<CrawlerRequest, MadePage, PageFailure>(settings, {
    name: "crawlers",
    start() {
      const child = startLowPriorityProcess(file, { heapMegabytes, settings: toSettings(config, databaseUrl) });
      leaveFirstCore(child);
      return child;
    },
    toError,
    toLost: refuseForNow,
  });
  let startsFromMs = 0;
  let isClosed = false;
  const start = (request: CrawlerRequest) => {
    if (host.size > 0 || performance.now() < startsFromMs) return;
    // The page is made here, too: whoever asked for it does not wait for the start.
    host.run(request).catch((error: Error) => {
      if (host.hasAnswered) return;
      startsFromMs = performance.now() + settings.pauseMs;
      if (!isClosed) onFailure(error.cause instanceof Error ? error.cause : error);
    });
  };
  return {
    open(request) {
      if (!host.hasAnswered) {
        start(request);
        return undefined;
      }
      if (host.size >= settings.atOnceMax) throw refuseForNow();
      return host.run(request);
    },
    close() {
      isClosed = true;
      return host.close();
    },
  };
}

const toError = ({ code, retryAfterSeconds, cause }: PageFailure): Error =>
  new AppError(code, {
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(cause ? { cause: Object.assign(new Error(cause.message), cause) } : {}),
  });

const heapMegabytes = 384;
const roomyBytes = 2 * 1_024 ** 3;

/** Whether their process fits into this machine or container: it takes 210 to 240 MB. */
export const hasMemoryForCrawlers = (): boolean =>
  Math.min(totalmem(), process.constrainedMemory?.() || Number.POSITIVE_INFINITY) >= roomyBytes;

/** The server's, but few connections. */
const toSettings = ({ dataDir }: Config, databaseUrl: string): NodeJS.ProcessEnv => ({
  ...process.env,
  DATABASE_URL: databaseUrl,
  DATABASE_POOL_SIZE: "4",
  DATA_DIR: dataDir,
  // Nobody is connected to it.
  REDIS_URL: "",
});
