import type { NotificationSetting, NotificationSettings, NotificationType } from "#contract/notifications.ts";
import { transact } from "#server/db/db.ts";
import type { RequestContext } from "#server/http/context.ts";
import { requireMember } from "#server/http/require-member.ts";
import { listSettings, upsertSetting } from "./notification-settings.store.ts";
import { notificationTypes } from "./notification-types.ts";
import { getPushKeys } from "./push-keys.service.ts";
import { findPushAddress } from "./push.store.ts";

/**
 * The caller's channels per type, and whether this session's browser has a push subscription.
 *
 * @throws auth.required
 */
export async function getNotificationSettings(context: RequestContext): Promise<NotificationSettings> {
  const { userId, sessionId } = requireMember(context);
  const [chosen, address, { publicKey }] = await Promise.all([
    listSettings(context.db, userId),
    findPushAddress(context.db, sessionId),
    getPushKeys(context),
  ]);
  const types = Object.entries(notificationTypes) as [NotificationType, (typeof notificationTypes)[NotificationType]][];
  return {
    types: types.map(([type, { byMail, byPush }]) => chosen.get(type) ?? { type, inApp: true, byMail, byPush }),
    pushKey: publicKey,
    isPushSubscribed: address !== undefined,
  };
}

/**
 * Sets the caller's channels for one type. Existing notifications stay listed.
 *
 * @throws auth.required
 */
export async function updateChannels(
  context: RequestContext,
  setting: NotificationSetting,
): Promise<NotificationSetting> {
  const { userId } = requireMember(context);
  await transact(context.db, (tx) => upsertSetting(tx, userId, setting));
  return setting;
}
