import type { CheckInEntry } from "#contract/events.ts";
import type { Author } from "#contract/page.ts";
import { type Db, runSql } from "#server/db/db.ts";
import { authorJson, authorJsonById, isMemberNotBanned } from "#server/members/member-sql.ts";

/** Who came off the waiting list. */
export interface Promoted {
  eventId: string;
  userId: string;
}

/** Whether a seat of event `e` is free and no one waits who may take it: banned members keep waiting. */
export const isSeatFree = (now: string): string =>
  `((e.capacity is null or e.going_count < e.capacity)
     and (e.waiting_count = 0 or not exists (select from event_attendees w
       where w.event_id = e.id and w.state = 'waiting' and ${isMemberNotBanned("w.user_id", `${now}::timestamptz`)})))`;

/**
 * Gives a member a seat if one is free, else the last place on the waiting list; a member who has replied already
 * keeps what they have. The event's row must be locked. Writes
 * `event_attendees` and the event's counts.
 *
 * @param given.isReminded Whether the time of the reminder has passed, so that none is sent.
 * @returns Whether the reply is new.
 */
export async function insertAttendee(
  tx: Db,
  given: { eventId: string; userId: string; ticket: Buffer; isReminded: boolean; now: Date },
): Promise<boolean> {
  const rows = await runSql<{ state: string }>(
    tx,
    `with seat as (
       select e.sequence, case when ${isSeatFree("$4")} then 'going' else 'waiting' end as state
       from events e where e.id = $1
     ), added as (
       insert into event_attendees (event_id, user_id, state, ticket, joined_at, reminded_at, notified_sequence)
       select $1, $2, s.state, $3, $4, case when $5::boolean then $4::timestamptz end, s.sequence from seat s
       on conflict (event_id, user_id) do nothing
       returning state
     ), counted as (
       update events e set going_count = e.going_count + (a.state = 'going')::int,
         waiting_count = e.waiting_count + (a.state = 'waiting')::int
       from added a where e.id = $1
     )
     select state from added`,
    [given.eventId, given.userId, given.ticket, given.now, given.isReminded],
  );
  return rows.length > 0;
}

/** A reply as a change finds it. */
export interface Reply {
  state: "going" | "waiting";
  checkedInAt: Date | null;
}

/** A member's reply, or undefined. */
export async function findReply(tx: Db, eventId: string, userId: string): Promise<Reply | undefined> {
  return tx
    .selectFrom("event_attendees")
    .select(["state", "checked_in_at as checkedInAt"])
    .where("event_id", "=", eventId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

/**
 * Takes a member's reply back, unless their attendance is confirmed. The event's row must be locked. Writes
 * `event_attendees` and the event's counts.
 *
 * @returns Whether there was one.
 */
export async function deleteAttendee(tx: Db, eventId: string, userId: string): Promise<boolean> {
  const rows = await runSql(
    tx,
    `with gone as (
       delete from event_attendees where event_id = $1 and user_id = $2 and checked_in_at is null returning state
     )
     update events e set going_count = e.going_count - (g.state = 'going')::int,
       waiting_count = e.waiting_count - (g.state = 'waiting')::int
     from gone g where e.id = $1 returning e.id`,
    [eventId, userId],
  );
  return rows.length > 0;
}

/**
 * Gives free seats to those who have waited longest; banned members keep waiting. The event's row must be locked. Writes
 * `event_attendees` and the event's counts.
 *
 * @param isReminded Whether the time of the reminder has passed: the notification about the seat replaces it.
 */
export async function promoteWaiting(tx: Db, eventId: string, isReminded: boolean, now: Date): Promise<Promoted[]> {
  return runSql<Promoted>(
    tx,
    `with free as (
       select coalesce(e.capacity - e.going_count, e.waiting_count) as seats from events e where e.id = $1
     ), next as (
       select a.user_id from event_attendees a
       where a.event_id = $1 and a.state = 'waiting' and ${isMemberNotBanned("a.user_id", "$3::timestamptz")}
       order by a.place limit greatest(0, (select seats from free))
     ), promoted as (
       update event_attendees a
       set state = 'going', reminded_at = case when $2::boolean then $3::timestamptz else a.reminded_at end
       from next n where a.event_id = $1 and a.user_id = n.user_id
       returning a.user_id
     ), counted as (
       update events e set going_count = e.going_count + p.members, waiting_count = e.waiting_count - p.members
       from (select count(*)::int as members from promoted) p where e.id = $1 and p.members > 0
     )
     select $1::uuid as "eventId", user_id as "userId" from promoted`,
    [eventId, isReminded, now],
  );
}

/** Visible events with a free seat for somebody who waits: deleting an account frees a seat without a request. */
export async function listEventsWithFreeSeats(db: Db, now: Date): Promise<string[]> {
  const rows = await runSql<{ id: string }>(
    db,
    `select e.id from events e
     where e.is_listed and not e.is_hidden and ${isMemberNotBanned("e.user_id", "$1::timestamptz")}
       and e.starts_at > $1::timestamptz - interval '14 days' and e.ends_at > $1
       and e.waiting_count > 0 and (e.capacity is null or e.going_count < e.capacity)
       and exists (select from event_attendees a
         where a.event_id = e.id and a.state = 'waiting' and ${isMemberNotBanned("a.user_id", "$1::timestamptz")})
     order by e.id limit 100`,
    [now],
  );
  return rows.map(({ id }) => id);
}

/** Attendees of an event whose reminder is due, at most `limit`, and marks them as reminded. Writes `event_attendees`. */
export async function takeDueReminders(
  tx: Db,
  eventId: string,
  { now, limit }: { now: Date; limit: number },
): Promise<string[]> {
  const rows = await runSql<{ userId: string }>(
    tx,
    `with due as (
       select a.event_id, a.user_id from event_attendees a
       where a.event_id = $1 and a.state = 'going' and a.reminded_at is null
       order by a.user_id limit ${limit} for update skip locked
     )
     update event_attendees a set reminded_at = $2 from due d
     where a.event_id = d.event_id and a.user_id = d.user_id returning a.user_id as "userId"`,
    [eventId, now],
  );
  return rows.map(({ userId }) => userId);
}

/** Visible events that start within the reminder period and have attendees with a seat who were not reminded. */
export async function listEventsToRemind(db: Db, from: Date, to: Date): Promise<string[]> {
  const rows = await runSql<{ id: string }>(
    db,
    `select e.id from events e
     where e.is_listed and not e.is_hidden and ${isMemberNotBanned("e.user_id", "$1::timestamptz")}
       and e.starts_at > $1 and e.starts_at <= $2 and exists (
       select from event_attendees a where a.event_id = e.id and a.state = 'going' and a.reminded_at is null)
     order by e.starts_at, e.id`,
    [from, to],
  );
  return rows.map(({ id }) => id);
}

/** Lets those of an event be reminded again, since it now begins later. Writes `event_attendees`. */
export async function resetReminders(tx: Db, eventId: string): Promise<void> {
  await tx
    .updateTable("event_attendees")
    .set({ reminded_at: null })
    .where("event_id", "=", eventId)
    .where("reminded_at", "is not", null)
    .execute();
}

/** Attendees not yet notified of an event's current state, at most `limit`, and marks them as notified. Writes `event_attendees`. */
export async function takeUnnotified(tx: Db, eventId: string, sequence: number, limit: number): Promise<string[]> {
  const rows = await runSql<{ userId: string }>(
    tx,
    `with unnotified as (
       select a.event_id, a.user_id from event_attendees a
       where a.event_id = $1 and a.notified_sequence < $2
       order by a.user_id limit ${limit} for update skip locked
     )
     update event_attendees a set notified_sequence = $2 from unnotified u
     where a.event_id = u.event_id and a.user_id = u.user_id returning a.user_id as "userId"`,
    [eventId, sequence],
  );
  return rows.map(({ userId }) => userId);
}

/** Queues the news of a change for those who replied; a queued one is not queued twice. */
export async function queueChangeNews(tx: Db, eventId: string): Promise<void> {
  await runSql(
    tx,
    `select graphile_worker.add_job('tellEventChanges', json_build_object('eventId', $1::uuid),
       max_attempts := 10, job_key := 'event changes ' || $1::uuid)`,
    [eventId],
  );
}

/**
 * Queues a message to everyone who replied to an event that the caller's transaction deletes, in batches: a job looks for
 * nobody afterwards.
 */
export async function queueErasureNews(tx: Db, eventId: string, message: string): Promise<void> {
  await runSql(
    tx,
    `select graphile_worker.add_job('tellEventErasure', json_build_object('message', $2::text, 'userIds', b.user_ids),
       max_attempts := 10)
     from (
       select json_agg(a.user_id) as user_ids
       from (select user_id, (row_number() over (order by user_id) - 1) / 200 as batch
         from event_attendees where event_id = $1) a
       group by a.batch
     ) b`,
    [eventId, message],
  );
}

/** A ticket as the check-in finds it. */
export interface Ticket {
  userId: string;
  ticket: Buffer;
  checkedInAt: Date | null;
}

/** The ticket of an attendee with a seat, by the part of its code that identifies it. */
export async function findTicket(db: Db, eventId: string, ticket: Buffer): Promise<Ticket | undefined> {
  return db
    .selectFrom("event_attendees")
    .select(["user_id as userId", "ticket", "checked_in_at as checkedInAt"])
    .where("event_id", "=", eventId)
    .where("ticket", "=", ticket)
    .where("state", "=", "going")
    .executeTakeFirst();
}

/**
 * Confirms the attendance of a member with a seat, once. Writes `event_attendees`.
 *
 * @returns False if it was already confirmed, on any device.
 */
export async function confirmAttendee(
  tx: Db,
  given: { eventId: string; userId: string; confirmedBy: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("event_attendees")
    .set({ checked_in_at: given.now, checked_in_by: given.confirmedBy })
    .where("event_id", "=", given.eventId)
    .where("user_id", "=", given.userId)
    .where("state", "=", "going")
    .where("checked_in_at", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Somebody with a seat, with the secret of their ticket. */
export interface CheckInRow extends Omit<CheckInEntry, "ticketHash" | "checkedInAt"> {
  place: number;
  ticket: Buffer;
  checkedInAt: Date | null;
}

/** Everyone with a seat after a place in the order of replies, at most `limit`. */
export async function listCheckIn(db: Db, eventId: string, afterPlace: number, limit: number): Promise<CheckInRow[]> {
  return runSql<CheckInRow>(
    db,
    `select a.user_id as id, a.place, a.ticket, a.checked_in_at as "checkedInAt", ${authorJson} as member,
       ${authorJsonById("a.checked_in_by")} as "confirmedBy"
     from event_attendees a join profiles p on p.id = a.user_id
     where a.event_id = $1 and a.state = 'going' and a.place > $2 order by a.place limit ${limit}`,
    [eventId, afterPlace],
  );
}

/** Somebody whose attendance is confirmed, and since when; undefined where it is not. */
export async function findCheckedIn(
  db: Db,
  eventId: string,
  userId: string,
): Promise<{ member: Author; checkedInAt: Date } | undefined> {
  const [row] = await runSql<{ member: Author; checkedInAt: Date }>(
    db,
    `select ${authorJson} as member, a.checked_in_at as "checkedInAt"
     from event_attendees a join profiles p on p.id = a.user_id
     where a.event_id = $1 and a.user_id = $2 and a.checked_in_at is not null`,
    [eventId, userId],
  );
  return row;
}

/** How many of an event are checked in. */
export async function countCheckedIn(db: Db, eventId: string): Promise<number> {
  const [row] = await runSql<{ count: number }>(
    db,
    "select count(*)::int as count from event_attendees where event_id = $1 and checked_in_at is not null",
    [eventId],
  );
  return row?.count ?? 0;
}

/** A confirmation: by whom, for whom, and the points. */
export interface ConfirmationRow {
  id: string;
  member: Author;
  confirmedBy: Author | null;
  checkedInAt: Date;
  points: number;
}

/** One page of an event's confirmations, the latest first; one more than `limit` when there are more. */
export async function listConfirmations(
  db: Db,
  eventId: string,
  after: { createdAt: string; id: string } | null,
  limit: number,
): Promise<ConfirmationRow[]> {
  return runSql<ConfirmationRow>(
    db,
    `select a.user_id as id, a.checked_in_at as "checkedInAt", ${authorJson} as member,
       ${authorJsonById("a.checked_in_by")} as "confirmedBy",
       coalesce((select l.points from points_ledger l
         where l.user_id = a.user_id and l.action = 'ATTEND_EVENT' and l.subject = a.event_id::text), 0) as points
     from event_attendees a join profiles p on p.id = a.user_id
     where a.event_id = $1 and a.checked_in_at is not null
       and ($2::timestamptz is null or (a.checked_in_at, a.user_id) < ($2::timestamptz, $3::uuid))
     order by a.checked_in_at desc, a.user_id desc limit ${limit + 1}`,
    [eventId, after?.createdAt ?? null, after?.id ?? null],
  );
}

/** The replies, not yet confirmed, of two members to each other's events, in the order of the events. */
export async function listRepliesBetween(db: Db, first: string, second: string): Promise<Promoted[]> {
  return runSql<Promoted>(
    db,
    `select a.event_id as "eventId", a.user_id as "userId"
     from event_attendees a join events e on e.id = a.event_id
     where a.checked_in_at is null and ((a.user_id = $1 and e.user_id = $2) or (a.user_id = $2 and e.user_id = $1))
     order by a.event_id`,
    [first, second],
  );
}
