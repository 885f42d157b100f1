import type { PushAddress } from "#contract/notifications.ts";
import { type Db, runSql } from "#server/db/db.ts";
import type { WrittenNotice } from "./notifications.store.ts";

/** Where the browser behind this session takes push messages, or undefined. */
export async function findPushAddress(db: Db, sessionId: string): Promise<PushAddress | undefined> {
  const row = await db
    .selectFrom("push_subscriptions")
    .select(["endpoint", "p256dh", "auth"])
    .where("session_id", "=", sessionId)
    .executeTakeFirst();
  return row && { endpoint: row.endpoint, keys: { p256dh: row.p256dh, auth: row.auth } };
}

/**
 * Sends push messages to this address for as long as the session lives. A browser has one address: whoever used it before
 * is not sent anything there any more. Writes `push_subscriptions` and `profiles.notified_by_push`.
 *
 * @param devicesMax The oldest devices of the member beyond it go.
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
    .onConflict((conflict) => conflict.column("session_id").doUpdateSet({ endpoint, ...keys }))
    .execute();
  await runSql(
    tx,
    `delete from push_subscriptions where session_id in (
       select session_id from push_subscriptions where user_id = $1 order by created_at desc, session_id offset $2)`,
    [userId, devicesMax],
  );
  await runSql(tx, "update profiles set notified_by_push = true where id = $1 and not notified_by_push", [userId]);
}

/** Sends nothing to this session's browser any more; with the last device the member's switch goes off. Writes as above. */
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

/** Forgets an address that its push service no longer knows, unless the browser has meanwhile given another. */
export async function deleteDeadAddress(db: Db, endpoint: string): Promise<void> {
  await db.deleteFrom("push_subscriptions").where("endpoint", "=", endpoint).execute();
}

/** How long the next message about a group that was pushed already waits for more to join it. */
const groupPause = "1 minute";
const triesMax = 6;

/**
 * Queues one message for each device of the members of these notices, in the transaction of the deeds. News of a group
 * that waits already is told in the same message.
 */
export async function queuePushes(tx: Db, notices: WrittenNotice[]): Promise<void> {
  if (notices.length === 0) return;
  const isPrompt = (notice: WrittenNotice) => notice.isNew || notice.type === "message";
  await runSql(
    tx,
    `select graphile_worker.add_job(
       'sendPush', json_build_object('noticeId', n.id, 'sessionId', s.session_id),
       run_at := case when n.is_prompt then now() else now() + $4::interval end,
       max_attempts := $5, job_key := n.id || ' ' || s.session_id, job_key_mode := 'preserve_run_at')
     from unnest($1::uuid[], $2::uuid[], $3::boolean[]) as n (id, user_id, is_prompt)
     join push_subscriptions s on s.user_id = n.user_id`,
    [
      notices.map((notice) => notice.id),
      notices.map((notice) => notice.userId),
      notices.map(isPrompt),
      groupPause,
      triesMax,
    ],
  );
}

interface KeptPushKeys {
  publicKey: string;
  sealedPrivateKey: Buffer;
}

/** The kept keys of this site; the given ones become them when there are none yet. Writes `push_keys`. */
export async function keepPushKeys(db: Db, fresh: KeptPushKeys | undefined): Promise<KeptPushKeys | undefined> {
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
