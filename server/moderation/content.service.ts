import type { AdminComment, AdminOutfit } from "#contract/admin-content.ts";
import type { Page } from "#contract/page.ts";
import { auditOrigin, recordAudit } from "#server/admin/audit-log.service.ts";
import { requireAdmin } from "#server/admin/require-admin.service.ts";
import { deleteAnyComment, emitDeletedComment } from "#server/comments/comment-deletion.service.ts";
import { transact } from "#server/db/db.ts";
import type { RequestContext } from "#server/http/context.ts";
import { pushBadges } from "#server/notifications/notifications.service.ts";
import { setOutfitActive } from "#server/outfits/outfits.service.ts";
import { forgetRemovedPictures, rememberRemovedPictures } from "#server/screening/picture-records.service.ts";
import { recordAction, revokeActions } from "./actions.service.ts";
import { getExcerpt } from "./cases.store.ts";
import { type ContentQuery, listAllComments, listAllOutfits, type OutfitState } from "./content.store.ts";

/**
 * One page of all members' outfits, newest first.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required
 */
export async function listContentOutfits(
  context: RequestContext,
  query: ContentQuery & { state?: OutfitState | undefined },
): Promise<Page<AdminOutfit>> {
  await requireAdmin(context);
  return listAllOutfits(context.db, query);
}

/**
 * One page of all members' comments, newest first.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required
 */
export async function listContentComments(
  context: RequestContext,
  query: ContentQuery & { state?: "shown" | "hidden" | undefined },
): Promise<Page<AdminComment>> {
  await requireAdmin(context);
  return listAllComments(context.db, query);
}

/**
 * Hides outfits with a reason for their owners, or shows them again. Each outfit has its own transaction, so
 * that a long list holds no long locks; those already in that state are skipped.
 *
 * @returns Which of them changed.
 * @throws auth.required, auth.forbidden, auth.second_factor_required
 */
export async function setOutfits(
  context: RequestContext,
  given: { ids: string[]; state: "active" | "hidden"; reason: string | null },
): Promise<{ changed: string[] }> {
  await requireAdmin(context);
  const changed: string[] = [];
  for (const outfitId of new Set(given.ids)) {
    const recipients = await setOutfit(context, outfitId, { isActive: given.state === "active", reason: given.reason });
    if (!recipients) continue;
    // Not once after the loop: if a later outfit fails, the earlier ones are committed.
    await pushBadges(context, recipients);
    changed.push(outfitId);
  }
  return { changed };
}

async function setOutfit(
  context: RequestContext,
  outfitId: string,
  { isActive, reason }: { isActive: boolean; reason: string | null },
): Promise<string[] | undefined> {
  return transact(context.db, async (tx) => {
    const outfit = await setOutfitActive(tx, context, outfitId, isActive);
    if (!outfit) return undefined;
    const target = { type: "outfit", id: outfitId } as const;
    await recordAudit(tx, {
      ...auditOrigin(context),
      action: isActive ? "outfit.shown" : "outfit.hidden",
      target: { ...target, memberId: outfit.userId },
      before: { isActive: !isActive },
      after: { isActive },
      reason,
    });
    if (isActive) {
      await forgetRemovedPictures(tx, target);
      await revokeActions(tx, { targetType: "outfit", targetId: outfitId }, context.clock.now());
      return [];
    }
    await rememberRemovedPictures(tx, target);
    const action = { memberId: outfit.userId, kind: "hidden", target, excerpt: outfit.title } as const;
    return recordAction(tx, context, { ...action, reason: reason ?? "", decidedBy: context.userId });
  });
}

/**
 * Deletes comments with a reason for their authors; already deleted ones are skipped.
 *
 * @returns Which of them were deleted.
 * @throws auth.required, auth.forbidden, auth.second_factor_required
 */
export async function deleteComments(
  context: RequestContext,
  { ids, reason }: { ids: string[]; reason: string },
): Promise<{ deleted: string[] }> {
  await requireAdmin(context);
  const deleted: string[] = [];
  for (const commentId of new Set(ids)) {
    const done = await transact(context.db, async (tx) => {
      const excerpt = await getExcerpt(tx, { type: "comment", id: commentId });
      const comment = await deleteAnyComment(tx, context, commentId);
      if (!comment) return undefined;
      const target = { type: "comment", id: commentId } as const;
      const { authorId: memberId } = comment;
      await recordAudit(tx, {
        ...auditOrigin(context),
        action: "comment.deleted",
        target: { ...target, memberId },
        reason,
      });
      const action = { memberId, kind: "deleted", target, excerpt, reason, decidedBy: context.userId } as const;
      return { comment, members: await recordAction(tx, context, action) };
    });
    if (!done) continue;
    await emitDeletedComment(context, done.comment);
    await pushBadges(context, done.members);
    deleted.push(commentId);
  }
  return { deleted };
}
