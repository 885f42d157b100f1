import type { UpdateObject } from "kysely";
import { type Db, runSql } from "#server/db/db.ts";
import type { EventStatus, Tables } from "#server/db/schema.ts";
import { toSearchText } from "#server/lib/search-text.ts";

/** What an organiser writes about an event, checked; times are moments with the days of the event's own clock. */
export interface EventContent {
  title: string;
  description: string | null;
  styleId: string | null;
  coverAlt: string | null;
  location: string | null;
  address: string | null;
  startsAt: Date | null;
  endsAt: Date | null;
  startsOn: string | null;
  endsOn: string | null;
  timeZone: string | null;
  capacity: number | null;
}

const toColumns = (content: EventContent) => ({
  title: content.title,
  description: content.description,
  style_id: content.styleId,
  cover_alt: content.coverAlt,
  location: content.location,
  address: content.address,
  starts_at: content.startsAt,
  ends_at: content.endsAt,
  starts_on: content.startsOn,
  ends_on: content.endsOn,
  time_zone: content.timeZone,
  capacity: content.capacity,
  search_text: toSearchText([content.title, content.location ?? "", content.address ?? ""]),
  place_text: toSearchText([content.location ?? "", content.address ?? ""]),
});

/** How a change of an event moves it between stages. */
export interface StatusChange {
  status?: EventStatus;
  submittedAt?: Date;
  publishedAt?: Date;
  reviewNote?: string | null;
  reviewedBy?: string | null;
  reviewedAt?: Date | null;
  cancelledAt?: Date;
  cancelReason?: string | null;
}

/** Inserts an event. Writes `events`. */
export async function insertEvent(
  tx: Db,
  event: { id: string; userId: string; imageId: string | null; content: EventContent; change: StatusChange; now: Date },
): Promise<void> {
  await tx
    .insertInto("events")
    .values({
      id: event.id,
      user_id: event.userId,
      image_id: event.imageId,
      cancel_reason: null,
      review_note: null,
      reviewed_by: null,
      created_at: event.now,
      updated_at: event.now,
      status: event.change.status ?? "draft",
      submitted_at: event.change.submittedAt ?? null,
      published_at: event.change.publishedAt ?? null,
      ...toColumns(event.content),
    })
    .execute();
}

/** An event as a change finds it, its row locked. */
export interface LockedEvent extends EventContent {
  id: string;
  organiserId: string;
  status: EventStatus;
  isHidden: boolean;
  imageId: string | null;
  goingCount: number;
  sequence: number;
  cancelledAt: Date | null;
  cancelReason: string | null;
  publishedAt: Date | null;
  /** When an admin last decided about it; null once its member took it back. */
  reviewedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/** Whether the end of an event has passed. */
export const isOver = ({ endsAt }: Pick<EventContent, "endsAt">, now: Date): boolean =>
  endsAt !== null && endsAt <= now;

/** The event with its row locked until the transaction ends; undefined if it does not exist. */
export async function lockEvent(tx: Db, eventId: string): Promise<LockedEvent | undefined> {
  const [found] = await runSql<LockedEvent>(
    tx,
    `select id, user_id as "organiserId", status, is_hidden as "isHidden", title, description, style_id as "styleId", cover_alt as "coverAlt",
       image_id as "imageId", location, address, starts_at as "startsAt", ends_at as "endsAt",
       to_char(starts_on, 'YYYY-MM-DD') as "startsOn", to_char(ends_on, 'YYYY-MM-DD') as "endsOn",
       time_zone as "timeZone", capacity, going_count as "goingCount", sequence, cancelled_at as "cancelledAt",
       cancel_reason as "cancelReason", published_at as "publishedAt",
       reviewed_at as "reviewedAt", created_at as "createdAt", updated_at as "updatedAt"
     from events where id = $1 for no key update`,
    [eventId],
  );
  return found;
}

/** A member's published events that are neither cancelled nor over, in id order, their rows locked. */
export async function listOpenEventIds(tx: Db, organiserId: string, now: Date): Promise<string[]> {
  const rows = await runSql<{ id: string }>(
    tx,
    "select id from events where user_id = $1 and is_listed and ends_at > $2 order by id for no key update",
    [organiserId, now],
  );
  return rows.map(({ id }) => id);
}

/** Rewrites an event's content. Writes `events`. */
export async function updateEvent(
  tx: Db,
  eventId: string,
  update: { content: EventContent; imageId: string | null; change: StatusChange; raisesSequence: boolean; now: Date },
): Promise<void> {
  await tx
    .updateTable("events")
    .set((row) => ({
      ...toColumns(update.content),
      ...toStatusColumns(update.change),
      image_id: update.imageId,
      sequence: row("sequence", "+", update.raisesSequence ? 1 : 0),
      updated_at: update.now,
    }))
    .where("id", "=", eventId)
    .execute();
}

/** Moves an event to another stage. Writes `events`. */
export async function updateStatus(
  tx: Db,
  eventId: string,
  { change, raisesSequence, now }: { change: StatusChange; raisesSequence: boolean; now: Date },
): Promise<void> {
  await tx
    .updateTable("events")
    .set((row) => ({
      ...toStatusColumns(change),
      sequence: row("sequence", "+", raisesSequence ? 1 : 0),
      updated_at: now,
    }))
    .where("id", "=", eventId)
    .execute();
}

function toStatusColumns(change: StatusChange): UpdateObject<Tables, "events"> {
  const columns: UpdateObject<Tables, "events"> = {};
  if (change.status !== undefined) columns.status = change.status;
  if (change.submittedAt !== undefined) columns.submitted_at = change.submittedAt;
  if (change.publishedAt !== undefined) columns.published_at = change.publishedAt;
  if (change.reviewNote !== undefined) columns.review_note = change.reviewNote;
  if (change.reviewedBy !== undefined) columns.reviewed_by = change.reviewedBy;
  if (change.reviewedAt !== undefined) columns.reviewed_at = change.reviewedAt;
  if (change.cancelledAt !== undefined) columns.cancelled_at = change.cancelledAt;
  if (change.cancelReason !== undefined) columns.cancel_reason = change.cancelReason;
  return columns;
}

/** Deletes an event and, by cascade, what hangs on it. Writes `events`. */
export async function deleteEvent(tx: Db, eventId: string): Promise<void> {
  await tx.deleteFrom("events").where("id", "=", eventId).execute();
}

/** The event that shows a picture of this member, for the second try of a submission whose answer was lost. */
export async function findEventByImage(
  db: Db,
  userId: string,
  imageId: string,
): Promise<{ id: string; title: string } | undefined> {
  return db
    .selectFrom("events")
    .select(["id", "title"])
    .where("image_id", "=", imageId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

/** The organiser of an event; undefined if it does not exist. */
export async function findOrganiserId(db: Db, eventId: string): Promise<string | undefined> {
  const [event] = await runSql<{ userId: string }>(db, `select user_id as "userId" from events where id = $1`, [
    eventId,
  ]);
  return event?.userId;
}

/** The number of a member's events that were never published. */
export async function countUnpublished(db: Db, userId: string): Promise<number> {
  const text = "select count(*)::int as count from events where user_id = $1 and published_at is null";
  const [row] = await runSql<{ count: number }>(db, text, [userId]);
  return row?.count ?? 0;
}

/** The id of a style by its name. */
export async function findStyleId(db: Db, name: string): Promise<string | undefined> {
  const style = await db.selectFrom("styles").select("id").where("name", "=", name).executeTakeFirst();
  return style?.id;
}

/** Changes an event's count of comments. Writes `events`. */
export async function changeCommentsCount(tx: Db, eventId: string, by: number): Promise<void> {
  await tx
    .updateTable("events")
    .set((row) => ({ comments_count: row("comments_count", "+", by) }))
    .where("id", "=", eventId)
    .execute();
}

/** Shows an outfit under an event, and under no other any more. Writes `event_outfits`. */
export async function upsertEventOutfit(tx: Db, eventId: string, outfitId: string, now: Date): Promise<void> {
  await runSql(
    tx,
    `insert into event_outfits (outfit_id, event_id, created_at) values ($1, $2, $3)
     on conflict (outfit_id) do update set event_id = excluded.event_id, created_at = excluded.created_at
     where event_outfits.event_id <> excluded.event_id`,
    [outfitId, eventId, now],
  );
}

/** Takes an outfit from under an event; false where it was not there. Writes `event_outfits`. */
export async function deleteEventOutfit(tx: Db, eventId: string, outfitId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("event_outfits")
    .where("event_id", "=", eventId)
    .where("outfit_id", "=", outfitId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
