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

/** Changes a template and returns it with its earlier values. Writes `moderation_templates`. */
export async function updateTemplate(
  tx: Db,
  id: string,
  set: { name: string; message: string; now: Date },
): Promise<{ before: ModerationTemplate; after: ModerationTemplate } | undefined> {
  const before = await tx
    .selectFrom("moderation_templates")
    .select(["id", "outcome", "name", "message"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!before) return undefined;
  const { name, message, now } = set;
  await tx.updateTable("moderation_templates").set({ name, message, updated_at: now }).where("id", "=", id).execute();
  return { before, after: { ...before, name, message } };
}
