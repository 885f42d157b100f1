import type { EventCard, EventMonth, EventQuery, EventStatus } from "#contract/events.ts";
import { limits } from "#contract/limits.ts";
import type { Author, Page } from "#contract/page.ts";
import { pictureUrl } from "#contract/picture-urls.ts";
import { readCursor, toPageBy } from "#server/db/cursor.ts";
import { type Db, runSql } from "#server/db/db.ts";
import { toSearchPatterns } from "#server/lib/search-text.ts";
import { authorJson, hiddenMemberIds, isMemberNotBanned, isNotAmongBanned } from "#server/members/member-sql.ts";
import { isEventVisible } from "#server/visibility/event-sql.ts";

/** Who is looking, and at what time. A visitor has no id. */
export interface EventViewer {
  userId: string | null;
  isAdmin: boolean;
  now: Date;
}

/** What every row of an event shows. */
export interface CardRow {
  id: string;
  title: string;
  status: EventStatus;
  cover_key: string | null;
  cover_width: number;
  cover_height: number;
  thumbhash: string;
  cover_alt: string | null;
  starts_at: Date | null;
  ends_at: Date | null;
  time_zone: string | null;
  location: string | null;
  style_id: string | null;
  style_name: string;
  capacity: number | null;
  going_count: number;
  cancelled_at: Date | null;
  organiser: Author;
  attendance: "going" | "waiting" | null;
}

/** SQL for the columns of a CardRow of event `e`, where `viewer` is a placeholder such as `$1`. */
export const cardColumns = (viewer: string): string => `
  e.id, e.title, e.status, i.key as cover_key, i.width as cover_width, i.height as cover_height, i.thumbhash, e.cover_alt,
  e.starts_at, e.ends_at, e.time_zone, e.location, s.id as style_id, s.name as style_name, e.capacity, e.going_count,
  e.cancelled_at, ${authorJson} as organiser,
  (select a.state from event_attendees a where a.event_id = e.id and a.user_id = ${viewer}::uuid) as attendance`;

/** SQL for what the columns above read, after `from (...) e`. */
export const cardJoins = `join profiles p on p.id = e.user_id
  left join images i on i.id = e.image_id left join styles s on s.id = e.style_id`;

/** The row as the contract's EventCard. */
export function toEventCard(row: CardRow): EventCard {
  return {
    id: row.id,
    title: row.title,
    status: row.status,
    cover:
      row.cover_key === null
        ? null
        : {
            url: pictureUrl(row.cover_key),
            width: row.cover_width,
            height: row.cover_height,
            thumbhash: row.thumbhash,
          },
    coverAlt: row.cover_alt ?? row.title,
    startsAt: row.starts_at?.toISOString() ?? null,
    endsAt: row.ends_at?.toISOString() ?? null,
    timeZone: row.time_zone,
    location: row.location,
    style: row.style_id === null ? null : { id: row.style_id, name: row.style_name },
    organiser: row.organiser,
    capacity: row.capacity,
    goingCount: row.going_count,
    isCancelled: row.cancelled_at !== null,
    attendance: row.attendance,
  };
}

export type EventFilter = Pick<EventQuery, "search" | "style" | "near"> &
  Partial<Pick<EventQuery, "when" | "from" | "to">> & {
    /** Only the one that is featured on the landing page. */
    isFeatured?: boolean;
  };

/** The part of a place before a comma names the town: "Lisbon, Portugal". */
export const toTown = (place: string): string => place.split(",")[0] ?? "";

/** SQL conditions for listed events that match a filter; none if a search contains no letter. */
function toConditions(
  filter: EventFilter,
  viewer: EventViewer,
  place: (value: unknown) => string,
  isNotBanned = isMemberNotBanned,
): string[] | null {
  const patterns = filter.search ? toSearchPatterns(filter.search) : [];
  if (filter.search && patterns.length === 0) return null;
  const near = filter.near ? toSearchPatterns(toTown(filter.near)) : [];
  const [userId, now] = [place(viewer.userId), place(viewer.now)];
  const times = {
    // An event may have begun some days ago; the bound on its start lets the index leave out what is long over.
    upcoming: [
      `e.ends_at >= ${now}::timestamptz`,
      `e.starts_at >= ${now}::timestamptz - interval '${limits.eventDurationDaysMax} days'`,
    ],
    past: [`e.ends_at < ${now}::timestamptz`, `e.starts_at < ${now}::timestamptz`],
    any: [],
  };
  return [
    "e.is_listed",
    "not e.is_hidden",
    `e.user_id <> all (${hiddenMemberIds(userId)})`,
    isNotBanned("e.user_id", `${now}::timestamptz`),
    ...times[filter.when ?? "any"],
    ...patterns.map((pattern) => `e.search_text like ${place(pattern)}`),
    ...near.map((pattern) => `e.place_text like ${place(pattern)}`),
    ...(filter.style ? [`e.style_id = (select id from styles where name = ${place(filter.style)})`] : []),
    ...(filter.isFeatured ? ["e.id = (select target_id from landing_features where kind = 'event')"] : []),
    ...(filter.to ? [`e.starts_on <= ${place(filter.to)}::date`] : []),
    ...(filter.from
      ? [
          `e.ends_on >= ${place(filter.from)}::date`,
          `e.starts_on >= ${place(filter.from)}::date - ${limits.eventDurationDaysMax + 1}`,
        ]
      : []),
  ];
}

/**
 * Listed events that fit, upcoming ones the soonest first, past ones the latest first, ties broken by id. A search looks
 * in title, location and address; one without a letter finds nothing.
 */
export async function listEvents(
  db: Db,
  viewer: EventViewer,
  filter: EventFilter,
  page: { cursor?: string | undefined; limit: number },
): Promise<Page<EventCard>> {
  const after = readCursor(page.cursor);
  const values: unknown[] = [];
  const place = (value: unknown) => `$${values.push(value)}`;
  const conditions = toConditions(filter, viewer, place);
  if (conditions === null) return { items: [], nextCursor: null };
  const [order, isBeyond] = filter.when === "past" ? ["desc", "<"] : ["asc", ">"];
  if (after) {
    conditions.push(
      `(e.starts_at, e.id) ${isBeyond} (${place(after.createdAt)}::timestamptz, ${place(after.id)}::uuid)`,
    );
  }
  const rows = await runSql<CardRow>(
    db,
    `select ${cardColumns(place(viewer.userId))}
     from (select * from events e where ${conditions.join(" and ")}
           order by e.starts_at ${order}, e.id ${order} limit ${page.limit + 1}) e
     ${cardJoins} order by e.starts_at ${order}, e.id ${order}`,
    values,
  );
  return toStartPage(rows, page.limit);
}

/** Whether a search, or a place, would find an event of any time. */
export async function hasEvent(
  db: Db,
  viewer: EventViewer,
  filter: Pick<EventFilter, "search" | "near">,
): Promise<boolean> {
  const values: unknown[] = [];
  const conditions = toConditions(filter, viewer, (value) => `$${values.push(value)}`);
  if (conditions === null) return false;
  // In an order: an event that is found in an index, instead of the first that a scan of the table comes across.
  const text = `select e.id from events e where ${conditions.join(" and ")} order by e.starts_at, e.id limit 1`;
  return (await runSql(db, text, values)).length > 0;
}

/** A page in the order of the start, which every published event has. */
const toStartPage = (rows: CardRow[], limit: number): Page<EventCard> =>
  toPageBy(rows.map(toEventCard), limit, ({ startsAt }) => startsAt ?? "");

interface MonthRow {
  day: string;
  total: number;
  id: string;
  title: string;
  starts_at: Date;
  time_zone: string;
  style_id: string;
  style_name: string;
}

/**
 * The days of a month on which listed events start, by each event's own clock, each with its first few.
 *
 * @param month `YYYY-MM`
 */
export async function listMonth(
  db: Db,
  viewer: EventViewer,
  month: string,
  filter: EventFilter,
): Promise<EventMonth["days"]> {
  const values: unknown[] = [];
  const place = (value: unknown) => `$${values.push(value)}`;
  const conditions = toConditions({ ...filter, when: "any" }, viewer, place, isNotAmongBanned);
  if (conditions === null) return [];
  const first = `${place(`${month}-01`)}::date`;
  conditions.push(`e.starts_on >= ${first}`, `e.starts_on < (${first} + interval '1 month')::date`);
  const rows = await runSql<MonthRow>(
    db,
    // All events of the month are counted from an index alone; only those that are shown are read.
    `select to_char(day.starts_on, 'YYYY-MM-DD') as day, day.total, e.id, e.title, e.starts_at, e.time_zone,
       s.id as style_id, s.name as style_name
     from (select e.id, e.starts_on, row_number() over (partition by e.starts_on order by e.starts_at, e.id) as nth,
             count(*) over (partition by e.starts_on)::int as total
           from events e where ${conditions.join(" and ")}) day
     join events e on e.id = day.id join styles s on s.id = e.style_id
     where day.nth <= ${limits.eventDayItems} order by day.starts_on, day.nth`,
    values,
  );
  const days = new Map<string, EventMonth["days"][number]>();
  for (const row of rows) {
    const day = days.get(row.day) ?? { date: row.day, count: row.total, events: [] };
    day.events.push({
      id: row.id,
      title: row.title,
      startsAt: row.starts_at.toISOString(),
      timeZone: row.time_zone,
      style: { id: row.style_id, name: row.style_name },
    });
    days.set(row.day, day);
  }
  return [...days.values()];
}

/** Listed events by the time of their latest change, for search engines; the upcoming first. */
export async function listEventAddresses(db: Db, limit: number, now: Date): Promise<{ id: string; updatedAt: Date }[]> {
  return runSql(
    db,
    `select e.id, e.updated_at as "updatedAt" from events e
     where e.is_listed and not e.is_hidden and ${isMemberNotBanned("e.user_id", "$1::timestamptz")} order by e.starts_at desc, e.id desc limit ${limit}`,
    [now],
  );
}

/** One page of the events that a member organises, drafts too, newest first. */
export async function listOrganised(
  db: Db,
  userId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<Page<EventCard>> {
  const after = readCursor(cursor);
  const rows = await runSql<CardRow & { created_at: Date }>(
    db,
    `select ${cardColumns("$1")}, e.created_at
     from (select * from events e where e.user_id = $1
             and ($2::timestamptz is null or (e.created_at, e.id) < ($2::timestamptz, $3::uuid))
           order by e.created_at desc, e.id desc limit ${limit + 1}) e
     ${cardJoins} order by e.created_at desc, e.id desc`,
    [userId, after?.createdAt ?? null, after?.id ?? null],
  );
  const { items, nextCursor } = toPageBy(rows, limit, (row) => row.created_at.toISOString());
  return { items: items.map(toEventCard), nextCursor };
}

/** One page of the events that a member replied to and that are not over, the soonest first; cancelled ones too. */
export async function listReplied(
  db: Db,
  viewer: EventViewer,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<Page<EventCard>> {
  const after = readCursor(cursor);
  const rows = await runSql<CardRow>(
    db,
    `select ${cardColumns("$1")}
     from event_attendees mine join events e on e.id = mine.event_id ${cardJoins}
     where mine.user_id = $1 and e.ends_at >= $3 and ${isEventVisible("$1", "$2", "$3")}
       and ($4::timestamptz is null or (e.starts_at, e.id) > ($4::timestamptz, $5::uuid))
     order by e.starts_at, e.id limit ${limit + 1}`,
    [viewer.userId, viewer.isAdmin, viewer.now, after?.createdAt ?? null, after?.id ?? null],
  );
  return toStartPage(rows, limit);
}
