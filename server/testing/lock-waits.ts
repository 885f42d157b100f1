import { type Db, runSql } from "#server/db/db.ts";

/** The statements that wait for a lock in this test's database. `pg_locks` has those of all tests that run meanwhile. */
export const listLockWaits = (db: Db): Promise<unknown[]> =>
  runSql(db, "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'", []);
