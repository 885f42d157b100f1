import type { Event } from "#contract/events.ts";
import { type Tx, transact } from "#server/db/db.ts";
import type { RequestContext, AppContext } from "#server/http/context.ts";
import { requireMember } from "#server/http/require-member.ts";
import { fail } from "#server/lib/app-error.ts";
import type { Notifier } from "#server/notifications/notifications.service.ts";
import { deleteAttendee, findReply, insertAttendee, listRepliesBetween } from "./attendance.store.ts";
import { newTicket } from "./event-tickets.ts";
import { findEventFor, getEvent } from "./event-detail.service.ts";
import { type LockedEvent, lockEvent } from "./events.store.ts";
import { advanceWaitingList, isReminderPast, takesReplies } from "./waiting-list.service.ts";

/**
 * Says that the caller is going: a seat while there is one, else the last place on the waiting list. Idempotent. The
 * event's row is locked, so that seats are never overbooked and the first to reply is first.
 *
 * @throws auth.required, event.not_found, event.not_open
 */
export async function attendEvent(context: RequestContext, eventId: string): Promise<Event> {
  const viewer = requireMember(context);
  await transact(context.db, async (tx) => {
    const now = context.clock.now();
    const held = await lockVisible(tx, context, eventId);
    if (!takesReplies(held, now)) fail("event.not_open");
    await insertAttendee(tx, {
      eventId,
      userId: viewer.userId,
      ticket: newTicket(),
      isReminded: held.startsAt !== null && isReminderPast(held.startsAt, now),
      now,
    });
  });
  return getEvent(context, eventId);
}

/**
 * Withdraws the caller's reply and gives their seat to the member who has waited longest. Idempotent.
 *
 * @throws auth.required, event.not_found, attendance.confirmed
 */
export async function leaveEvent(context: RequestContext, eventId: string): Promise<Event> {
  const viewer = requireMember(context);
  await transact(context.db, async (tx) => {
    await lockVisible(tx, context, eventId);
    if ((await findReply(tx, eventId, viewer.userId))?.checkedInAt) fail("attendance.confirmed");
    await deleteAttendee(tx, eventId, viewer.userId);
    await advanceWaitingList(tx, context, eventId);
  });
  return getEvent(context, eventId);
}

/** The event, its row locked, when the caller may still open it behind the lock. */
async function lockVisible(tx: Tx, context: RequestContext, eventId: string): Promise<LockedEvent> {
  const held = (await lockEvent(tx, eventId)) ?? fail("event.not_found");
  if (!(await findEventFor(context, tx, eventId))) fail("event.not_found");
  return held;
}

/** Takes the replies of two members to each other's events back, in the transaction that puts a block between them. */
export async function endAttendanceBetween(
  tx: Tx,
  app: Notifier & Pick<AppContext, "clock">,
  first: string,
  second: string,
): Promise<void> {
  for (const { eventId, userId } of await listRepliesBetween(tx, first, second)) {
    if (!(await lockEvent(tx, eventId))) continue;
    await deleteAttendee(tx, eventId, userId);
    await advanceWaitingList(tx, app, eventId);
  }
}
