import type { AppContext, RequestContext } from "#server/http/context.ts";
import { type CommentSubject, subjectOf } from "./comment-subject.ts";
import { findComment } from "./comment-rows.store.ts";
import { getCounts } from "./comments.store.ts";

/** Sends a comment to subscribers of its outfit or event, except members who block or are blocked by its author. */
export async function emitComment(context: RequestContext, commentId: string): Promise<void> {
  const comment = await findComment(context.db, commentId);
  if (!comment) return;
  const subject = subjectOf(comment);
  const { commentsCount, repliesCount } = await getCounts(context.db, subject, comment.parentId ?? commentId);
  const about = { ...subject, authorId: comment.author.id };
  context.live.emitToSubscribers(about, "comment", comment, commentsCount, repliesCount);
}

/** Takes a deleted or hidden comment off the screens of those who look at its outfit or event. */
export async function emitRemoval(
  context: Pick<AppContext, "db" | "live">,
  { subject, commentId, parentId }: { subject: CommentSubject; commentId: string; parentId: string | null },
): Promise<void> {
  const counts = await getCounts(context.db, subject, parentId ?? commentId);
  const removed = { outfitId: null, eventId: null, ...subject, commentId, parentId, ...counts };
  context.live.emitToSubscribers(subject, "commentRemoved", removed);
}
