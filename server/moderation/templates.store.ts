import type { ModerationTemplate } from "#contract/moderation.ts";
import type { Db } from "#server/db/db.ts";

/** The message templates by outcome, in display order. */
export async function listTemplates(db: Db): Promise<ModerationTemplate[]> {
  return db
    .selectFrom("moderation_templates")
    .select(["id", "outcome", "name", "message"])
    .orderBy("outcome")
    .orderBy("position")
    .orderBy("id")
    .execute();
}

/** A template, with its row locked. */
export async function lockTemplate(tx: Db, id: string): Promise<ModerationTemplate | undefined> {
  return tx
    .selectFrom("moderation_templates")
    .select(["id", "outcome", "name", "message"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** Writes `moderation_templates`. */
export async function updateTemplate(
  tx: Db,
  id: string,
  { name, message, now }: { name: string; message: string; now: Date },
): Promise<void> {
  await tx.updateTable("moderation_templates").set({ name, message, updated_at: now }).where("id", "=", id).execute();
}
