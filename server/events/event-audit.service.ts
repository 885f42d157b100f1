import { isDeepStrictEqual } from "node:util";
import { auditOrigin, recordAudit } from "#server/admin/audit-log.service.ts";
import type { Tx } from "#server/db/db.ts";
import type { RequestContext } from "#server/http/context.ts";
import { type LockedEvent, lockEvent } from "./events.store.ts";

/**
 * Records what an admin changed of another member's event, in the transaction of the change: the fields that differ from
 * `held`, or its status where the event is deleted. Of a member's own words the log, which outlives the account, holds only
 * that they changed. An organiser's own changes are not audited.
 */
export async function auditEventChange(
  tx: Tx,
  context: RequestContext,
  change: { action: "event.changed" | "event.withdrawn" | "event.deleted"; held: LockedEvent },
): Promise<void> {
  const { action, held } = change;
  if (held.organiserId === context.userId) return;
  const now = await lockEvent(tx, held.id);
  const { updatedAt: _updatedAt, reviewedAt: _reviewedAt, ...fields } = held;
  const differing = (Object.keys(fields) as (keyof typeof fields)[]).filter((key) =>
    now ? !isDeepStrictEqual(held[key], now[key]) : key === "status",
  );
  await recordAudit(tx, {
    ...auditOrigin(context),
    action,
    target: { type: "event", id: held.id, memberId: held.organiserId },
    before: pick(held, differing),
    after: now ? pick(now, differing) : null,
  });
}

/** Records that an admin confirmed a member's attendance in the organiser's place. */
export async function auditConfirmation(
  tx: Tx,
  context: RequestContext,
  { eventId, organiserId, userId }: { eventId: string; organiserId: string; userId: string },
): Promise<void> {
  if (organiserId === context.userId) return;
  const target = { type: "event", id: eventId, memberId: userId } as const;
  await recordAudit(tx, { ...auditOrigin(context), action: "event.attendance_confirmed", target });
}

/** Records that an admin took another member's outfit from under another member's event. */
export async function auditRemovedOutfit(
  tx: Tx,
  context: RequestContext,
  { eventId, outfitId, ownerId }: { eventId: string; outfitId: string; ownerId: string },
): Promise<void> {
  await recordAudit(tx, {
    ...auditOrigin(context),
    action: "event.outfit_removed",
    target: { type: "event", id: eventId, memberId: ownerId },
    before: { outfitId },
  });
}

const words: ReadonlySet<keyof LockedEvent> = new Set(["title", "description", "coverAlt", "location", "address"]);

const pick = (event: LockedEvent, keys: (keyof LockedEvent)[]): Record<string, unknown> =>
  Object.fromEntries(keys.map((key) => [key, words.has(key) && event[key] !== null ? "(text)" : event[key]]));
