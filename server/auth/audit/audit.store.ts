import type { Db } from "#server/db/db.ts";
import { newId } from "#server/lib/ids.ts";

export interface AuditEntry {
  event: string;
  userId: string | null;
  actor: string | null;
  ip: string;
  userAgent: string;
  details: Record<string, unknown>;
  now: Date;
}

/** Adds one line to the trail, which can only grow. Writes `auth.audit`. */
export async function insertAuditEntry(db: Db, entry: AuditEntry): Promise<void> {
  await db
    .insertInto("auth.audit")
    .values({
      id: newId(entry.now.getTime()),
      event: entry.event,
      user_id: entry.userId,
      actor: entry.actor,
      ip: entry.ip,
      user_agent: entry.userAgent,
      details: entry.details,
      created_at: entry.now,
    })
    .execute();
}
