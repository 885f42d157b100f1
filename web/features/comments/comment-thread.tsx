import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useContext, useEffect, useState } from "react";
import type { Comment } from "#contract/comments.ts";
import { readReplyIntent } from "#web/data/comments.ts";
import { type CommentSubject, countReplies, isWritten, type WrittenComment } from "#web/data/comments-cache.ts";
import { lazyPart } from "#web/lib/lazy-part.ts";
import { useRemovedIds } from "#web/lib/removed-ids.ts";
import { forgetIntent } from "#web/lib/read-intent.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { LinkedContext } from "./linked-context.ts";
import { CodeBoundary } from "#web/ui/code-boundary.tsx";

const CommentReplies = lazyPart(() => import("./comment-replies.tsx"), "CommentReplies");

interface CommentThreadProps {
  comment: Comment;
  subject: CommentSubject;
  userId: string | undefined;
  /** Deleted, but it may come back. */
  isRemoved: boolean;
  rowOf: (comment: WrittenComment, onReply: (() => void) | undefined) => ReactNode;
}

/** A comment with its replies, which are loaded on demand. */
export function CommentThread({ comment, subject, userId, isRemoved, rowOf }: CommentThreadProps) {
  const repliesCount = countReplies(useQueryClient(), { comment, subject, removedIds: useRemovedIds() });
  const linked = useContext(LinkedContext);
  const [isToggledOpen, setOpen] = useState<boolean>();
  /** Whom the viewer answers; undefined while they only read. */
  const [answered, setAnswered] = useKeptReply(comment, userId);
  const isOpen = isToggledOpen ?? (answered !== undefined || linked?.threadId === comment.id);
  const answer = (to: WrittenComment) => {
    setOpen(true);
    setAnswered(to);
  };
  return (
    <li className="py-3">
      {isWritten(comment) && !isRemoved ? (
        rowOf(comment, () => answer(comment))
      ) : (
        <p className="flex min-h-9 items-center gap-3 text-muted">
          <span aria-hidden="true" className="size-9 shrink-0 rounded-full bg-ink/6" />
          Comment deleted
        </p>
      )}
      <div className="pl-12">
        {repliesCount > 0 && (
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="inline-flex min-h-11 items-center text-fine font-semibold text-muted hover:text-ink"
          >
            {isOpen ? "Hide replies" : repliesCount === 1 ? "View 1 reply" : `View ${repliesCount} replies`}
          </button>
        )}
        {isOpen && (
          <CodeBoundary fallback={<Skeleton className="h-10 w-3/4" />}>
            <CommentReplies
              comment={comment}
              subject={subject}
              userId={userId}
              answered={answered}
              onAnswer={answer}
              onAnswered={() => setAnswered(undefined)}
              rowOf={rowOf}
            />
          </CodeBoundary>
        )}
      </div>
    </li>
  );
}

/** Begins with whom the member was about to answer when they were asked to sign in. */
function useKeptReply({ id }: Comment, userId: string | undefined) {
  const [kept] = useState(() => {
    const intent = readReplyIntent(userId);
    return intent?.id === id ? intent.answered : undefined;
  });
  useEffect(() => {
    if (kept) forgetIntent();
  }, [kept]);
  return useState<WrittenComment | undefined>(kept);
}
