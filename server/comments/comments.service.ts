import type { Comment } from "#contract/comments.ts";
import type { Done, Page, PageQuery } from "#contract/page.ts";
import type { Award } from "#contract/points.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { auditOrigin, recordAudit } from "#server/admin/audit-log.service.ts";
import type { RequestContext, AppContext } from "#server/http/context.ts";
import { requireMember } from "#server/http/require-member.ts";
import { fail } from "#server/lib/app-error.ts";
import { pushBadges, notify, withdrawNotification } from "#server/notifications/notifications.service.ts";
import { dropFeedPagesShowing } from "#server/outfits/outfits.service.ts";
import { awardAction, type Engine, noAward, reverseCommentAward, sendBalances } from "#server/points/points.service.ts";
import { lockMembers } from "#server/members/members.service.ts";
import { rejectSpam } from "#server/spam/spam.service.ts";
import { type CommentSubject, idOf, subjectOf } from "./comment-subject.ts";
import { changeCount, failNotFound, findSubject, type VisibleSubject } from "./comment-subjects.service.ts";
import {
  deleteComment,
  findComment,
  findSubjectOwner,
  hasComment,
  insertComment,
  isHiddenByModerators,
  listComments,
  getCommentsCount,
  updateHidden,
} from "./comments.store.ts";

/**
 * One page of an outfit's or an event's comments, newest first.
 *
 * @throws outfit.not_found, event.not_found
 */
export async function listSubjectComments(
  context: RequestContext,
  subject: CommentSubject,
  query: PageQuery,
): Promise<Page<Comment>> {
  const found = (await findSubject(context, context.db, subject)) ?? failNotFound(subject);
  const seesHidden = context.viewer?.role === "admin" || found.ownerId === context.userId;
  return listComments(context.pool, subject, { userId: context.userId, seesHidden }, query);
}

/**
 * Adds a comment to an outfit or event that the caller can see, raises its count by 1, notifies its owner and, on an
 * outfit, awards the points, atomically; then its subscribers receive it.
 *
 * @returns The comment as listed, and its award.
 * @throws auth.required, outfit.not_found, event.not_found, content.too_many_links, content.blocked_words,
 * content.repeated, rate.limited
 * @see docs/product.md#comments and docs/product.md#earning
 */
export async function addComment(
  context: RequestContext,
  subject: CommentSubject,
  content: string,
): Promise<{ comment: Comment; award: Award | null }> {
  const viewer = requireMember(context);
  const { userId } = viewer;
  const subjectId = idOf(subject);
  if (!(await findSubject(context, context.db, subject))) failNotFound(subject);
  await rejectSpam(context, { kind: "comment", content, placeId: subjectId });
  await context.rateLimiter.spend("comments", { key: userId, isNew: viewer.isNew });
  const { added, recipients } = await transact(context.db, async (tx) => {
    const { ownerId, title } = await lockSubject(tx, context, subject, 1);
    // Lock both rows in one order (prevents deadlocks).
    await lockMembers(tx, [ownerId, userId]);
    const comment = await insertComment(tx, { subject, userId, content });
    const notification = { userId: ownerId, type: "comment", actorId: userId, referenceId: subjectId } as const;
    const heard = await notify(tx, { ...notification, message: `commented on “${title}”` });
    return { added: { comment, award: await awardComment(tx, context, comment, ownerId) }, recipients: heard };
  });
  dropPagesShowing(context, subject);
  await notifyOfComment(context, added.comment);
  await pushBadges(context, recipients);
  if (added.award?.success) await sendBalances(context, [userId]);
  return added;
}

/** The award for a comment; only comments on other members' outfits earn points. */
async function awardComment(
  tx: Tx,
  context: RequestContext,
  { id, outfitId, author }: Comment,
  ownerId: string,
): Promise<Award | null> {
  if (outfitId === null) return null;
  if (ownerId === author.id) return noAward("own_outfit");
  return awardAction(tx, context, "COMMENT", { userId: author.id, key: id, outfitId, counterpartId: ownerId });
}

function dropPagesShowing(context: RequestContext, subject: CommentSubject): void {
  if ("outfitId" in subject) dropFeedPagesShowing(context.pool, [subject.outfitId]);
}

/**
 * Deletes an own comment, or any as an admin, lowers the count of its outfit or event, reverses the points it earned and
 * updates the owner's notification, atomically; subscribers are informed.
 *
 * @throws auth.required, comment.not_found, auth.forbidden
 */
export async function removeComment(context: RequestContext, commentId: string): Promise<Done> {
  const viewer = requireMember(context);
  const { comment } = await findVisibleComment(context, commentId);
  const { author } = comment;
  const subject = subjectOf(comment);
  if (author.id !== viewer.userId && viewer.role !== "admin") fail("auth.forbidden");
  const removed = await transact(context.db, async (tx) => {
    await lockSubject(tx, context, subject, 0);
    const found = (await deleteAnyComment(tx, context, commentId)) ?? fail("comment.not_found");
    if (author.id !== viewer.userId) {
      const target = { type: "comment", id: commentId, memberId: author.id } as const;
      await recordAudit(tx, { ...auditOrigin(context), action: "comment.deleted", target });
    }
    return found;
  });
  await emitDeletedComments(context, [removed]);
  return { ok: true };
}

/** A comment that was deleted, and who has to know. */
export interface DeletedComment {
  commentId: string;
  subject: CommentSubject;
  authorId: string;
  ownerId: string;
  /** The points that it earned were taken back. */
  isReversed: boolean;
}

/**
 * Deletes any member's comment in the caller's transaction and lowers the count of its outfit or event. Call `emitDeletedComments` after
 * the commit.
 *
 * @returns Undefined if it does not exist.
 */
export async function deleteAnyComment(tx: Tx, engine: Engine, commentId: string): Promise<DeletedComment | undefined> {
  const comment = await findComment(tx, commentId);
  if (!comment) return undefined;
  const { author } = comment;
  const subject = subjectOf(comment);
  await changeCount(tx, subject, 0);
  const ownerId = await findSubjectOwner(tx, subject);
  if (ownerId !== undefined) await lockMembers(tx, [ownerId, author.id]);
  const deleted = await deleteComment(tx, commentId);
  if (!deleted || ownerId === undefined) return undefined;
  if (!deleted.wasHidden) await changeCount(tx, subject, -1);
  if (!(await hasComment(tx, subject, author.id))) {
    const referenceId = idOf(subject);
    await withdrawNotification(tx, { userId: ownerId, actorId: author.id, type: "comment", referenceId });
  }
  const isReversed =
    "outfitId" in subject &&
    (await reverseCommentAward(tx, engine, { id: commentId, authorId: author.id, outfitId: subject.outfitId }));
  return { commentId, subject, authorId: author.id, ownerId, isReversed };
}

/** Takes deleted comments off the screens of those who look at their outfits; after the commit. */
export async function emitDeletedComments(
  app: Pick<AppContext, "db" | "pool" | "live">,
  deleted: DeletedComment[],
): Promise<void> {
  dropFeedPagesShowing(
    app.pool,
    deleted.flatMap(({ subject }) => ("outfitId" in subject ? [subject.outfitId] : [])),
  );
  for (const { subject, commentId } of deleted) await emitRemoval(app, subject, commentId);
  await pushBadges(
    app,
    deleted.map(({ ownerId }) => ownerId),
  );
  const reversed = deleted.filter(({ isReversed }) => isReversed).map(({ authorId }) => authorId);
  await sendBalances(app, reversed);
}

/**
 * Hides any member's comment, or shows it again, in the caller's transaction, and updates the outfit's count.
 *
 * @returns False if it does not exist or is already in that state.
 */
export async function setCommentHidden(tx: Tx, commentId: string, isHidden: boolean): Promise<boolean> {
  const comment = await findComment(tx, commentId);
  if (!comment) return false;
  const subject = subjectOf(comment);
  await changeCount(tx, subject, 0);
  if (!(await updateHidden(tx, commentId, isHidden))) return false;
  await changeCount(tx, subject, isHidden ? -1 : 1);
  return true;
}

/**
 * Hides a comment on an own outfit or event from everyone but its owner and admins, or shows it again; updates the count.
 * What moderators hid only they show again.
 *
 * @throws auth.required, comment.not_found, auth.forbidden
 */
export async function hideComment(context: RequestContext, commentId: string, isHidden: boolean): Promise<Comment> {
  const viewer = requireMember(context);
  const { comment, owner } = await findVisibleComment(context, commentId);
  if (owner !== viewer.userId && viewer.role !== "admin") fail("auth.forbidden");
  const subject = subjectOf(comment);
  const changed = await transact(context.db, async (tx) => {
    await lockSubject(tx, context, subject, 0);
    const isOverruling = !isHidden && viewer.role !== "admin" && (await isHiddenByModerators(tx, commentId));
    if (isOverruling) fail("auth.forbidden");
    const isChanged = await setCommentHidden(tx, commentId, isHidden);
    if (isChanged && owner !== viewer.userId) {
      const target = { type: "comment", id: commentId, memberId: comment.author.id } as const;
      const action = isHidden ? "comment.hidden" : "comment.shown";
      await recordAudit(tx, { ...auditOrigin(context), action, target });
    }
    return (await findComment(tx, commentId)) ?? fail("comment.not_found");
  });
  dropPagesShowing(context, subject);
  if (isHidden) await emitRemoval(context, subject, commentId);
  else await notifyOfComment(context, changed);
  return changed;
}

/** Sends a comment to subscribers of its outfit or event, except members who block or are blocked by its author. */
async function notifyOfComment(context: RequestContext, comment: Comment): Promise<void> {
  const subject = subjectOf(comment);
  const commentsCount = await getCommentsCount(context.db, subject);
  context.live.emitToSubscribers({ ...subject, authorId: comment.author.id }, "comment", comment, commentsCount);
}

async function emitRemoval(
  context: Pick<AppContext, "db" | "live">,
  subject: CommentSubject,
  commentId: string,
): Promise<void> {
  const commentsCount = await getCommentsCount(context.db, subject);
  const removed = { outfitId: null, eventId: null, ...subject, commentId, commentsCount };
  context.live.emitToSubscribers(subject, "commentRemoved", removed);
}

/** A comment whose outfit or event the caller can see, and its owner; a hidden one only if they may see it. */
async function findVisibleComment(
  context: RequestContext,
  commentId: string,
): Promise<{ comment: Comment; owner: string }> {
  const { userId, viewer } = context;
  const comment = (await findComment(context.db, commentId)) ?? fail("comment.not_found");
  const { ownerId } = (await findSubject(context, context.db, subjectOf(comment))) ?? fail("comment.not_found");
  const mayKnow = [ownerId, comment.author.id].includes(userId ?? "") || viewer?.role === "admin";
  if (comment.isHidden && !mayKnow) fail("comment.not_found");
  return { comment, owner: ownerId };
}

/**
 * Changes the subject's count, which locks its row until the transaction ends. Lock order: outfits and events, members,
 * notifications. Visibility is checked again after locking, because the subject may have been hidden or deleted.
 */
async function lockSubject(
  tx: Tx,
  context: RequestContext,
  subject: CommentSubject,
  by: number,
): Promise<VisibleSubject> {
  await changeCount(tx, subject, by);
  return (await findSubject(context, tx, subject)) ?? failNotFound(subject);
}
