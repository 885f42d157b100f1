import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Piscina } from "piscina";

/** Renders pages in worker threads: a page costs about 12 ms of a core, which the event loop does not have. */
export interface PageRenderer {
  /**
   * Returns a screen as HTML; undefined if too many are waiting already, or if it takes more than five seconds, as it does
   * while the machine is overloaded.
   *
   * @param data The page's initial data as JSON.
   * @throws Error if rendering fails
   */
  render(href: string, data: string): Promise<string | undefined>;
  /** Ends the threads; what is waiting is rejected. */
  close(): Promise<void>;
}

interface RendererLimits {
  threads: number;
  /** Pages that may wait for a thread. */
  waitingMax: number;
  timeoutMs: number;
}

/** One core is left to the API. */
const usualLimits: RendererLimits = {
  threads: Math.max(1, Math.min(4, availableParallelism() - 1)),
  waitingMax: 32,
  timeoutMs: 5_000,
};
const idleTimeoutMs = 60_000;
/** Of the threads, as in nice(2): when the cores are busy, requests of the API run first. */
const niceness = 10;

/**
 * The first thread starts with the first page and stays; others end after a minute without work.
 *
 * @param file The built module of web/page-html.tsx.
 */
export function createPageRenderer(file: string, limits = usualLimits): PageRenderer {
  let pool: Piscina | undefined;
  const start = () =>
    new Piscina({
      filename: pathToFileURL(file).href,
      name: "renderPage",
      minThreads: 1,
      maxThreads: limits.threads,
      maxQueue: limits.waitingMax,
      idleTimeout: idleTimeoutMs,
      niceIncrement: niceness,
    });
  return {
    async render(href, data) {
      pool ??= start();
      if (pool.queueSize >= limits.waitingMax) return undefined;
      const signal = AbortSignal.timeout(limits.timeoutMs);
      try {
        return (await pool.run({ href, data }, { signal })) as string;
      } catch (error) {
        if (signal.aborted) return undefined;
        throw error;
      }
    },
    close: () => pool?.destroy() ?? Promise.resolve(),
  };
}

/**
 * Returns a renderer of the built pages, or undefined if they are not built.
 *
 * @param pagesFolder The folder of the built pages; the module is built next to it.
 */
export function findPageRenderer(pagesFolder: string): PageRenderer | undefined {
  const file = findModule(pagesFolder);
  return existsSync(file) ? createPageRenderer(file) : undefined;
}

/** As `findPageRenderer`, but it renders in this thread, of a process that has nothing else to do. */
export async function importPageRenderer(pagesFolder: string): Promise<PageRenderer> {
  const { renderPage } = (await import(pathToFileURL(findModule(pagesFolder)).href)) as PageModule;
  return { render: (href, data) => renderPage({ href, data }), close: () => Promise.resolve() };
}

/** The build of web/page-html.tsx. */
interface PageModule {
  renderPage: (task: { href: string; data: string }) => Promise<string>;
}

const findModule = (pagesFolder: string): string => join(pagesFolder, "../rendering/page-html.mjs");
