import { afterCommit, type Tx } from "#server/db/db.ts";
import type { AppContext } from "#server/http/context.ts";
import { type CommentSubject, subjectOf } from "./comment-subject.ts";
import { findComment } from "./comment-rows.store.ts";
import { getCounts } from "./comments.store.ts";

export { countRepliesAcrossBlocks } from "./comment-rows.store.ts";

type Emitter = Pick<AppContext, "db" | "live">;

/**
 * Sends a comment to subscribers of its outfit or event, except members who block or are blocked by its author. They get
 * the number of replies in its thread that each of them sees.
 */
export async function emitComment(context: Emitter, commentId: string): Promise<void> {
  const comment = await findComment(context.db, commentId);
  if (!comment) return;
  const subject = subjectOf(comment);
  const threadId = comment.parentId ?? commentId;
  const { commentsCount, repliesCount } = await getCounts(context.db, subject, threadId);
  const about = { ...subject, authorId: comment.author.id, ...threadOf(threadId, repliesCount) };
  context.live.emitToSubscribers(about, "comment", comment, commentsCount, repliesCount);
}

/** Takes a deleted or hidden comment off the screens of those who look at its outfit or event; the number as above. */
export async function emitRemoval(
  context: Emitter,
  { subject, commentId, parentId }: { subject: CommentSubject; commentId: string; parentId: string | null },
): Promise<void> {
  const threadId = parentId ?? commentId;
  const counts = await getCounts(context.db, subject, threadId);
  const removed = { outfitId: null, eventId: null, ...subject, commentId, parentId, ...counts };
  context.live.emitToSubscribers({ ...subject, ...threadOf(threadId, counts.repliesCount) }, "commentRemoved", removed);
}

/**
 * Takes a comment off these screens once the caller's transaction has hidden it, or puts it back. Never fails: what is done is
 * done, and tabs load the comments again when they reconnect.
 */
export function emitHiddenAfterCommit(tx: Tx, app: Emitter, commentId: string, isHidden: boolean): void {
  const emit = isHidden ? emitHidden : emitComment;
  afterCommit(tx, () => void emit(app, commentId).catch(() => undefined));
}

async function emitHidden(app: Emitter, commentId: string): Promise<void> {
  const comment = await findComment(app.db, commentId);
  if (comment) await emitRemoval(app, { subject: subjectOf(comment), commentId, parentId: comment.parentId });
}

/** Where there are no replies, everybody sees all. */
const threadOf = (threadId: string, repliesCount: number) => (repliesCount > 0 ? { threadId } : {});
