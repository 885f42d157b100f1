import type { Comment } from "#contract/comments.ts";
import type { PageQuery } from "#contract/page.ts";
import type { Award } from "#contract/points.ts";
import { type Tx, transact } from "#server/db/db.ts";
import type { AppContext, RequestContext } from "#server/http/context.ts";
import { requireMember } from "#server/http/require-member.ts";
import { SerializedReply } from "#server/http/serve.ts";
import { fail } from "#server/lib/app-error.ts";
import { notify } from "#server/notifications/notifications.service.ts";
import { awardAction, noAward } from "#server/points/points.service.ts";
import { lockMembers } from "#server/members/members.service.ts";
import { rejectRepeated, rejectSpam } from "#server/spam/spam.service.ts";
import { type CommentSubject, idOf, subjectOf } from "./comment-subject.ts";
import { changeCount, failNotFound, findSubject, lockSubject } from "./comment-subjects.service.ts";
import { emitComment, emitRemoval } from "./comment-events.service.ts";
import { insertMentions } from "./comment-mentions.store.ts";
import { findMentions } from "./comment-mentions.service.ts";
import {
  findComment,
  findListedComment,
  listComments,
  listReplies,
  type WrittenComment,
} from "./comment-rows.store.ts";
import { type Concerned, notificationsOf } from "./comment-notifications.ts";
import {
  changeRepliesCount,
  findThread,
  getComment,
  insertComment,
  isAcrossBlock,
  isHiddenByModerators,
  updateHidden,
} from "./comments.store.ts";
import { findOpenComment, findVisibleComment } from "./open-comments.service.ts";

/**
 * One page of an outfit's or an event's comments without their replies, newest first.
 *
 * @throws outfit.not_found, event.not_found
 */
export async function listSubjectComments(
  context: RequestContext,
  subject: CommentSubject,
  query: PageQuery,
): Promise<SerializedReply> {
  const found = (await findSubject(context, context.db, subject)) ?? failNotFound(subject);
  const seesHidden = context.viewer?.role === "admin" || found.ownerId === context.userId;
  const reader = { userId: context.userId, seesHidden };
  return new SerializedReply(await listComments(context.pool, subject, reader, query));
}

/**
 * One page of a comment's replies, oldest first.
 *
 * @throws comment.not_found
 */
export async function listCommentReplies(
  context: RequestContext,
  commentId: string,
  query: PageQuery,
): Promise<SerializedReply> {
  const thread = (await findThread(context.db, commentId)) ?? fail("comment.not_found");
  const found = (await findSubject(context, context.db, subjectOf(thread))) ?? fail("comment.not_found");
  if (await isAcrossBlock(context.db, context.userId, thread.authorId)) fail("comment.not_found");
  const seesHidden = context.viewer?.role === "admin" || found.ownerId === context.userId;
  const reader = { userId: context.userId, seesHidden };
  return new SerializedReply(await listReplies(context.pool, commentId, reader, query));
}

/**
 * A comment as the caller sees it in its list, and the one that it replies to, which may be deleted.
 *
 * @throws comment.not_found
 */
export async function findCommentWithParent(
  context: RequestContext,
  commentId: string,
): Promise<{ comment: Comment; parent: Comment | null }> {
  const found = (await findComment(context.db, commentId)) ?? fail("comment.not_found");
  const subject = (await findSubject(context, context.db, subjectOf(found))) ?? fail("comment.not_found");
  const seesHidden = context.viewer?.role === "admin" || subject.ownerId === context.userId;
  const reader = { userId: context.userId, seesHidden };
  const findListed = async (id: string) =>
    (await findListedComment(context.db, id, reader)) ?? fail("comment.not_found");
  const comment = await findListed(commentId);
  if (comment.author === null) fail("comment.not_found");
  return { comment, parent: comment.parentId === null ? null : await findListed(comment.parentId) };
}

interface AddedComment {
  comment: Comment;
  award: Award | null;
}

/**
 * Adds a comment to an outfit or event that the caller can see, raises its count by 1, notifies its owner and the members
 * whom it mentions and, on an outfit, awards the points, atomically; then its subscribers receive it.
 *
 * @returns The comment as listed, and its award.
 * @throws auth.required, outfit.not_found, event.not_found, content.too_many_links, content.blocked_words,
 * content.repeated
 * @see docs/product.md#comments and docs/product.md#earning
 */
export async function addComment(
  context: RequestContext,
  subject: CommentSubject,
  content: string,
): Promise<AddedComment> {
  requireMember(context);
  if (!(await findSubject(context, context.db, subject))) failNotFound(subject);
  return writeComment(context, subject, { content, parent: null });
}

/**
 * Replies to a comment, as `addComment`; its author is notified. A reply to a reply joins its comment's replies.
 *
 * @throws auth.required, comment.not_found, content.too_many_links, content.blocked_words, content.repeated
 */
export async function replyToComment(
  context: RequestContext,
  commentId: string,
  content: string,
): Promise<AddedComment> {
  requireMember(context);
  const { comment } = await findOpenComment(context, commentId);
  const parent = comment.parentId === null ? comment : (await findOpenComment(context, comment.parentId)).comment;
  return writeComment(context, subjectOf(parent), { content, parent });
}

async function writeComment(
  context: RequestContext,
  subject: CommentSubject,
  { content, parent }: { content: string; parent: WrittenComment | null },
): Promise<AddedComment> {
  const { userId } = requireMember(context);
  const subjectId = idOf(subject);
  rejectSpam(context, content);
  const { members, notifiedIds } = await findMentions(context, subject, { authorId: userId, content });
  return transact(context.db, async (tx) => {
    const { ownerId, title } = await lockSubject(tx, context, subject, 1);
    if (parent && !(await findComment(tx, parent.id))) fail("comment.not_found");
    // Lock all rows in one order (prevents deadlocks).
    await lockMembers(tx, [ownerId, userId, ...(parent ? [parent.author.id] : []), ...notifiedIds]);
    await rejectRepeated(tx, { userId, kind: "comment", content, placeId: subjectId });
    const id = await insertComment(tx, { subject, parentId: parent?.id ?? null, userId, content });
    await insertMentions(tx, id, members);
    if (parent) await changeRepliesCount(tx, parent.id, 1);
    const comment = await getComment(tx, id, userId);
    const concerned: Concerned = { subjectId, title, ownerId, parent, mentionedIds: notifiedIds };
    await notify(tx, context, notificationsOf(comment, concerned));
    emitComment(tx, context, id);
    return { comment, award: await awardComment(tx, context, comment, ownerId) };
  });
}

/** The award for a comment; only comments on other members' outfits earn points. */
async function awardComment(
  tx: Tx,
  context: RequestContext,
  { id, outfitId, author }: WrittenComment,
  ownerId: string,
): Promise<Award | null> {
  if (outfitId === null) return null;
  if (ownerId === author.id) return noAward("own_outfit");
  return awardAction(tx, context, "COMMENT", { userId: author.id, key: id, outfitId, counterpartId: ownerId });
}

/**
 * Hides any member's comment, or shows it again, in the caller's transaction, and updates the outfit's count; cached feeds and
 * open screens follow its commit. Writes `comments`, and `outfits` or `events`.
 *
 * @returns False if it does not exist or is already in that state.
 */
export async function setCommentHidden(
  tx: Tx,
  app: Pick<AppContext, "db" | "live" | "pool">,
  commentId: string,
  isHidden: boolean,
): Promise<boolean> {
  const comment = await findComment(tx, commentId);
  if (!comment) return false;
  const subject = subjectOf(comment);
  await changeCount(tx, app, subject, 0);
  if (!(await updateHidden(tx, commentId, isHidden))) return false;
  await changeCount(tx, app, subject, isHidden ? -1 : 1);
  if (comment.parentId !== null) await changeRepliesCount(tx, comment.parentId, isHidden ? -1 : 1);
  if (isHidden) emitRemoval(tx, app, { subject, commentId, parentId: comment.parentId });
  else emitComment(tx, app, commentId);
  return true;
}

type HiddenComment = Pick<WrittenComment, "id" | "author" | "content">;

/**
 * Hides a comment on an own outfit or event from everyone but its owner and admins, or shows it again; updates the count.
 * What moderators hid only they show again. An admin's hiding under somebody else's outfit or event is a decision of
 * moderators, which showing takes back.
 *
 * @param recordDecision Records it in the same transaction; the module of moderation builds on this one.
 * @throws auth.required, comment.not_found, auth.forbidden
 * @see docs/product.md#comments
 */
export async function hideComment(
  context: RequestContext,
  commentId: string,
  isHidden: boolean,
  recordDecision: (tx: Tx, comment: HiddenComment) => Promise<void>,
): Promise<Comment> {
  const viewer = requireMember(context);
  const { comment, ownerId } = await findVisibleComment(context, commentId);
  const [isOwner, isAdmin] = [ownerId === viewer.userId, viewer.role === "admin"];
  if (!isOwner && !isAdmin) fail("auth.forbidden");
  const subject = subjectOf(comment);
  return transact(context.db, async (tx) => {
    await lockSubject(tx, context, subject, 0);
    const isOverruling = !isHidden && (await isHiddenByModerators(tx, commentId));
    if (isOverruling && !isAdmin) fail("auth.forbidden");
    const isChanged = await setCommentHidden(tx, context, commentId, isHidden);
    if (isOverruling || (isChanged && !isOwner)) await recordDecision(tx, comment);
    return (await findComment(tx, commentId, viewer.userId)) ?? fail("comment.not_found");
  });
}
