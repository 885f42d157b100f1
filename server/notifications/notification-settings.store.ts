import type { NotificationSetting, NotificationType } from "#contract/notifications.ts";
import type { Db } from "#server/db/db.ts";

/** The member's stored settings, by type; types with default channels are absent. */
export async function listSettings(db: Db, userId: string): Promise<Map<NotificationType, NotificationSetting>> {
  const rows = await db.selectFrom("notification_settings").selectAll().where("user_id", "=", userId).execute();
  return new Map(
    rows.map((row) => [row.type, { type: row.type, inApp: row.in_app, byMail: row.by_mail, byPush: row.by_push }]),
  );
}

/**
 * Stores one setting; if email is off, clears the pending mail of this type's notifications. Writes
 * `notification_settings`, `notifications`.
 */
export async function upsertSetting(tx: Db, userId: string, setting: NotificationSetting): Promise<void> {
  const channels = { in_app: setting.inApp, by_mail: setting.byMail, by_push: setting.byPush };
  await tx
    .insertInto("notification_settings")
    .values({ user_id: userId, type: setting.type, ...channels })
    .onConflict((conflict) => conflict.columns(["user_id", "type"]).doUpdateSet(channels))
    .execute();
  if (setting.byMail) return;
  await tx
    .updateTable("notifications")
    .set({ mail_pending_since: null })
    .where("user_id", "=", userId)
    .where("type", "=", setting.type)
    .where("mail_pending_since", "is not", null)
    .execute();
}
