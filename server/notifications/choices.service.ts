import type { NotificationChoice, NotificationSettings, NotificationType } from "#contract/notifications.ts";
import { transact } from "#server/db/db.ts";
import type { Call } from "#server/http/call.ts";
import { fail } from "#server/lib/app-error.ts";
import { readChoices, upsertChoice } from "./choices.store.ts";
import { noticeTypes } from "./notice-types.service.ts";
import { getPushKeys } from "./push-keys.service.ts";
import { findPushAddress } from "./push.store.ts";

/**
 * How the caller hears of each type, and whether the browser behind this session takes push messages.
 *
 * @throws auth.required
 */
export async function readSettings(call: Call): Promise<NotificationSettings> {
  const { userId, sessionId } = call.viewer ?? fail("auth.required");
  const [chosen, address, { publicKey }] = await Promise.all([
    readChoices(call.db, userId),
    findPushAddress(call.db, sessionId),
    getPushKeys(call),
  ]);
  const types = Object.entries(noticeTypes) as [NotificationType, (typeof noticeTypes)[NotificationType]][];
  return {
    choices: types.map(([type, { byMail, byPush }]) => chosen.get(type) ?? { type, inApp: true, byMail, byPush }),
    pushKey: publicKey,
    isPushOnHere: address !== undefined,
  };
}

/**
 * Says how the caller wants to hear of one type from now on. What is already listed stays listed.
 *
 * @throws auth.required
 */
export async function chooseWays(call: Call, choice: NotificationChoice): Promise<NotificationChoice> {
  const userId = call.userId ?? fail("auth.required");
  await transact(call.db, (tx) => upsertChoice(tx, userId, choice));
  return choice;
}
