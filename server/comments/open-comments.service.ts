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
  const { userId, viewer } = context;
  const comment = (await findComment(context.db, commentId, userId)) ?? fail("comment.not_found");
  const { ownerId, title } = (await findSubject(context, context.db, subjectOf(comment))) ?? fail("comment.not_found");
  const mayKnow = [ownerId, comment.author.id].includes(userId ?? "") || viewer?.role === "admin";
  if (comment.isHidden && !mayKnow) fail("comment.not_found");
  return { comment, ownerId, title };
}

/**
 * A comment that the caller sees in its list, to like it or to reply to it: not hidden and not across a block.
 *
 * @throws comment.not_found
 */
export async function findOpenComment(context: RequestContext, commentId: string): Promise<VisibleComment> {
  const visible = await findVisibleComment(context, commentId);
  const { comment } = visible;
  if (comment.isHidden || (await isAcrossBlock(context.db, context.userId, comment.author.id)))
    fail("comment.not_found");
  return visible;
}
