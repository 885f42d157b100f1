import type { PoolClient } from "pg";
import type { World } from "#server/http/call.ts";

const channel = "session_ended";
const retryAfterMs = 1_000;

/**
 * Closes the live connections of sessions that end, whichever server ended them, until the returned function is called.
 * The database says it in the transaction that removes the session; it takes one connection of the pool.
 *
 * @see security.md row 26
 */
export function watchEndedSessions(world: World, onError: (error: unknown) => void): () => Promise<void> {
  let client: PoolClient | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function listen(): Promise<void> {
    const fresh = await world.pool.connect();
    if (isStopped) return fresh.release(true);
    client = fresh;
    fresh.on("notification", ({ payload }) => payload && world.live.endSessions([payload]));
    fresh.on("error", again);
    await fresh.query(`listen ${channel}`);
  }

  function again(error: unknown): void {
    onError(error);
    client?.release(true);
    client = undefined;
    if (isStopped) return;
    timer = setTimeout(() => void listen().catch(again), retryAfterMs);
    timer.unref();
  }

  void listen().catch(again);
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    client?.removeAllListeners("error");
    client?.release(true);
    client = undefined;
    return Promise.resolve();
  };
}
