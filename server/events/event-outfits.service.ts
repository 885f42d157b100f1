import { limits } from "#contract/limits.ts";
import type { Done, PageQuery } from "#contract/page.ts";
import { readCursor, toPage } from "#server/db/cursor.ts";
import { transact } from "#server/db/db.ts";
import type { AppContext, RequestContext } from "#server/http/context.ts";
import { requireMember } from "#server/http/require-member.ts";
import { SerializedReply } from "#server/http/serve.ts";
import { fail } from "#server/lib/app-error.ts";
import { renderCardPage } from "#server/outfits/card-lists.service.ts";
import { findVisibleOutfit, type OutfitViewer, toOutfitViewer } from "#server/outfits/outfits.service.ts";
import { auditRemovedOutfit } from "./event-audit.service.ts";
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
  query: PageQuery,
): Promise<SerializedReply> {
  if (!(await findEventFor(context, context.db, eventId))) fail("event.not_found");
  const page = await renderOutfits(context, toOutfitViewer(context), eventId, query);
  return new SerializedReply(page, { "cache-control": "private, no-cache" });
}

const visitor: OutfitViewer = { userId: null, isAdmin: false };

/** The first page of an open event's outfits as a visitor sees it, as JSON text, for the page that the server renders. */
export function renderEventOutfits(app: AppContext, eventId: string): Promise<string> {
  return renderOutfits(app, visitor, eventId, { limit: limits.pageItems });
}

async function renderOutfits(
  { db, pool }: Pick<AppContext, "db" | "pool">,
  viewer: OutfitViewer,
  eventId: string,
  { cursor, limit }: PageQuery,
): Promise<string> {
  const rows = await listEventOutfitIds(db, viewer, eventId, { after: readCursor(cursor), limit });
  const { items, nextCursor } = toPage(rows, limit);
  const ids = items.map(({ id }) => id);
  return renderCardPage(pool, viewer, ids, nextCursor);
}

/**
 * Shows an own outfit under an event, and under no other any more. Idempotent.
 *
 * @throws auth.required, event.not_found (or not published), outfit.not_found, outfit.not_owner
 */
export async function addEventOutfit(context: RequestContext, eventId: string, outfitId: string): Promise<Done> {
  const viewer = requireMember(context);
  const event = await findEventFor(context, context.db, eventId);
  if (event?.status !== "published") fail("event.not_found");
  const outfit = (await findVisibleOutfit(context.db, toOutfitViewer(context), outfitId)) ?? fail("outfit.not_found");
  if (outfit.ownerId !== viewer.userId) fail("outfit.not_owner");
  await upsertEventOutfit(context.db, eventId, outfitId, context.clock.now());
  return { ok: true };
}

/**
 * Takes an outfit from under an event: the outfit's owner, the event's organiser and, audited, admins may.
 *
 * @throws auth.required, event.not_found, outfit.not_found, auth.forbidden
 */
export async function removeEventOutfit(context: RequestContext, eventId: string, outfitId: string): Promise<Done> {
  const viewer = requireMember(context);
  const event = (await findEventFor(context, context.db, eventId)) ?? fail("event.not_found");
  const outfit = (await findVisibleOutfit(context.db, toOutfitViewer(context), outfitId)) ?? fail("outfit.not_found");
  const { ownerId } = outfit;
  const isOwn = [event.organiserId, ownerId].includes(viewer.userId);
  if (!isOwn && viewer.role !== "admin") fail("auth.forbidden");
  await transact(context.db, async (tx) => {
    if (!(await deleteEventOutfit(tx, eventId, outfitId))) fail("outfit.not_found");
    if (!isOwn) await auditRemovedOutfit(tx, context, { eventId, outfitId, ownerId });
  });
  return { ok: true };
}
