import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useLikeComment } from "#web/data/comment-likes.ts";
import { commentsQuery, replyIntent, useDeleteComment, useHideComment } from "#web/data/comments.ts";
import { allOf, type CommentSubject, type WrittenComment } from "#web/data/comments-cache.ts";
import { useSignInGate } from "#web/data/use-sign-in-gate.ts";
import { useRemovedIds } from "#web/lib/removals.ts";
import { errorMessage } from "#web/text/errors.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { InlineError } from "#web/ui/inline-error.tsx";
import { MoreButton } from "#web/ui/more-button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { CommentRow } from "./comment-row.tsx";
import { CommentThread } from "./comment-thread.tsx";

interface CommentListProps {
  subject: CommentSubject;
  /** Undefined for visitors. */
  userId: string | undefined;
  /** Whether the viewer may delete this comment. */
  mayDelete: (comment: WrittenComment) => boolean;
  /** Whether the viewer may hide comments: the owner of the outfit or event, and admins. */
  mayHide: boolean;
  /** At the end of a comment. */
  menuOf?: ((comment: WrittenComment) => ReactNode) | undefined;
}

/** Renders a comment or reply with what the viewer may do. */
function useRows(
  { subject, mayDelete, mayHide, menuOf }: CommentListProps,
  onDelete: (comment: WrittenComment) => void,
) {
  const hide = useHideComment(subject);
  const like = useLikeComment();
  const requireSignIn = useSignInGate();
  return (comment: WrittenComment, onReply: () => void) => (
    <CommentRow
      comment={comment}
      onLike={() => {
        const intent = { action: "likeComment", id: comment.id } as const;
        if (requireSignIn("Please sign in to like comments", intent))
          like.mutate({ comment, isLiked: !comment.isLiked });
      }}
      onReply={() => {
        const intent = replyIntent({ id: comment.parentId ?? comment.id, answered: comment });
        if (requireSignIn("Please sign in to comment", intent)) onReply();
      }}
      onDelete={mayDelete(comment) ? () => onDelete(comment) : undefined}
      onHide={mayHide ? (isHidden) => hide.mutate({ comment, isHidden }) : undefined}
      menu={menuOf?.(comment)}
    />
  );
}

export function CommentList(props: CommentListProps) {
  const { subject, userId } = props;
  const list = useInfiniteQuery(commentsQuery(subject));
  const remove = useDeleteComment();
  const [toDelete, setToDelete] = useState<WrittenComment>();
  const rowOf = useRows(props, setToDelete);
  const removedIds = useRemovedIds();
  const comments = allOf(list.data).filter(({ id, repliesCount }) => repliesCount > 0 || !removedIds.has(id));
  if (list.isPending) return <CommentListSkeleton />;
  if (list.data === undefined) {
    return (
      <InlineError
        message={errorMessage(list.error, "Couldn't load the comments.")}
        onRetry={() => void list.refetch()}
        isRetrying={list.isFetching}
      />
    );
  }
  if (comments.length === 0) return <p className="py-4 text-muted">No comments yet. Be the first.</p>;
  return (
    <>
      <ul aria-label="Comments">
        {comments.map((comment) => (
          <CommentThread
            key={comment.id}
            comment={comment}
            subject={subject}
            userId={userId}
            isRemoved={removedIds.has(comment.id)}
            rowOf={rowOf}
          />
        ))}
      </ul>
      <MoreButton query={list}>Show more comments</MoreButton>
      <ConfirmDialog
        isOpen={toDelete !== undefined}
        onClose={() => setToDelete(undefined)}
        onConfirm={() => {
          if (toDelete) remove(toDelete);
          setToDelete(undefined);
        }}
        title="Delete this comment?"
        confirmLabel="Delete"
      >
        {toDelete?.content}
      </ConfirmDialog>
    </>
  );
}

function CommentListSkeleton() {
  return (
    <div>
      <output className="sr-only">Loading comments...</output>
      {[60, 85, 40].map((width) => (
        <div key={width} className="flex gap-3 py-3">
          <Skeleton className="size-9 rounded-full!" />
          <div className="grow space-y-2 pt-1">
            <Skeleton className="h-3 w-24" />
            <Skeleton className="h-3" style={{ width: `${width}%` }} />
          </div>
        </div>
      ))}
    </div>
  );
}
