import { expect, vi } from "vitest";
import { type Db, runSql } from "#server/db/db.ts";

/** The statements that wait for a lock in this test's database. `pg_locks` has those of all tests that run meanwhile. */
export const listLockWaits = (db: Db): Promise<unknown[]> =>
  runSql(db, "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'", []);

/** Runs a request of sign-in that waits for a lock until its 10 seconds are over. */
export async function runTooLong<T>(db: Db, request: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const running = request();
    await expect.poll(() => listLockWaits(db), { timeout: 5_000 }).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(10_000);
    return await running;
  } finally {
    vi.useRealTimers();
  }
}
