import type { NotificationChoice, NotificationType } from "#contract/notifications.ts";
import type { Db } from "#server/db/db.ts";

/** What the member has chosen, by type; a type without a choice is left out. */
export async function readChoices(db: Db, userId: string): Promise<Map<NotificationType, NotificationChoice>> {
  const rows = await db.selectFrom("notification_choices").selectAll().where("user_id", "=", userId).execute();
  return new Map(
    rows.map((row) => [row.type, { type: row.type, inApp: row.in_app, byMail: row.by_mail, byPush: row.by_push }]),
  );
}

/** Keeps one choice; what already waits for a mail that is no longer wanted waits no more. Writes `notification_choices`, `notifications`. */
export async function upsertChoice(tx: Db, userId: string, choice: NotificationChoice): Promise<void> {
  const ways = { in_app: choice.inApp, by_mail: choice.byMail, by_push: choice.byPush };
  await tx
    .insertInto("notification_choices")
    .values({ user_id: userId, type: choice.type, ...ways })
    .onConflict((conflict) => conflict.columns(["user_id", "type"]).doUpdateSet(ways))
    .execute();
  if (choice.byMail) return;
  await tx
    .updateTable("notifications")
    .set({ mail_waits_since: null })
    .where("user_id", "=", userId)
    .where("type", "=", choice.type)
    .where("mail_waits_since", "is not", null)
    .execute();
}
