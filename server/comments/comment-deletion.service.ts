import type { Done } from "#contract/page.ts";
import { type Tx, transact } from "#server/db/db.ts";
import type { AppContext, RequestContext } from "#server/http/context.ts";
import { requireMember } from "#server/http/require-member.ts";
import { fail } from "#server/lib/app-error.ts";
import { lockMembers } from "#server/members/members.service.ts";
import {
  type Notifier,
  withdrawNotification,
  withdrawNotificationsAbout,
} from "#server/notifications/notifications.service.ts";
import { type Engine, reverseCommentAward } from "#server/points/points.service.ts";
import { emitRemoval } from "./comment-events.service.ts";
import { listMentionedIds } from "./comment-mentions.store.ts";
import { findComment, type WrittenComment } from "./comment-rows.store.ts";
import { idOf, subjectOf } from "./comment-subject.ts";
import { changeCount } from "./comment-subjects.service.ts";
import {
  changeRepliesCount,
  deleteComment,
  findSubjectOwner,
  findThread,
  hasComment,
  hasReply,
} from "./comments.store.ts";
import { findVisibleComment } from "./open-comments.service.ts";

/**
 * Deletes an own comment, also if its outfit or event is hidden by now, lowers the count of its outfit or event, reverses the
 * points it earned and updates the owner's notification, atomically; subscribers are informed. What an admin does to
 * another's is a decision of moderators.
 *
 * @param takeOut Hides another's and records the decision in the same transaction; the module of moderation builds on this one.
 * @throws auth.required, comment.not_found, auth.forbidden
 */
export async function removeComment(
  context: RequestContext,
  commentId: string,
  takeOut: (tx: Tx) => Promise<unknown>,
): Promise<Done> {
  const viewer = requireMember(context);
  const { author } = (await findComment(context.db, commentId)) ?? fail("comment.not_found");
  const isOwn = author.id === viewer.userId;
  if (!isOwn) await findVisibleComment(context, commentId);
  if (!isOwn && viewer.role !== "admin") fail("auth.forbidden");
  if (!isOwn) {
    await transact(context.db, takeOut);
    return { ok: true };
  }
  await transact(context.db, async (tx) => {
    if (!(await deleteAnyComment(tx, context, commentId))) fail("comment.not_found");
  });
  return { ok: true };
}

/** The id of a comment's author; undefined if it was deleted. */
export async function findCommentAuthor(tx: Tx, commentId: string): Promise<string | undefined> {
  return (await findComment(tx, commentId))?.author.id;
}

/**
 * Deletes any member's comment in the caller's transaction and lowers the count of its outfit or event and of the comment
 * that it replies to. Its own replies stay. Cached feeds and open screens follow the commit.
 *
 * @returns False if it does not exist.
 */
export async function deleteAnyComment(
  tx: Tx,
  app: Engine & Pick<AppContext, "pool">,
  commentId: string,
): Promise<boolean> {
  const comment = await findComment(tx, commentId);
  if (!comment) return false;
  const { author, parentId } = comment;
  const subject = subjectOf(comment);
  await changeCount(tx, app, subject, 0);
  const ownerId = await findSubjectOwner(tx, subject);
  if (ownerId === undefined) return false;
  const repliedId = parentId === null ? null : ((await findThread(tx, parentId))?.authorId ?? null);
  await lockMembers(tx, [
    ownerId,
    author.id,
    ...(repliedId ? [repliedId] : []),
    ...(await listMentionedIds(tx, commentId)),
  ]);
  const deleted = await deleteComment(tx, commentId);
  if (!deleted) return false;
  const by = deleted.wasHidden ? 0 : -1;
  await changeCount(tx, app, subject, by);
  await withdrawAllAbout(tx, app, comment, { ownerId, repliedId });
  if (parentId !== null) await changeRepliesCount(tx, parentId, by);
  if ("outfitId" in subject) {
    await reverseCommentAward(tx, app, { id: commentId, authorId: author.id, outfitId: subject.outfitId });
  }
  emitRemoval(tx, app, { subject, commentId, parentId });
  return true;
}

/** Withdraws the notifications that a deleted comment caused, and those about it. */
async function withdrawAllAbout(
  tx: Tx,
  app: Notifier,
  { id, author, parentId, ...placed }: WrittenComment,
  { ownerId, repliedId }: { ownerId: string; repliedId: string | null },
): Promise<void> {
  const subject = subjectOf(placed);
  const caused = { actorId: author.id, type: "comment" } as const;
  await withdrawNotificationsAbout(tx, app, id);
  if (!(await hasComment(tx, subject, { userId: author.id, ownerId }))) {
    await withdrawNotification(tx, app, { ...caused, userId: ownerId, referenceId: idOf(subject) });
  }
  if (parentId !== null && repliedId !== null && !(await hasReply(tx, parentId, author.id))) {
    await withdrawNotification(tx, app, { ...caused, userId: repliedId, referenceId: parentId });
  }
}
