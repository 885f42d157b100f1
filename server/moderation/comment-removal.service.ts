import { dayMs } from "#contract/durations.ts";
import { limits } from "#contract/limits.ts";
import type { Done } from "#contract/page.ts";
import { auditOrigin, recordAudit } from "#server/admin/audit-log.service.ts";
import { requireAdmin } from "#server/admin/require-admin.service.ts";
import { findCommentAuthor, removeComment } from "#server/comments/comment-deletion.service.ts";
import { type Tx, transact } from "#server/db/db.ts";
import type { RequestContext } from "#server/http/context.ts";
import { recordAction } from "./actions.service.ts";
import { isRemoved } from "./actions.store.ts";
import { getExcerpt } from "./cases.store.ts";
import { takeOut } from "./targets.service.ts";

/** For the author, who must have a reason, where the request gives none. */
const defaultReason = "We removed this comment because it breaks our community rules. You can appeal.";

/**
 * Hides comments with a reason for their authors, until they are erased after the time for an appeal; those that are gone or
 * removed already are skipped. Each has its own transaction.
 *
 * @returns Which of them were removed.
 * @throws auth.required, auth.forbidden, auth.second_factor_required
 */
export async function deleteComments(
  context: RequestContext,
  { ids, reason }: { ids: string[]; reason: string },
): Promise<{ deleted: string[] }> {
  await requireAdmin(context);
  const deleted: string[] = [];
  for (const commentId of new Set(ids)) {
    const isTakenOut = await transact(context.db, (tx) => takeOutComment(tx, context, { commentId, reason }));
    if (isTakenOut) deleted.push(commentId);
  }
  return { deleted };
}

/**
 * Deletes an own comment on the page of its outfit or event, as `removeComment`. An admin's deletion of another's is a
 * decision: audited, with a reason that the author reads and may appeal against; once more changes nothing.
 *
 * @throws auth.required, comment.not_found, auth.forbidden
 * @see docs/product.md#moderation-queue
 */
export function removeCommentOnPage(
  context: RequestContext,
  commentId: string,
  reason: string = defaultReason,
): Promise<Done> {
  return removeComment(context, commentId, (tx) => takeOutComment(tx, context, { commentId, reason }));
}

/** @returns False if the comment is gone or removed already */
async function takeOutComment(
  tx: Tx,
  context: RequestContext,
  { commentId, reason }: { commentId: string; reason: string },
): Promise<boolean> {
  const target = { type: "comment", id: commentId } as const;
  const wasHidden = !(await takeOut(tx, context, { ...target, caseId: null }));
  // Read once it is locked: its author may have deleted it while this waited.
  const memberId = await findCommentAuthor(tx, commentId);
  if (memberId === undefined) return false;
  if (await isRemoved(tx, target)) return false;
  await recordAudit(tx, {
    ...auditOrigin(context),
    action: "comment.deleted",
    target: { ...target, memberId },
    reason,
  });
  await recordAction(tx, context, {
    memberId,
    kind: "deleted",
    target,
    excerpt: await getExcerpt(tx, target),
    reason,
    decidedBy: context.userId,
    wasHidden,
    purgeAt: new Date(context.clock.now().getTime() + limits.appealDays * dayMs),
  });
  return true;
}
