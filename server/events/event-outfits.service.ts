import type { Done, PageQuery } from "#contract/page.ts";
import { readCursor, writeCursor } from "#server/db/cursor.ts";
import type { RequestContext } from "#server/http/context.ts";
import { requireMember } from "#server/http/require-member.ts";
import type { SerializedReply } from "#server/http/serve.ts";
import { fail } from "#server/lib/app-error.ts";
import { replyWithCardPage } from "#server/outfits/card-lists.service.ts";
import { findVisibleOutfit, toOutfitViewer } from "#server/outfits/outfits.service.ts";
import { listEventOutfitIds } from "./event-detail.store.ts";
import { findEventFor } from "./event-detail.service.ts";
import { deleteEventOutfit, upsertEventOutfit } from "./events.store.ts";

/**
 * One page of the outfits that were posted for an event and that the caller may see, newest first.
 *
 * @throws event.not_found
 */
export async function listEventOutfits(
  context: RequestContext,
  eventId: string,
  { cursor, limit }: PageQuery,
): Promise<SerializedReply> {
  if (!(await findEventFor(context, context.db, eventId))) fail("event.not_found");
  const page = { after: readCursor(cursor), limit };
  const rows = await listEventOutfitIds(context.db, toOutfitViewer(context), eventId, page);
  const kept = rows.slice(0, limit);
  const last = kept.at(-1);
  const nextCursor = rows.length > limit && last ? writeCursor(last) : null;
  return replyWithCardPage(
    context,
    kept.map(({ id }) => id),
    nextCursor,
  );
}

/**
 * Shows an own outfit under an event, and under no other any more. Idempotent.
 *
 * @throws auth.required, rate.limited, event.not_found (or not published), outfit.not_found, outfit.not_owner
 */
export async function addEventOutfit(context: RequestContext, eventId: string, outfitId: string): Promise<Done> {
  const viewer = requireMember(context);
  await context.rateLimiter.spend("attendances", { key: viewer.userId, isNew: viewer.isNew });
  const event = await findEventFor(context, context.db, eventId);
  if (event?.status !== "published") fail("event.not_found");
  const outfit = (await findVisibleOutfit(context.db, toOutfitViewer(context), outfitId)) ?? fail("outfit.not_found");
  if (outfit.ownerId !== viewer.userId) fail("outfit.not_owner");
  await upsertEventOutfit(context.db, eventId, outfitId, context.clock.now());
  return { ok: true };
}

/**
 * Takes an outfit from under an event: the outfit's owner, the event's organiser and admins may.
 *
 * @throws auth.required, event.not_found, outfit.not_found, auth.forbidden
 */
export async function removeEventOutfit(context: RequestContext, eventId: string, outfitId: string): Promise<Done> {
  const viewer = requireMember(context);
  const event = (await findEventFor(context, context.db, eventId)) ?? fail("event.not_found");
  const outfit = (await findVisibleOutfit(context.db, toOutfitViewer(context), outfitId)) ?? fail("outfit.not_found");
  const mayRemove = viewer.role === "admin" || [event.organiserId, outfit.ownerId].includes(viewer.userId);
  if (!mayRemove) fail("auth.forbidden");
  if (!(await deleteEventOutfit(context.db, eventId, outfitId))) fail("outfit.not_found");
  return { ok: true };
}
