import { afterCommit, type Db, type Tx } from "#server/db/db.ts";
import { changeEventCommentsCount, findEventFor } from "#server/events/events.service.ts";
import type { AppContext, RequestContext } from "#server/http/context.ts";
import { fail } from "#server/lib/app-error.ts";
import { changeCommentsCount, findVisibleOutfit, toOutfitViewer } from "#server/outfits/outfits.service.ts";
import { dropFeedPagesShowing } from "#server/outfits/page-cache.service.ts";
import type { CommentSubject } from "./comment-subject.ts";

/** What comments need to know of their outfit or event. */
export interface VisibleSubject {
  id: string;
  ownerId: string;
  title: string;
}

/** The outfit or event, when the caller may open it and comment on it. */
export async function findSubject(
  context: RequestContext,
  db: Db,
  subject: CommentSubject,
): Promise<VisibleSubject | undefined> {
  if ("outfitId" in subject) return findVisibleOutfit(db, toOutfitViewer(context), subject.outfitId);
  const event = await findEventFor(context, db, subject.eventId);
  return event?.status === "published" ? { id: event.id, ownerId: event.organiserId, title: event.title } : undefined;
}

/** Says that the outfit or event is not there. */
export function failNotFound(subject: CommentSubject): never {
  return fail("outfitId" in subject ? "outfit.not_found" : "event.not_found");
}

/**
 * Changes the subject's count of comments, which locks its row; by 0, it only locks. Cached feed pages that show the
 * count are dropped after the commit. Writes `outfits` or `events`.
 */
export async function changeCount(
  tx: Tx,
  app: Pick<AppContext, "pool">,
  subject: CommentSubject,
  by: number,
): Promise<void> {
  if ("eventId" in subject) return changeEventCommentsCount(tx, subject.eventId, by);
  await changeCommentsCount(tx, subject.outfitId, by);
  if (by !== 0) afterCommit(tx, () => dropFeedPagesShowing(app.pool, [subject.outfitId]));
}

/**
 * Changes the subject's count, which locks its row until the transaction ends. Lock order: outfits and events, members,
 * notifications. Visibility is checked again after locking, because the subject may have been hidden or deleted.
 */
export async function lockSubject(
  tx: Tx,
  context: RequestContext,
  subject: CommentSubject,
  by: number,
): Promise<VisibleSubject> {
  await changeCount(tx, context, subject, by);
  return (await findSubject(context, tx, subject)) ?? failNotFound(subject);
}
