import { type Db, type Pool, runPrepared, runSql } from "#server/db/db.ts";
import type { NotificationType } from "#server/db/schema.ts";
import { newId } from "#server/lib/ids.ts";
import { hasNoBlock } from "#server/members/member-sql.ts";
import { lockMembers } from "#server/members/members.service.ts";

/** A notification to create; `message` follows the actor's name. */
export interface NotificationRow {
  userId: string;
  type: NotificationType;
  actorId: string | null;
  referenceId: string | null;
  title: string;
  message: string;
  /** Default channels besides the list. */
  byMail: boolean;
  byPush: boolean;
  /** It has a separate mail, so the digest omits it. */
  hasOwnMail: boolean;
}

/**
 * Inserts notifications or adds to the unread group of the same action on the same object. Skips one's own actions,
 * those across a block, those of muted members and types with all channels off. `rows` contains each group once.
 */
const upsertNotifications = `
  with given as (
    select * from unnest($1::uuid[], $2::uuid[], $3::notification_type[], $4::uuid[], $5::uuid[], $6::text[], $7::text[],
        $8::boolean[], $9::boolean[], $10::boolean[])
      as t (id, user_id, type, actor_id, reference_id, title, message, by_mail, by_push, has_own_mail)
  ), chosen as (
    select g.id, g.user_id, g.type, g.actor_id, g.reference_id, g.title, g.message, coalesce(c.in_app, true) as in_app,
      p.notified_by_email and coalesce(c.by_mail, g.by_mail) and not g.has_own_mail as by_mail,
      p.notified_by_push and coalesce(c.by_push, g.by_push) as by_push
    from given g join profiles p on p.id = g.user_id
    left join notification_settings c on c.user_id = g.user_id and c.type = g.type
  ), recipients as (
    select g.* from chosen g
    where g.actor_id is distinct from g.user_id and (g.in_app or g.by_mail or g.by_push)
      and ${hasNoBlock("g.user_id", "g.actor_id")}
      and not exists (select from mutes m where m.muter_id = g.user_id and m.muted_id = g.actor_id)
  ), written as (
    insert into notifications (id, user_id, type, actor_id, reference_id, title, message, is_listed, mail_pending_since)
    select id, user_id, type, actor_id, reference_id, title, message, in_app, case when by_mail then clock_timestamp() end
    from recipients order by user_id, type, reference_id
    on conflict (user_id, type, reference_id, is_listed) where not is_read and type in ('like', 'comment', 'message')
    do update set actor_id = excluded.actor_id, message = excluded.message, created_at = clock_timestamp(),
      mail_pending_since = coalesce(notifications.mail_pending_since, excluded.mail_pending_since)
    returning id, user_id, type, reference_id, is_listed, (xmax = 0) as is_new
  )
  select w.id, w.user_id as "userId", w.type, w.reference_id as "referenceId", w.is_listed as "isListed",
    w.is_new as "isNew", h.by_push and exists (select from push_subscriptions s where s.user_id = w.user_id) as "isPushed"
  from written w join recipients h
    on h.user_id = w.user_id and h.type = w.type and h.reference_id is not distinct from w.reference_id`;

/** A notification as stored. */
export interface InsertedNotification {
  id: string;
  userId: string;
  type: NotificationType;
  referenceId: string | null;
  isListed: boolean;
  isNew: boolean;
  /** Push is on, and the member has a device. */
  isPushed: boolean;
}

const groupOf = (notification: Pick<NotificationRow, "userId" | "type" | "referenceId">) =>
  `${notification.userId} ${notification.type} ${notification.referenceId ?? ""}`;

/**
 * Inserts notifications or adds them to their unread groups, and raises the unread counts of members with a new one.
 * Writes `notifications`, `notification_actors` and `profiles.unread_notifications_count`; call it in the action's
 * transaction.
 *
 * @param notifications The last one of a group provides the name that is shown.
 * @returns The written notifications, without skipped ones.
 */
export async function insertNotifications(tx: Db, notifications: NotificationRow[]): Promise<InsertedNotification[]> {
  const groups = new Map(notifications.map((notification) => [groupOf(notification), notification]));
  const rows = [...groups.values()];
  // Lock order: members, then notifications (prevents deadlocks).
  await lockMembers(
    tx,
    rows.map((row) => row.userId),
  );
  const columns = [
    rows.map(() => newId()),
    ...(
      ["userId", "type", "actorId", "referenceId", "title", "message", "byMail", "byPush", "hasOwnMail"] as const
    ).map((name) => rows.map((row) => row[name])),
  ];
  const written = await runSql<InsertedNotification>(tx, upsertNotifications, columns);
  if (written.length === 0) return [];
  const ids = new Map(written.map((notification) => [groupOf(notification), notification.id]));
  const actors = notifications.flatMap((notification) => {
    const notificationId = ids.get(groupOf(notification));
    return notificationId && notification.actorId ? [{ notificationId, actorId: notification.actorId }] : [];
  });
  const unread = written
    .filter((notification) => notification.isNew && notification.isListed)
    .map((notification) => notification.userId);
  await runSql(tx, countActorsAndUnread, [
    actors.map((actor) => actor.notificationId),
    actors.map((actor) => actor.actorId),
    unread,
  ]);
  return written;
}

/**
 * Records the actors ($2) of each notification ($1), recounts the others of groups with a new actor, and raises the
 * unread count of members ($3), once per occurrence. The members must be locked.
 */
const countActorsAndUnread = `
  with fresh as (
    insert into notification_actors (notification_id, actor_id)
    select distinct n, a from unnest($1::uuid[], $2::uuid[]) as t (n, a)
    on conflict do nothing
    returning notification_id
  ), joined as (
    select notification_id, count(*) as actors from fresh group by notification_id
  ), counted as (
    update notifications n
    set others_count = greatest(0, (select count(*) from notification_actors a where a.notification_id = n.id) + j.actors - 1)
    from joined j where n.id = j.notification_id
  ), unread as (
    select user_id, count(*)::int as notifications from unnest($3::uuid[]) as t (user_id) group by user_id
  )
  update profiles p set unread_notifications_count = unread_notifications_count + u.notifications
  from unread u where p.id = u.user_id`;

/** SQL that begins a statement: locks the member `me` until the transaction ends. */
const withMe = "with me as (select id from profiles where id = $1 for no key update)";

/** SQL that ends a statement whose `gone` has the user_id of each notification that is no longer unread. */
const lowerUnread = `
  , counted as (select user_id, count(*)::int as notifications from gone group by user_id)
  update profiles p set unread_notifications_count = greatest(0, unread_notifications_count - c.notifications)
  from counted c where p.id = c.user_id`;

/** A selection of a member's notifications: a listed one, those about an object, or all listed ones, up to a time. */
export type Chosen = { userId: string; id?: string; referenceId?: string; until?: string | undefined };

/**
 * Marks unread notifications as read; those about an object also where the list leaves them out, so that nothing seen is
 * mailed. Writes `notifications` and the member's unread count, in one statement.
 *
 * @returns Whether any listed one was unread.
 */
export async function markRead(db: Db, { userId, id, referenceId, until }: Chosen): Promise<boolean> {
  const changed = await runSql(
    db,
    `${withMe}, read as (
       update notifications n set is_read = true from me
       where n.user_id = me.id and (n.is_listed or $3::uuid is not null) and not n.is_read
         and ($2::uuid is null or n.id = $2) and ($3::uuid is null or n.reference_id = $3)
         and ($4::timestamptz is null or n.created_at <= $4) returning n.user_id, n.is_listed
     ), gone as (select user_id from read where is_listed) ${lowerUnread} returning p.id`,
    [userId, id ?? null, referenceId ?? null, until ?? null],
  );
  return changed.length > 0;
}

/** Deletes notifications. Writes `notifications` and the member's unread count, in one statement. */
export async function deleteNotificationRows(db: Db, { userId, id, until }: Chosen): Promise<void> {
  await runSql(
    db,
    `${withMe}, deleted as (
       delete from notifications n using me
       where n.user_id = me.id and n.is_listed and ($2::uuid is null or n.id = $2)
         and ($3::timestamptz is null or n.created_at <= $3) returning n.user_id, n.is_read
     ), gone as (select user_id from deleted where not is_read) ${lowerUnread}`,
    [userId, id ?? null, until ?? null],
  );
}

/** SQL for the ids of an object that is to be deleted and of the comments on it. */
const itAndItsComments =
  "array(select $1::uuid union all select id from comments where outfit_id = $1 union all select id from comments where event_id = $1)";

/**
 * Deletes all notifications that refer to an object or to a comment on it, and returns their members. Lowers unread
 * counts. Call it before the object is deleted.
 */
export async function deleteAbout(tx: Db, referenceId: string): Promise<string[]> {
  const members = await runSql<{ user_id: string }>(
    tx,
    `select distinct user_id from notifications where reference_id = any (${itAndItsComments})`,
    [referenceId],
  );
  const userIds = members.map((member) => member.user_id);
  await lockMembers(tx, userIds);
  await runSql(
    tx,
    `with deleted as (delete from notifications where reference_id = any (${itAndItsComments}) returning user_id, is_read, is_listed),
       gone as (select user_id from deleted where is_listed and not is_read) ${lowerUnread}`,
    [referenceId],
  );
  return userIds;
}

/**
 * Removes one or more members' action from another's notifications: deletes the notification if there is no other actor,
 * otherwise shows the latest other one. Without `type`, all their actions. Writes `notifications`,
 * `notification_actors`, unread counts.
 *
 * @returns Whether there was one.
 */
export async function withdrawNotificationRows(
  tx: Db,
  {
    userId,
    actorId,
    type,
    referenceId,
  }: { userId: string; actorId: string | string[]; type?: NotificationType; referenceId?: string | null },
): Promise<boolean> {
  await lockMembers(tx, [userId]);
  const left = await runSql<{ id: string }>(
    tx,
    `delete from notification_actors a using notifications n
     where a.notification_id = n.id and a.actor_id = any($2::uuid[]) and n.user_id = $1
       and ($3::notification_type is null or n.type = $3) and ($4::uuid is null or n.reference_id = $4)
     returning n.id`,
    [userId, [actorId].flat(), type ?? null, referenceId ?? null],
  );
  if (left.length === 0) return false;
  const ids = left.map(({ id }) => id);
  await runSql(
    tx,
    `update notifications n
     set actor_id = rest.actor_id, others_count = rest.actors - 1
     from (
       select notification_id, count(*)::int as actors, (array_agg(actor_id order by acted_at desc, actor_id))[1] as actor_id
       from notification_actors where notification_id = any($1::uuid[]) group by notification_id
     ) rest
     where n.id = rest.notification_id`,
    [ids],
  );
  await runSql(
    tx,
    `with deleted as (
       delete from notifications n where n.id = any($1::uuid[])
         and not exists (select from notification_actors a where a.notification_id = n.id)
       returning user_id, is_read, is_listed
     ), gone as (select user_id from deleted where is_listed and not is_read) ${lowerUnread}`,
    [ids],
  );
  return true;
}

/** Whether the member's list contains this notification. */
export async function hasNotification(db: Db, { userId, id }: { userId: string; id: string }): Promise<boolean> {
  const found = await db
    .selectFrom("notifications")
    .select("id")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .where("is_listed", "=", true)
    .executeTakeFirst();
  return found !== undefined;
}

const unreadCount = {
  name: "unread_notifications",
  text: `select unread_notifications_count as "unreadCount" from profiles where id = $1`,
};

/** The number of a member's unread notifications; 0 for a deleted member. */
export async function findUnreadCount(pool: Pool, userId: string): Promise<number> {
  const [own] = await runPrepared<{ unreadCount: number }>(pool, unreadCount, [userId]);
  return own?.unreadCount ?? 0;
}

/**
 * The kept unread counts of members, by id. The ids are selected from an array, so that PostgreSQL reuses the plan for
 * any number.
 */
export async function listUnreadCounts(db: Db, userIds: string[]): Promise<{ id: string; unreadCount: number }[]> {
  return runSql(
    db,
    `select id, unread_notifications_count as "unreadCount" from profiles where id = any ((select $1::uuid[])::uuid[])`,
    [userIds],
  );
}
