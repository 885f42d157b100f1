import { sql } from "kysely";
import type { PushAddress } from "#contract/notifications.ts";
import { type Db, runSql } from "#server/db/db.ts";
import { unreadMessages } from "#server/members/member-sql.ts";
import type { InsertedNotification } from "./notifications.store.ts";

/** The push subscription of this session's browser, or undefined. */
export async function findPushAddress(db: Db, sessionId: string): Promise<PushAddress | undefined> {
  const row = await db
    .selectFrom("push_subscriptions")
    .select(["endpoint", "p256dh", "auth"])
    .where("session_id", "=", sessionId)
    .executeTakeFirst();
  return row && { endpoint: row.endpoint, keys: { p256dh: row.p256dh, auth: row.auth } };
}

/** How much the owner of a session has not read, notifications and messages together: the number on the app's icon. */
export async function countUnread(db: Db, sessionId: string): Promise<number> {
  const [row] = await runSql<{ count: number }>(
    db,
    `select p.unread_notifications_count + ${unreadMessages("p.id")} as count
     from push_subscriptions s join profiles p on p.id = s.user_id where s.session_id = $1`,
    [sessionId],
  );
  return row?.count ?? 0;
}

/**
 * Stores the push subscription of a session until it ends. A browser has one address, so an earlier member's
 * subscription at this address is replaced. Writes `push_subscriptions` and `profiles.notified_by_push`.
 *
 * @param devicesMax The member's oldest devices beyond this number are removed.
 */
export async function upsertPushAddress(
  tx: Db,
  { userId, sessionId, address }: { userId: string; sessionId: string; address: PushAddress },
  devicesMax: number,
): Promise<void> {
  const { endpoint, keys } = address;
  await tx
    .deleteFrom("push_subscriptions")
    .where("endpoint", "=", endpoint)
    .where("session_id", "!=", sessionId)
    .execute();
  await tx
    .insertInto("push_subscriptions")
    .values({ session_id: sessionId, user_id: userId, endpoint, ...keys })
    .onConflict((conflict) =>
      conflict.column("session_id").doUpdateSet({
        endpoint,
        ...keys,
        // Another address has not been silent yet.
        timeouts_in_row: sql<number>`case when push_subscriptions.endpoint = excluded.endpoint
          then push_subscriptions.timeouts_in_row else 0 end`,
      }),
    )
    .execute();
  await runSql(
    tx,
    `delete from push_subscriptions where session_id in (
       select session_id from push_subscriptions where user_id = $1 order by created_at desc, session_id offset $2)`,
    [userId, devicesMax],
  );
  await runSql(tx, "update profiles set notified_by_push = true where id = $1 and not notified_by_push", [userId]);
}

/** Deletes this session's subscription; with the last device, turns push off for the member. Writes as above. */
export async function deletePushAddress(
  tx: Db,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<void> {
  await tx.deleteFrom("push_subscriptions").where("session_id", "=", sessionId).execute();
  await runSql(
    tx,
    `update profiles set notified_by_push = false
     where id = $1 and not exists (select from push_subscriptions s where s.user_id = $1)`,
    [userId],
  );
}

/** Deletes a subscription that its push service reports as gone or refuses, unless the browser has since sent a new one. */
export async function deleteDeadAddress(db: Db, endpoint: string): Promise<void> {
  await db.deleteFrom("push_subscriptions").where("endpoint", "=", endpoint).execute();
}

/**
 * Counts a message that the push service left without an answer, and deletes the subscription after so many in a row.
 * Writes `push_subscriptions`.
 */
export async function countTimeout(db: Db, endpoint: string, timeoutsMax: number): Promise<void> {
  await runSql(db, "update push_subscriptions set timeouts_in_row = timeouts_in_row + 1 where endpoint = $1", [
    endpoint,
  ]);
  await runSql(db, "delete from push_subscriptions where endpoint = $1 and timeouts_in_row >= $2", [
    endpoint,
    timeoutsMax,
  ]);
}

/** Starts the count of timeouts again. Writes `push_subscriptions`. */
export async function forgetTimeouts(db: Db, endpoint: string): Promise<void> {
  await runSql(db, "update push_subscriptions set timeouts_in_row = 0 where endpoint = $1 and timeouts_in_row > 0", [
    endpoint,
  ]);
}

/** How long the next message about an already pushed group waits for more to join. */
const groupPause = "1 minute";
const triesMax = 6;
/** Every other job goes before a message (lower numbers first), and devices that answer before those that did not. */
const priority = 10;

/**
 * Queues one message per device of the recipients, in the transaction of the actions. A group with a queued message
 * reuses it. A member's messages are sent one after the other, so that a silent push service occupies one worker at most; the
 * number of queues is small because each worker locks all free ones to find a job.
 */
export async function queuePushes(tx: Db, notifications: InsertedNotification[]): Promise<void> {
  if (notifications.length === 0) return;
  const isPrompt = (notification: InsertedNotification) => notification.isNew || notification.type === "message";
  await runSql(
    tx,
    `select graphile_worker.add_job(
       'sendPush', json_build_object('noticeId', n.id, 'sessionId', s.session_id),
       queue_name := 'push ' || (hashtext(n.user_id::text) & 7),
       run_at := case when n.is_prompt then now() else now() + $4::interval end,
       max_attempts := $5, priority := $6 + s.timeouts_in_row, job_key := n.id || ' ' || s.session_id, job_key_mode := 'preserve_run_at')
     from unnest($1::uuid[], $2::uuid[], $3::boolean[]) as n (id, user_id, is_prompt)
     join push_subscriptions s on s.user_id = n.user_id`,
    [
      notifications.map((notification) => notification.id),
      notifications.map((notification) => notification.userId),
      notifications.map(isPrompt),
      groupPause,
      triesMax,
      priority,
    ],
  );
}

interface StoredPushKeys {
  publicKey: string;
  sealedPrivateKey: Buffer;
}

/** The stored keys of this site; stores the given ones if there are none. Writes `push_keys`. */
export async function insertPushKeys(db: Db, fresh: StoredPushKeys | undefined): Promise<StoredPushKeys | undefined> {
  if (fresh) {
    await db
      .insertInto("push_keys")
      .values({ public_key: fresh.publicKey, private_key: fresh.sealedPrivateKey })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  const row = await db.selectFrom("push_keys").selectAll().executeTakeFirst();
  return row && { publicKey: row.public_key, sealedPrivateKey: row.private_key };
}

/** Removes the site's keys and every subscription, since each is tied to them. Writes `push_keys`, `push_subscriptions`. */
export async function deletePushKeys(tx: Db): Promise<number> {
  await tx.deleteFrom("push_keys").execute();
  const { numDeletedRows } = await tx.deleteFrom("push_subscriptions").executeTakeFirst();
  return Number(numDeletedRows);
}
