import { transact } from "#server/db/db.ts";
import type { RequestContext } from "#server/http/context.ts";
import { requireMember } from "#server/http/require-member.ts";
import { fail } from "#server/lib/app-error.ts";
import { lockMembers } from "#server/members/members.service.ts";
import { notify, withdrawNotification } from "#server/notifications/notifications.service.ts";
import { subjectOf } from "./comment-subject.ts";
import { hasLiked, lockComment, updateCommentLike } from "./comment-likes.store.ts";
import { findComment, type WrittenComment } from "./comment-rows.store.ts";
import { lookUpOpenComment } from "./open-comments.service.ts";

/**
 * Likes a comment that the caller can see, or takes the like back, also if they no longer see it: row, count and notification
 * in one transaction, then live to those who look at it. Idempotent. A member's first like notifies its author; it earns
 * nothing.
 *
 * @throws auth.required, comment.not_found
 * @see docs/product.md#comments
 */
export async function setCommentLiked(
  context: RequestContext,
  commentId: string,
  wants: boolean,
): Promise<{ liked: boolean; likesCount: number }> {
  const { userId } = requireMember(context);
  const open = await lookUpOpenComment(context, commentId);
  const { comment, title } =
    open ?? (wants ? undefined : await findLiked(context, commentId)) ?? fail("comment.not_found");
  const { author, parentId } = comment;
  const { likesCount, isChanged } = await transact(context.db, async (tx) => {
    // Lock order: members, comments, notifications (prevents deadlocks).
    await lockMembers(tx, [userId, author.id]);
    if (!(await lockComment(tx, commentId))) fail("comment.not_found");
    const done = await updateCommentLike(tx, { commentId, userId, wants });
    if (!done.isChanged || done.isRepeated) return done;
    const notification = { userId: author.id, actorId: userId, type: "like", referenceId: commentId } as const;
    if (wants) await notify(tx, context, { ...notification, message: `liked your comment on “${title}”` });
    else await withdrawNotification(tx, context, notification);
    return done;
  });
  if (isChanged) {
    const subject = subjectOf(comment);
    const place = { outfitId: comment.outfitId, eventId: comment.eventId, commentId, parentId };
    context.live.emitToSubscribers({ ...subject, authorId: author.id }, "commentLikes", { ...place, likesCount });
  }
  return { liked: wants, likesCount: open ? likesCount : 0 };
}

/** A comment that the caller liked and no longer sees; nobody is told its title. */
async function findLiked(
  context: RequestContext,
  commentId: string,
): Promise<{ comment: WrittenComment; title: string } | undefined> {
  const { userId } = requireMember(context);
  if (!(await hasLiked(context.db, commentId, userId))) return undefined;
  const comment = await findComment(context.db, commentId, userId);
  return comment && { comment, title: "" };
}
