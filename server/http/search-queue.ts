import type { AppContext } from "#server/http/context.ts";
import { perApp } from "#server/http/per-app.ts";
import { AppError } from "#server/lib/app-error.ts";
import { createQueue, QueueFullError } from "#server/lib/queue.ts";

type Site = Pick<AppContext, "pool" | "config">;

/** Searches are the dearest reads that visitors may send: they use a quarter of the connections, so that others are left. */
const queueOf = perApp((app: Site) =>
  createQueue({
    atOnce: Math.max(1, Math.floor(app.config.databasePoolSize / 4)),
    waitingMax: 500,
    waitMsMax: 5_000,
  }),
);

/**
 * Runs a read of a search when a connection for searches is free. Callers take turns, so that many searches of one keep nobody
 * else waiting.
 *
 * @param owner The member's id or the client's key.
 * @param signal Takes it out of the queue.
 * @throws server.unavailable if too many are waiting
 */
export async function inSearchQueue<T>(
  app: Site,
  owner: string,
  read: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  try {
    return await queueOf(app)(read, { owner, ...(signal && { signal }) });
  } catch (error) {
    if (!(error instanceof QueueFullError)) throw error;
    throw new AppError("server.unavailable", { cause: error, retryAfterSeconds: 2 });
  }
}
