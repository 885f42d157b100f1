import type { PoolClient } from "pg";
import type { AppContext } from "#server/http/context.ts";
import { listMissingSessions } from "./sessions.store.ts";

const sessionChannel = "session_ended";
const settingsChannel = "site_settings_changed";
const retryAfterMs = 1_000;

/**
 * Closes the live connections of ended sessions, and calls `onSettings` when site settings change, whichever server
 * process did it, until the returned function is called. The database notifies at the commit of the transaction; it takes
 * one connection of the pool. After a lost connection what may have been missed is made up for: sessions that ended in the meantime
 * are disconnected, and `onSettings` is called. A connection that no longer answers counts as lost.
 *
 * @see docs/security.md#s-26
 */
export function listenForChanges(
  app: AppContext,
  onError: (error: unknown) => void,
  onSettings: () => void,
): () => Promise<void> {
  let client: PoolClient | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function listen(): Promise<void> {
    const fresh = await app.pool.connect();
    if (isStopped) return fresh.release(true);
    client = fresh;
    fresh.on("notification", ({ channel, payload }) => {
      if (channel === settingsChannel) onSettings();
      else if (payload) app.live.endSessions([payload]);
    });
    fresh.on("error", again);
    await fresh.query(`listen ${sessionChannel}; listen ${settingsChannel}`);
    onSettings();
    app.live.endSessions(await listMissingSessions(app.db, app.live.openSessionIds()));
    ask(fresh);
  }

  /** A network that is gone is noticed only by who asks something. */
  function ask(listening: PoolClient): void {
    timer = setTimeout(() => {
      if (client !== listening) return;
      listening.query("select 1").then(
        () => ask(listening),
        (error: unknown) => client === listening && again(error),
      );
    }, app.config.databaseStatementTimeoutMs);
    timer.unref();
  }

  function again(error: unknown): void {
    onError(error);
    clearTimeout(timer);
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
