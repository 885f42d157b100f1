import type { Db } from "#server/db/db.ts";

/** What a reviewer's step names of the event that they looked at. */
export async function lookAtEvent(db: Db, eventId: string): Promise<{ updatedAt: string }> {
  const row = await db.selectFrom("events").select("updated_at").where("id", "=", eventId).executeTakeFirstOrThrow();
  return { updatedAt: row.updated_at.toISOString() };
}
