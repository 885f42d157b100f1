import type { FastifyBaseLogger } from "fastify";
import { z } from "zod";
import { hourMs } from "#contract/durations.ts";
import { limits } from "#contract/limits.ts";
import { zoneName } from "#contract/time-zone-names.ts";
import { transact } from "#server/db/db.ts";
import type { AppContext } from "#server/http/context.ts";
import { notify } from "#server/notifications/notifications.service.ts";
import { listEventsToRemind, takeDueReminders, takeUnnotified } from "./attendance.store.ts";
import { daysBetween, describeTime } from "./event-times.ts";
import { type LockedEvent, lockEvent } from "./events.store.ts";

/** Members notified per transaction. */
const membersAtOnce = 200;

/**
 * Reminds everyone with a seat a day before their event starts, once: marking and notifying members happen in one
 * transaction. A server that was down reminds later, as long as the event has not begun.
 */
export async function remindAttendees(app: AppContext): Promise<void> {
  const now = app.clock.now();
  const latest = new Date(now.getTime() + limits.eventReminderHours * hourMs);
  for (const eventId of await listEventsToRemind(app.db, now, latest)) {
    await inBatches(async () => {
      const members = await transact(app.db, async (tx) => {
        // Locked, so that a concurrent change of time waits or is visible here.
        const event = await lockEvent(tx, eventId);
        if (!isAhead(event, now, latest)) return 0;
        const due = await takeDueReminders(tx, eventId, { now, limit: membersAtOnce });
        const message = describeReminder(event, now);
        const notifications = due.map(
          (userId) => ({ userId, type: "event_reminder", actorId: null, referenceId: eventId, message }) as const,
        );
        await notify(tx, app, notifications);
        return due.length;
      });
      return members === membersAtOnce;
    });
  }
}

type DatedEvent = LockedEvent & { startsAt: Date; timeZone: string };

function isAhead(event: LockedEvent | undefined, now: Date, latest: Date): event is DatedEvent {
  if (event?.status !== "published" || event.isHidden || event.cancelledAt) return false;
  if (!event.startsAt || !event.timeZone) return false;
  return event.startsAt > now && event.startsAt <= latest;
}

function describeReminder({ title, startsAt, timeZone, location }: DatedEvent, now: Date): string {
  // Where clocks go forward, 24 hours may reach into the day after tomorrow.
  const day = ["today, ", "tomorrow, "][daysBetween(now, startsAt, timeZone)] ?? "on ";
  // The date too: it may be read a day later.
  return `“${title}” is ${day}${describeTime(startsAt, timeZone)} (${zoneName(timeZone)}), ${location}`;
}

const ChangeJob = z.object({ eventId: z.uuid() });

/** Notifies everyone who replied to an event, the waiting list included, of a cancellation or a new time or place; once. */
export async function notifyEventChanges(app: AppContext, job: unknown): Promise<void> {
  const { eventId } = ChangeJob.parse(job);
  await inBatches(async () => {
    const members = await transact(app.db, async (tx) => {
      const event = await lockEvent(tx, eventId);
      if (!event) return 0;
      const unnotified = await takeUnnotified(tx, eventId, event.sequence, membersAtOnce);
      const message = describeChange(event);
      const notifications = unnotified
        // Not the member who made the change.
        .filter((userId) => userId !== event.organiserId)
        .map((userId) => ({ userId, type: "event_update", actorId: null, referenceId: eventId, message }) as const);
      await notify(tx, app, notifications);
      return unnotified.length;
    });
    return members === membersAtOnce;
  });
}

const ErasureJob = z.object({ message: z.string(), userIds: z.array(z.uuid()) });

/** Notifies members of the cancellation of an event that was deleted with its organiser. */
export async function notifyEventErasure(app: AppContext, log: FastifyBaseLogger, job: unknown): Promise<void> {
  const { message, userIds } = ErasureJob.parse(job);
  const notifications = userIds.map(
    (userId) => ({ userId, type: "event_update", actorId: null, referenceId: null, message }) as const,
  );
  await transact(app.db, (tx) => notify(tx, { db: app.db, live: app.live, log }, notifications));
}

function describeChange(event: LockedEvent): string {
  if (event.cancelledAt) return describeCancellation(event);
  if (event.isHidden) return `${describeHidden(event)} has changed`;
  return `“${event.title}” has changed: it is now on ${describeStart(event)}, ${event.location}`;
}

/**
 * The sentence that tells those who replied that an event does not take place; of a hidden one without its organiser's
 * words.
 */
export function describeCancellation(event: LockedEvent): string {
  const { title, cancelReason } = event;
  if (event.isHidden) return `${describeHidden(event)} is cancelled`;
  return `“${title}” (${describeStart(event)}) is cancelled${cancelReason ? `: ${cancelReason}` : ""}`;
}

const describeHidden = (event: LockedEvent): string => `An event that you replied to (${describeStart(event)})`;

const describeStart = ({ startsAt, timeZone }: LockedEvent): string =>
  startsAt && timeZone ? describeTime(startsAt, timeZone) : "";

/** Runs `next` until it reports that nothing is left. */
async function inBatches(next: () => Promise<boolean>): Promise<void> {
  while (await next());
}
