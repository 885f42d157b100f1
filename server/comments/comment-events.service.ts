import { afterCommit, type Tx } from "#server/db/db.ts";
import type { AppContext } from "#server/http/context.ts";
import { type CommentSubject, subjectOf } from "./comment-subject.ts";
import { findComment } from "./comment-rows.store.ts";
import { getCounts } from "./comments.store.ts";

export { countRepliesAcrossBlocks } from "./comment-rows.store.ts";

type Emitter = Pick<AppContext, "db" | "live">;

/**
 * Sends a comment to subscribers of its outfit or event after the commit, except members who block or are blocked by its
 * author. They get the number of replies in its thread that each of them sees.
 */
export function emitComment(tx: Tx, app: Emitter, commentId: string): void {
  emitAfterCommit(tx, async () => {
    const comment = await findComment(app.db, commentId);
    // It may have been hidden since.
    if (!comment || comment.isHidden) return;
    const subject = subjectOf(comment);
    const threadId = comment.parentId ?? commentId;
    const { commentsCount, repliesCount } = await getCounts(app.db, subject, threadId);
    const about = { ...subject, authorId: comment.author.id, ...threadOf(threadId, repliesCount) };
    app.live.emitToSubscribers(about, "comment", comment, commentsCount, repliesCount);
  });
}

/** Takes a deleted or hidden comment off these screens after the commit; the number as above. */
export function emitRemoval(
  tx: Tx,
  app: Emitter,
  { subject, commentId, parentId }: { subject: CommentSubject; commentId: string; parentId: string | null },
): void {
  emitAfterCommit(tx, async () => {
    const threadId = parentId ?? commentId;
    const counts = await getCounts(app.db, subject, threadId);
    const removed = { outfitId: null, eventId: null, ...subject, commentId, parentId, ...counts };
    app.live.emitToSubscribers({ ...subject, ...threadOf(threadId, counts.repliesCount) }, "commentRemoved", removed);
  });
}

/** Never fails: what is done is done, and tabs load the comments again when they reconnect. */
function emitAfterCommit(tx: Tx, emit: () => Promise<void>): void {
  afterCommit(tx, () => void emit().catch(() => undefined));
}

/** Where there are no replies, everybody sees all. */
const threadOf = (threadId: string, repliesCount: number) => (repliesCount > 0 ? { threadId } : {});
