import type { CheckInEntry, CheckInResult } from "#contract/events.ts";
import type { Page, PageQuery } from "#contract/page.ts";
import { readRankCursor, toRankedPage } from "#server/db/cursor.ts";
import { transact } from "#server/db/db.ts";
import type { RequestContext } from "#server/http/context.ts";
import { requireMember } from "#server/http/require-member.ts";
import { fail } from "#server/lib/app-error.ts";
import { notify } from "#server/notifications/notifications.service.ts";
import { awardAttendance } from "#server/points/points.service.ts";
import { lockMembers } from "#server/members/members.service.ts";
import {
  confirmAttendee,
  countCheckedIn,
  findCheckedIn,
  findTicket,
  listCheckIn,
  type Ticket,
} from "./attendance.store.ts";
import { auditConfirmation } from "./event-audit.service.ts";
import { type DetailRow, findEventDetail } from "./event-detail.store.ts";
import { hashTicketCode, isTicketCode, readTicketCode, ticketOf, toTicketCode } from "./event-tickets.ts";
import { eventViewerOf, isCheckInOpen } from "./event-detail.service.ts";

/**
 * One page of those with a seat, for the screen on which the organiser or an admin confirms attendance.
 *
 * @throws auth.required, event.not_found, event.not_owner
 */
export async function listForCheckIn(
  context: RequestContext,
  eventId: string,
  { cursor, limit }: PageQuery,
): Promise<Page<CheckInEntry>> {
  await getOwnEvent(context, eventId);
  const after = readRankCursor(cursor)?.rank ?? 0;
  const rows = await listCheckIn(context.db, eventId, after, limit + 1);
  const { items, nextCursor } = toRankedPage(
    rows.map((row) => ({ ...row, rank: row.place })),
    limit,
  );
  return {
    items: items.map(({ id, member, confirmedBy, ticket, checkedInAt }) => ({
      id,
      member,
      confirmedBy,
      ticketHash: hashTicketCode(toTicketCode(context.secrets, eventId, id, ticket)),
      checkedInAt: checkedInAt?.toISOString() ?? null,
    })),
    nextCursor,
  };
}

/**
 * Confirms the attendance of a ticket holder, once; the points are written in the same transaction. The same ticket
 * again, on this device or another, is answered as already confirmed. Confirming one's own ticket is rejected.
 *
 * @throws auth.required, event.not_found, event.not_owner, checkin.not_open, ticket.not_valid, ticket.is_own
 */
export async function checkIn(context: RequestContext, eventId: string, typed: string): Promise<CheckInResult> {
  const viewer = requireMember(context);
  const event = await getOwnEvent(context, eventId);
  if (!isCheckInOpen(event, context.clock.now())) fail("checkin.not_open");
  const ticket = await findValidTicket(context, eventId, typed);
  const { userId } = ticket;
  if (userId === viewer.userId) fail("ticket.is_own");
  const now = context.clock.now();
  const isNew = await transact(context.db, async (tx) => {
    if (!(await confirmAttendee(tx, { eventId, userId, confirmedBy: viewer.userId, now }))) return false;
    await lockMembers(tx, [userId]);
    const { title } = event;
    const organiserId = event.organiser.id;
    await auditConfirmation(tx, context, { eventId, organiserId, userId });
    const award = await awardAttendance(tx, context, { userId, eventId, title, organiserId });
    const earned = award.success ? ` You earned ${award.pointsAwarded} points.` : "";
    const news = { userId, type: "event_update", actorId: null, referenceId: eventId } as const;
    await notify(tx, context, { ...news, message: `You are checked in at “${title}”.${earned}` });
    return true;
  });
  return readResult(context, eventId, userId, isNew);
}

async function readResult(
  context: RequestContext,
  eventId: string,
  userId: string,
  isNew: boolean,
): Promise<CheckInResult> {
  const [entry, checkedInCount] = await Promise.all([
    findCheckedIn(context.db, eventId, userId),
    countCheckedIn(context.db, eventId),
  ]);
  // Somebody whose account went between the two has no ticket any more.
  if (!entry) fail("ticket.not_valid");
  return {
    outcome: isNew ? "confirmed" : "already",
    member: entry.member,
    checkedInAt: entry.checkedInAt.toISOString(),
    checkedInCount,
  };
}

async function getOwnEvent(context: RequestContext, eventId: string): Promise<DetailRow> {
  const viewer = requireMember(context);
  const event = (await findEventDetail(context.db, eventViewerOf(context), eventId)) ?? fail("event.not_found");
  if (event.organiser.id !== viewer.userId && viewer.role !== "admin") fail("event.not_owner");
  return event;
}

async function findValidTicket({ db, secrets }: RequestContext, eventId: string, typed: string): Promise<Ticket> {
  const code = readTicketCode(typed) ?? fail("ticket.not_valid");
  const ticket = (await findTicket(db, eventId, ticketOf(code))) ?? fail("ticket.not_valid");
  if (!isTicketCode(secrets, code, { eventId, ...ticket })) fail("ticket.not_valid");
  return ticket;
}
