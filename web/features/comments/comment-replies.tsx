import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Comment } from "#contract/comments.ts";
import { allOf, type CommentSubject, isWritten, sumReplies, type WrittenComment } from "#web/data/comments-cache.ts";
import { repliesQuery } from "#web/data/comment-replies.ts";
import { useRemovedIds } from "#web/lib/removed-ids.ts";
import { errorMessage } from "#web/text/errors.ts";
import { InlineError } from "#web/ui/inline-error.tsx";
import { MoreButton } from "#web/ui/more-button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { CommentForm } from "./comment-form.tsx";

interface CommentRepliesProps {
  comment: Comment;
  subject: CommentSubject;
  userId: string | undefined;
  /** Whom the viewer answers. */
  answered: WrittenComment | undefined;
  onAnswer: (to: WrittenComment) => void;
  onAnswered: () => void;
  rowOf: (comment: WrittenComment, onReply: (() => void) | undefined) => ReactNode;
}

/** The replies to a comment, oldest first, and the field for another. */
export function CommentReplies({
  comment,
  subject,
  userId,
  answered,
  onAnswer,
  onAnswered,
  rowOf,
}: CommentRepliesProps) {
  const removedIds = useRemovedIds();
  const list = useInfiniteQuery(repliesQuery(subject, comment.id));
  // The server takes no replies to what is deleted or hidden.
  const isAnswerable = isWritten(comment) && !comment.isHidden && !removedIds.has(comment.id);
  const replies = allOf(list.data).filter(({ id }) => !removedIds.has(id));
  return (
    <>
      {list.isPending && sumReplies(comment) > 0 && (
        <div className="py-2">
          <output className="sr-only">Loading replies...</output>
          <Skeleton className="h-10 w-3/4" />
        </div>
      )}
      {list.isError && list.data === undefined && (
        <InlineError
          message={errorMessage(list.error, "Couldn't load the replies.")}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      )}
      {replies.length > 0 && (
        <ul aria-label="Replies">
          {replies.filter(isWritten).map((reply) => (
            <li key={reply.id} className="py-2">
              {rowOf(reply, isAnswerable ? () => onAnswer(reply) : undefined)}
            </li>
          ))}
        </ul>
      )}
      <MoreButton query={list}>Show more replies</MoreButton>
      {answered && (
        <div className="py-2">
          {isAnswerable ? (
            <CommentForm
              key={answered.id}
              subject={subject}
              userId={userId}
              parent={{ id: comment.id, answered }}
              onClose={onAnswered}
            />
          ) : (
            <Unanswerable comment={comment} />
          )}
        </div>
      )}
    </>
  );
}

/** In place of the field that was open. */
function Unanswerable({ comment }: { comment: Comment }) {
  const state = isWritten(comment) && comment.isHidden ? "hidden" : "deleted";
  return <output className="text-fine text-muted">{`Nobody can reply to a comment that is ${state}.`}</output>;
}
