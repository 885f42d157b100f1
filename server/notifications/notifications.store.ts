import { type Db, runSql } from "#server/db/db.ts";
import type { NotificationType } from "#server/db/schema.ts";
import { newId } from "#server/lib/ids.ts";

/** A deed that a member is to hear of; `message` goes on after the name of who did it. */
export interface NoticeRow {
  userId: string;
  type: NotificationType;
  actorId: string | null;
  referenceId: string | null;
  title: string;
  message: string;
  /** Whether a member who has chosen nothing hears of it by mail and by push. */
  byMail: boolean;
  byPush: boolean;
}

/**
 * Writes notices, or adds to the unread group of the same deed on the same thing. Passed over: one's own deeds, those
 * across a block, those of a muted member, and what the member wants to hear of in no way. `rows` name each group once.
 */
const upsertNotices = `
  with given as (
    select * from unnest($1::uuid[], $2::uuid[], $3::notification_type[], $4::uuid[], $5::uuid[], $6::text[], $7::text[],
        $8::boolean[], $9::boolean[])
      as t (id, user_id, type, actor_id, reference_id, title, message, by_mail, by_push)
  ), chosen as (
    select g.id, g.user_id, g.type, g.actor_id, g.reference_id, g.title, g.message, coalesce(c.in_app, true) as in_app,
      p.notified_by_email and coalesce(c.by_mail, g.by_mail) as by_mail,
      p.notified_by_push and coalesce(c.by_push, g.by_push) as by_push
    from given g join profiles p on p.id = g.user_id
    left join notification_choices c on c.user_id = g.user_id and c.type = g.type
  ), heard as (
    select g.* from chosen g
    where g.actor_id is distinct from g.user_id and (g.in_app or g.by_mail or g.by_push)
      and not exists (select from blocks b where b.blocker_id = g.user_id and b.blocked_id = g.actor_id)
      and not exists (select from blocks b where b.blocker_id = g.actor_id and b.blocked_id = g.user_id)
      and not exists (select from mutes m where m.muter_id = g.user_id and m.muted_id = g.actor_id)
  ), written as (
    insert into notifications (id, user_id, type, actor_id, reference_id, title, message, is_listed, mail_waits_since)
    select id, user_id, type, actor_id, reference_id, title, message, in_app, case when by_mail then clock_timestamp() end
    from heard order by user_id, type, reference_id
    on conflict (user_id, type, reference_id, is_listed) where not is_read and type in ('like', 'comment', 'message')
    do update set actor_id = excluded.actor_id, message = excluded.message, created_at = clock_timestamp(),
      mail_waits_since = coalesce(notifications.mail_waits_since, excluded.mail_waits_since)
    returning id, user_id, type, reference_id, is_listed, (xmax = 0) as is_new
  )
  select w.id, w.user_id as "userId", w.type, w.reference_id as "referenceId", w.is_listed as "isListed",
    w.is_new as "isNew", h.by_push and exists (select from push_subscriptions s where s.user_id = w.user_id) as "isPushed"
  from written w join heard h
    on h.user_id = w.user_id and h.type = w.type and h.reference_id is not distinct from w.reference_id`;

/** A notice as it now stands in the table. */
export interface WrittenNotice {
  id: string;
  userId: string;
  type: NotificationType;
  referenceId: string | null;
  isListed: boolean;
  isNew: boolean;
  /** Wanted by push, and there is a device for it. */
  isPushed: boolean;
}

const groupOf = (notice: Pick<NoticeRow, "userId" | "type" | "referenceId">) =>
  `${notice.userId} ${notice.type} ${notice.referenceId ?? ""}`;

/**
 * Inserts notices or adds them to their unread groups, and raises the unread counts of members for whom one is new.
 * Writes `notifications`, `notification_actors` and `profiles.unread_notifications_count`; call it in the deed's transaction.
 *
 * @param notices The last of a group in the list is the one whose name is shown.
 * @returns What was written: neither one's own deeds nor what the member hears of in no way.
 */
export async function insertNotices(tx: Db, notices: NoticeRow[]): Promise<WrittenNotice[]> {
  const groups = new Map(notices.map((notice) => [groupOf(notice), notice]));
  const rows = [...groups.values()];
  await lockMembers(
    tx,
    rows.map((row) => row.userId),
  );
  const columns = [
    rows.map(() => newId()),
    ...(["userId", "type", "actorId", "referenceId", "title", "message", "byMail", "byPush"] as const).map((name) =>
      rows.map((row) => row[name]),
    ),
  ];
  const written = await runSql<WrittenNotice>(tx, upsertNotices, columns);
  if (written.length === 0) return [];
  const ids = new Map(written.map((notice) => [groupOf(notice), notice.id]));
  const actors = notices.flatMap((notice) => {
    const notificationId = ids.get(groupOf(notice));
    return notificationId && notice.actorId ? [{ notificationId, actorId: notice.actorId }] : [];
  });
  const unread = written.filter((notice) => notice.isNew && notice.isListed).map((notice) => notice.userId);
  await runSql(tx, countActorsAndUnread, [
    actors.map((actor) => actor.notificationId),
    actors.map((actor) => actor.actorId),
    unread,
  ]);
  return written;
}

/**
 * Notes who ($2) stands behind each notice ($1) and counts the others anew where somebody joined; and raises the unread count
 * of members ($3) by how often each is named. The members are locked already.
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
    select user_id, count(*)::int as notices from unnest($3::uuid[]) as t (user_id) group by user_id
  )
  update profiles p set unread_notifications_count = unread_notifications_count + u.notices
  from unread u where p.id = u.user_id`;

/**
 * Holds members until the transaction ends, in the order of ids. Members are always held before their notices: whoever
 * took them the other way round could wait for us while we wait for them.
 */
async function lockMembers(tx: Db, userIds: string[]): Promise<void> {
  await runSql(tx, "select from profiles where id = any($1::uuid[]) order by id for no key update", [userIds]);
}

/** SQL that begins a statement: the member `me`, held until the transaction ends. */
const withMe = "with me as (select id from profiles where id = $1 for no key update)";

/** SQL that ends a statement whose `gone` holds the user_id of each unread notice that is unread no more. */
const lowerUnread = `
  , counted as (select user_id, count(*)::int as notices from gone group by user_id)
  update profiles p set unread_notifications_count = greatest(0, unread_notifications_count - c.notices)
  from counted c where p.id = c.user_id`;

/** Which listed notices of a member: one, those about one thing, or all. */
export type Chosen = { userId: string; id?: string; referenceId?: string };

/**
 * Marks unread notices as read. Writes `notifications` and the member's unread count, in one statement.
 *
 * @returns Whether any was unread.
 */
export async function markRead(db: Db, { userId, id, referenceId }: Chosen): Promise<boolean> {
  const changed = await runSql(
    db,
    `${withMe}, gone as (
       update notifications n set is_read = true from me
       where n.user_id = me.id and n.is_listed and not n.is_read
         and ($2::uuid is null or n.id = $2) and ($3::uuid is null or n.reference_id = $3) returning n.user_id
     ) ${lowerUnread} returning p.id`,
    [userId, id ?? null, referenceId ?? null],
  );
  return changed.length > 0;
}

/** Deletes notices. Writes `notifications` and the member's unread count, in one statement. */
export async function deleteNotices(db: Db, { userId, id }: Chosen): Promise<void> {
  await runSql(
    db,
    `${withMe}, deleted as (
       delete from notifications n using me
       where n.user_id = me.id and n.is_listed and ($2::uuid is null or n.id = $2) returning n.user_id, n.is_read
     ), gone as (select user_id from deleted where not is_read) ${lowerUnread}`,
    [userId, id ?? null],
  );
}

/** Deletes all notices that point to something that is gone, and gives their members. Lowers unread counts. */
export async function deleteAbout(tx: Db, referenceId: string): Promise<string[]> {
  const members = await tx
    .selectFrom("notifications")
    .select("user_id")
    .distinct()
    .where("reference_id", "=", referenceId)
    .execute();
  const userIds = members.map((member) => member.user_id);
  await lockMembers(tx, userIds);
  await runSql(
    tx,
    `with deleted as (delete from notifications where reference_id = $1 returning user_id, is_read, is_listed),
       gone as (select user_id from deleted where is_listed and not is_read) ${lowerUnread}`,
    [referenceId],
  );
  return userIds;
}

/**
 * Takes one member's deed out of another's notices: the notice goes when nobody else stands behind it, else it is told of
 * the latest other. Without `type` every deed between the two is meant. Writes `notifications`, `notification_actors`, unread counts.
 *
 * @returns Whether there was any.
 */
export async function withdrawNotices(
  tx: Db,
  {
    userId,
    actorId,
    type,
    referenceId,
  }: { userId: string; actorId: string; type?: NotificationType; referenceId?: string | null },
): Promise<boolean> {
  await lockMembers(tx, [userId]);
  const left = await runSql<{ id: string }>(
    tx,
    `delete from notification_actors a using notifications n
     where a.notification_id = n.id and a.actor_id = $2 and n.user_id = $1
       and ($3::notification_type is null or n.type = $3) and ($4::uuid is null or n.reference_id = $4)
     returning n.id`,
    [userId, actorId, type ?? null, referenceId ?? null],
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

/** Whether the member's list holds this notice. */
export async function hasNotice(db: Db, { userId, id }: { userId: string; id: string }): Promise<boolean> {
  const found = await db
    .selectFrom("notifications")
    .select("id")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .where("is_listed", "=", true)
    .executeTakeFirst();
  return found !== undefined;
}

/** The kept unread counts of members, by id. Selected, the ids hide their number, so that PostgreSQL keeps the plan. */
export async function readUnreadCounts(db: Db, userIds: string[]): Promise<{ id: string; unreadCount: number }[]> {
  return runSql(
    db,
    `select id, unread_notifications_count as "unreadCount" from profiles where id = any ((select $1::uuid[])::uuid[])`,
    [userIds],
  );
}
