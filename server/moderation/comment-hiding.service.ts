import type { Comment } from "#contract/comments.ts";
import { auditOrigin, recordAudit } from "#server/admin/audit-log.service.ts";
import { hideComment } from "#server/comments/comments.service.ts";
import type { RequestContext } from "#server/http/context.ts";
import { fail } from "#server/lib/app-error.ts";
import { notifyOfShowing, recordAction, revokeActions } from "./actions.service.ts";
import { isOwnHiddenByOther } from "./actions.store.ts";

/** For the author, who must have a reason, where the request gives none. */
const defaultReason = "We hid this comment because it breaks our community rules. You can appeal.";

/**
 * Hides a comment on the page of its outfit or event, or shows it again, as `hideComment`. What an admin does to another's is
 * a decision: audited, with a reason that the author reads and may appeal against; showing revokes all decisions about it,
 * which the author is told, except by an admin who wrote it and whom another one overruled.
 *
 * @throws auth.required, comment.not_found, auth.forbidden, content.own_hidden
 * @see docs/product.md#moderation-queue
 */
export function hideCommentOnPage(
  context: RequestContext,
  commentId: string,
  { isHidden, reason = defaultReason }: { isHidden: boolean; reason?: string | undefined },
): Promise<Comment> {
  return hideComment(context, commentId, isHidden, async (tx, { author, content }) => {
    const target = { type: "comment", id: commentId } as const;
    const memberId = author.id;
    const isOwn = memberId === context.userId;
    if (isOwn && !isHidden && (await isOwnHiddenByOther(tx, memberId, { type: "comment", ids: [commentId] }))) {
      fail("content.own_hidden");
    }
    const action = isHidden ? "comment.hidden" : "comment.shown";
    const entry = { ...auditOrigin(context), action, target: { ...target, memberId } } as const;
    await recordAudit(tx, { ...entry, reason: isHidden ? reason : null });
    if (!isHidden) {
      const isTakenBack = await revokeActions(tx, { targetType: "comment", targetId: commentId }, context);
      if (!isTakenBack || isOwn) return;
      return notifyOfShowing(tx, context, { memberId, targetType: "comment", referenceId: commentId });
    }
    const decision = { memberId, kind: "hidden", target, excerpt: content, reason } as const;
    return recordAction(tx, context, { ...decision, decidedBy: context.userId });
  });
}
