import { type Db, runSql } from "#server/db/db.ts";
import { isNotBanned } from "#server/members/member-sql.ts";
import { isEventVisible } from "#server/visibility/event-sql.ts";

/** An event as calendars show it. */
export interface CalendarRow {
  id: string;
  title: string;
  description: string | null;
  location: string | null;
  address: string | null;
  style: string | null;
  startsAt: Date;
  endsAt: Date;
  sequence: number;
  isCancelled: boolean;
  /** The reader has a place on the waiting list only. */
  isWaiting: boolean;
  updatedAt: Date;
}

const columns = `e.id, e.title, e.description, e.location, e.address, s.name as style, e.starts_at as "startsAt",
  e.ends_at as "endsAt", e.sequence, e.cancelled_at is not null as "isCancelled", e.updated_at as "updatedAt"`;

/** One public event; undefined if visitors may not open it. */
export async function findCalendarEvent(db: Db, eventId: string, now: Date): Promise<CalendarRow | undefined> {
  const [row] = await runSql<CalendarRow>(
    db,
    `select ${columns}, false as "isWaiting" from events e left join styles s on s.id = e.style_id
     where e.id = $1 and e.status = 'published' and ${isEventVisible("null", "false", "$2")}`,
    [eventId, now],
  );
  return row;
}

/** Upcoming public events, the soonest first. */
export async function listUpcomingForCalendar(db: Db, now: Date, limit: number): Promise<CalendarRow[]> {
  return runSql<CalendarRow>(
    db,
    `select ${columns}, false as "isWaiting" from events e left join styles s on s.id = e.style_id
     where e.is_listed and e.starts_at >= $1::timestamptz - interval '14 days' and e.ends_at >= $1
       and ${isEventVisible("null", "false", "$1")}
     order by e.starts_at, e.id limit ${limit}`,
    [now],
  );
}

/**
 * What a member replied to or organises since `since`, the soonest first; cancelled events too, so that calendars strike
 * them out. What moderators hid is not there: calendars drop what a feed no longer has.
 */
export async function listForMemberCalendar(
  db: Db,
  userId: string,
  { since, now, limit }: { since: Date; now: Date; limit: number },
): Promise<CalendarRow[]> {
  return runSql<CalendarRow>(
    db,
    `select ${columns}, coalesce(a.state = 'waiting', false) as "isWaiting"
     from (select event_id as id from event_attendees where user_id = $1
           union select id from events where user_id = $1 and status = 'published') mine
     join events e on e.id = mine.id left join styles s on s.id = e.style_id
     left join event_attendees a on a.event_id = e.id and a.user_id = $1
     where e.starts_at >= $2 and (e.status = 'withdrawn' and not e.is_hidden or ${isEventVisible("$1::uuid", "false", "$3")})
     order by e.starts_at, e.id limit ${limit}`,
    [userId, since, now],
  );
}

/** The number that signs a calendar address, and since when it is this one: null for the first. */
export interface FeedVersion {
  version: number;
  rotatedAt: Date | null;
}
const firstVersion = 1;

/** The number that signs a member's calendar address. */
export async function findFeed(db: Db, userId: string): Promise<FeedVersion> {
  const row = await db
    .selectFrom("calendar_feeds")
    .select(["version", "rotated_at as rotatedAt"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row ?? { version: firstVersion, rotatedAt: null };
}

/** Raises the number that signs a member's calendar address, which ends the former address. Writes `calendar_feeds`. */
export async function raiseFeedVersion(db: Db, userId: string, now: Date): Promise<FeedVersion> {
  const [row] = await runSql<FeedVersion>(
    db,
    `insert into calendar_feeds (user_id, version, rotated_at) values ($1, ${firstVersion + 1}, $2)
     on conflict (user_id) do update set version = calendar_feeds.version + 1, rotated_at = excluded.rotated_at
     returning version, rotated_at as "rotatedAt"`,
    [userId, now],
  );
  if (!row) throw new Error("A calendar feed that was just written is there");
  return row;
}

/** The number that signs a member's calendar URL; undefined if they are banned or deleted. */
export async function findFeedVersion(db: Db, userId: string, now: Date): Promise<number | undefined> {
  const [row] = await runSql<{ version: number }>(
    db,
    `select coalesce((select f.version from calendar_feeds f where f.user_id = u.id), ${firstVersion}) as version
     from auth.users u where u.id = $1 and ${isNotBanned("u", "$2")}`,
    [userId, now],
  );
  return row?.version;
}
