import { hourMs } from "#contract/durations.ts";
import { limits } from "#contract/limits.ts";
import { type Tx, transact } from "#server/db/db.ts";
import type { AppContext } from "#server/http/context.ts";
import { type Notifier, notify } from "#server/notifications/notifications.service.ts";
import { listEventsWithFreeSeats, promoteWaiting } from "./attendance.store.ts";
import { describeTime } from "./event-times.ts";
import { type LockedEvent, lockEvent } from "./events.store.ts";

/** Whether the time of reminders has passed for an event that begins then. */
export function isReminderPast(startsAt: Date, now: Date): boolean {
  return startsAt.getTime() - now.getTime() <= limits.eventReminderHours * hourMs;
}

/** Whether an event accepts replies: published, not cancelled, not over. */
export const takesReplies = (event: LockedEvent, now: Date): boolean =>
  event.status === "published" && !event.cancelledAt && event.endsAt !== null && event.endsAt > now;

/**
 * Assigns free seats of an open event to the members who have waited longest and notifies them; of a hidden one once it is
 * shown again. Locks the event's row.
 */
export async function advanceWaitingList(
  tx: Tx,
  app: Notifier & Pick<AppContext, "clock">,
  eventId: string,
): Promise<void> {
  const now = app.clock.now();
  const held = await lockEvent(tx, eventId);
  if (!held?.startsAt || !held.timeZone || held.isHidden || !takesReplies(held, now)) return;
  const promoted = await promoteWaiting(tx, eventId, isReminderPast(held.startsAt, now), now);
  const when = describeTime(held.startsAt, held.timeZone);
  await notify(
    tx,
    app,
    promoted.map(({ userId }) => ({
      userId,
      type: "event_update",
      actorId: null,
      referenceId: eventId,
      message: `A place is free: you are going to “${held.title}”, ${when}`,
    })),
  );
}

/** Reassigns the seats of deleted accounts, which no request does. */
export async function advanceWaitingLists(app: AppContext): Promise<void> {
  for (const eventId of await listEventsWithFreeSeats(app.db, app.clock.now())) {
    await transact(app.db, (tx) => advanceWaitingList(tx, app, eventId));
  }
}
