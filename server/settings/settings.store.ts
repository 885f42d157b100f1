import { sql } from "kysely";
import type { Db, Tx } from "#server/db/db.ts";

/** The stored settings by key, unchecked; unchanged keys are absent. */
export async function listSettingValues(db: Db): Promise<Record<string, unknown>> {
  const rows = await db.selectFrom("site_settings").select(["key", "value"]).execute();
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}

/** Holds off every other change of settings until the transaction ends. */
export async function lockSettings(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('site_settings'))`.execute(tx);
}

/** Stores the value of one setting; every server process is notified at the commit. Writes `site_settings`. */
export async function upsertSetting(
  tx: Tx,
  setting: { key: string; value: unknown; by: string; now: Date },
): Promise<void> {
  const row = { value: JSON.stringify(setting.value), updated_by: setting.by, updated_at: setting.now };
  await tx
    .insertInto("site_settings")
    .values({ key: setting.key, ...row })
    .onConflict((conflict) => conflict.column("key").doUpdateSet(row))
    .execute();
}
