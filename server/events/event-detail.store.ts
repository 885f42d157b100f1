import { sql } from "kysely";
import { limits } from "#contract/limits.ts";
import type { Author, Page, PageQuery } from "#contract/page.ts";
import { toRankedPage, readRankCursor } from "#server/db/cursor.ts";
import { type Db, runSql } from "#server/db/db.ts";
import { hasNoBlock } from "#server/members/member-sql.ts";
import { isOutfitVisible } from "#server/visibility/outfit-sql.ts";
import { author, canViewProfile, isVisibleMember } from "#server/members/members.service.ts";
import { isSeatFree } from "./attendance.store.ts";
import { proposalColumn, type ProposalRow } from "./event-proposals.store.ts";
import { type CardRow, cardColumns, cardJoins, type EventViewer } from "./event-rows.store.ts";
import { isEventVisible } from "#server/visibility/event-sql.ts";

export interface DetailRow extends CardRow {
  description: string | null;
  address: string | null;
  waiting_count: number;
  is_full: boolean;
  comments_count: number;
  outfits_count: number;
  cancel_reason: string | null;
  review_note: string | null;
  published_at: Date | null;
  proposal: ProposalRow | null;
  created_at: Date;
  updated_at: Date;
  ticket: Buffer | null;
  checked_in_at: Date | null;
  /** On the waiting list, from 1. */
  position: number | null;
}

/** One event whole with the viewer's own reply, when the viewer may open it. */
export async function findEventDetail(db: Db, viewer: EventViewer, eventId: string): Promise<DetailRow | undefined> {
  const [row] = await runSql<DetailRow>(
    db,
    `select ${cardColumns("$1")}, e.description, e.address, e.waiting_count, not ${isSeatFree("$3")} as is_full, e.comments_count, e.cancel_reason,
       e.review_note, ${proposalColumn}, e.published_at, e.created_at, e.updated_at, mine.ticket, mine.checked_in_at,
       (select count(*)::int from event_attendees w
        where mine.state = 'waiting' and w.event_id = e.id and w.state = 'waiting' and w.place <= mine.place) as position,
       (select count(*)::int from event_outfits x join outfits o on o.id = x.outfit_id
        where x.event_id = e.id and ${isOutfitVisible("$1", "$2")}) as outfits_count
     from events e ${cardJoins}
     left join event_attendees mine on mine.event_id = e.id and mine.user_id = $1::uuid
     where e.id = $4 and ${isEventVisible("$1", "$2", "$3")}`,
    [viewer.userId, viewer.isAdmin, viewer.now, eventId],
  );
  return row;
}

/** The data of an event that actions on it need. */
export interface VisibleEvent {
  id: string;
  organiserId: string;
  title: string;
  status: string;
  isCancelled: boolean;
  goingCount: number;
  commentsCount: number;
}

/** The event, when it exists and the viewer may open it. */
export async function findVisibleEvent(
  db: Db,
  viewer: EventViewer,
  eventId: string,
): Promise<VisibleEvent | undefined> {
  const [row] = await runSql<VisibleEvent>(
    db,
    `select e.id, e.user_id as "organiserId", e.title, e.status, e.cancelled_at is not null as "isCancelled",
       e.going_count as "goingCount", e.comments_count as "commentsCount"
     from events e where e.id = $4 and ${isEventVisible("$1", "$2", "$3")}`,
    [viewer.userId, viewer.isAdmin, viewer.now, eventId],
  );
  return row;
}

/** Those of the members who may open the event; with an author, only those without a block between them and the author. */
export async function listEventViewers(
  db: Db,
  userIds: string[],
  { eventId, authorId, now }: { eventId: string; authorId?: string; now: Date },
): Promise<string[]> {
  const rows = await runSql<{ id: string }>(
    db,
    `select v.id from unnest($1::uuid[]) as v(id)
     join events e on e.id = $2::uuid
     left join user_roles r on r.user_id = v.id
     where ${isEventVisible("v.id", "coalesce(r.role = 'admin', false)", "$4")}
       and ${hasNoBlock("v.id", "$3::uuid")}`,
    [userIds, eventId, authorId ?? null, now],
  );
  return rows.map(({ id }) => id);
}

/** One page of attendees with a seat whom the viewer may see, in the order of their replies. */
export async function listGoing(
  db: Db,
  viewerId: string | null,
  eventId: string,
  { cursor, limit }: PageQuery,
): Promise<Page<{ id: string; member: Author; rank: number }>> {
  const after = readRankCursor(cursor);
  const { rows } = await sql<{ id: string; member: Author; rank: number }>`
    select p.id, ${author} as member, a.place as rank
    from event_attendees a join profiles p on p.id = a.user_id
    where a.event_id = ${eventId} and a.state = 'going' and a.place > ${after?.rank ?? 0}
      and ${isVisibleMember(viewerId)} and ${canViewProfile(viewerId)}
    order by a.place limit ${sql.lit(limit + 1)}`.execute(db);
  return toRankedPage(rows, limit);
}

/** The first few attendees with a seat whom the viewer may see. */
export async function listFirstGoing(db: Db, viewerId: string | null, eventId: string): Promise<Author[]> {
  const { items } = await listGoing(db, viewerId, eventId, { limit: limits.eventGoingShown });
  return items.map(({ member }) => member);
}

/** One page of the ids of outfits that were posted for an event and that the viewer may see, newest first. */
export async function listEventOutfitIds(
  db: Db,
  viewer: Pick<EventViewer, "userId" | "isAdmin">,
  eventId: string,
  { after, limit }: { after: { createdAt: string; id: string } | null; limit: number },
): Promise<{ id: string; createdAt: string }[]> {
  const rows = await runSql<{ id: string; created_at: Date }>(
    db,
    `select x.outfit_id as id, x.created_at
     from event_outfits x join outfits o on o.id = x.outfit_id
     where x.event_id = $3 and ${isOutfitVisible("$1", "$2")}
       and ($4::timestamptz is null or (x.created_at, x.outfit_id) < ($4::timestamptz, $5::uuid))
     order by x.created_at desc, x.outfit_id desc limit ${limit + 1}`,
    [viewer.userId, viewer.isAdmin, eventId, after?.createdAt ?? null, after?.id ?? null],
  );
  return rows.map(({ id, created_at: createdAt }) => ({ id, createdAt: createdAt.toISOString() }));
}
