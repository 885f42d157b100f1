import { transact } from "#server/db/db.ts";
import type { AppContext } from "#server/http/context.ts";
import { queueProductMail } from "#server/product-mails/product-mails.service.ts";
import { getCachedSettings } from "#server/settings/settings.service.ts";
import { listAdminIds, markAlerted } from "./alerts.store.ts";

/** A job that mails the admins about new cases, unless the setting 'moderation alerts' is off. */
export async function sendModerationAlerts(app: AppContext): Promise<number> {
  const { moderationAlerts } = await getCachedSettings(app);
  return transact(app.db, async (tx) => {
    const now = app.clock.now();
    const count = await markAlerted(tx, now);
    if (count === 0 || !moderationAlerts) return 0;
    const admins = await listAdminIds(tx, now);
    for (const userId of admins) {
      await queueProductMail(tx, { kind: "moderation_alert", userId, path: "/admin/moderation", count });
    }
    return admins.length;
  });
}
