import type { RequestContext } from "#server/http/context.ts";
import { fail } from "#server/lib/app-error.ts";
import { subjectOf } from "./comment-subject.ts";
import { findSubject } from "./comment-subjects.service.ts";
import { findComment, type WrittenComment } from "./comment-rows.store.ts";
import { isAcrossBlock } from "./comments.store.ts";

/** A comment that the caller may act on, and its outfit or event. */
export interface VisibleComment {
  comment: WrittenComment;
  /** Who posted the outfit or organises the event. */
  ownerId: string;
  title: string;
}

/**
 * A comment whose outfit or event the caller can see; a hidden one only if they may see it.
 *
 * @throws comment.not_found
 */
export async function findVisibleComment(context: RequestContext, commentId: string): Promise<VisibleComment> {
  return (await lookUpVisible(context, commentId)) ?? fail("comment.not_found");
}

/**
 * A comment that the caller sees in its list, to like it or to reply to it: not hidden and not across a block.
 *
 * @throws comment.not_found
 */
export async function findOpenComment(context: RequestContext, commentId: string): Promise<VisibleComment> {
  return (await lookUpOpenComment(context, commentId)) ?? fail("comment.not_found");
}

/** The same, or undefined. */
export async function lookUpOpenComment(
  context: RequestContext,
  commentId: string,
): Promise<VisibleComment | undefined> {
  const seen = await lookUpSeenComment(context, commentId);
  return seen?.comment.isHidden ? undefined : seen;
}

/** A comment that is not across a block, and a hidden one only if the caller may see it; else undefined. */
export async function lookUpSeenComment(
  context: RequestContext,
  commentId: string,
): Promise<VisibleComment | undefined> {
  const visible = await lookUpVisible(context, commentId);
  if (!visible) return undefined;
  const isHidden = await isAcrossBlock(context.db, context.userId, visible.comment.author.id);
  return isHidden ? undefined : visible;
}

async function lookUpVisible(context: RequestContext, commentId: string): Promise<VisibleComment | undefined> {
  const { userId, viewer } = context;
  const comment = await findComment(context.db, commentId, userId);
  const subject = comment && (await findSubject(context, context.db, subjectOf(comment)));
  if (!comment || !subject) return undefined;
  const { ownerId, title } = subject;
  const mayKnow = [ownerId, comment.author.id].includes(userId ?? "") || viewer?.role === "admin";
  return comment.isHidden && !mayKnow ? undefined : { comment, ownerId, title };
}
