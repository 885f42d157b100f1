import type { Tx } from "#server/db/db.ts";
import { queueChangeNews, queueErasureNews } from "./attendance.store.ts";
import { describeCancellation } from "./event-news.service.ts";
import { dropProposal } from "./event-proposals.service.ts";
import { listOpenEventIds, lockEvent, updateStatus } from "./events.store.ts";

/**
 * Cancels a member's published events that are not over, because nobody sees them any more, and notifies everyone who replied.
 * Part of the caller's transaction. Writes `events` and `event_proposals`.
 */
export async function cancelEventsOf(tx: Tx, organiserId: string, now: Date): Promise<void> {
  for (const eventId of await listOpenEventIds(tx, organiserId, now)) {
    await dropProposal(tx, eventId);
    await updateStatus(tx, eventId, { change: { cancelledAt: now }, raisesSequence: true, now });
    await queueChangeNews(tx, eventId);
  }
}

/**
 * Notifies everyone who replied to a member's published events that are not over of their cancellation; call it in the
 * transaction that deletes the member, before the events are gone. Locks the events' rows.
 */
export async function announceErasureOfEvents(tx: Tx, organiserId: string, now: Date): Promise<void> {
  for (const eventId of await listOpenEventIds(tx, organiserId, now)) {
    const event = await lockEvent(tx, eventId);
    if (event) await queueErasureNews(tx, eventId, describeCancellation(event));
  }
}
