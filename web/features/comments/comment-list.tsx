import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Comment } from "#contract/comments.ts";
import { commentsQuery, useDeleteComment, useHideComment } from "#web/data/comments.ts";
import type { CommentSubject } from "#web/data/comments-cache.ts";
import { useRemovedIds } from "#web/lib/removals.ts";
import { errorMessage } from "#web/text/errors.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { InlineError } from "#web/ui/inline-error.tsx";
import { MoreButton } from "#web/ui/more-button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { CommentRow } from "./comment-row.tsx";

interface CommentListProps {
  subject: CommentSubject;
  /** Whether the viewer may delete this comment. */
  mayDelete: (comment: Comment) => boolean;
  /** Whether the viewer may hide comments: the owner of the outfit or event, and admins. */
  mayHide: boolean;
  /** At the end of a comment. */
  menuOf?: ((comment: Comment) => ReactNode) | undefined;
}

export function CommentList({ subject, mayDelete, mayHide, menuOf }: CommentListProps) {
  const list = useInfiniteQuery(commentsQuery(subject));
  const remove = useDeleteComment(subject);
  const hide = useHideComment(subject);
  const [toDelete, setToDelete] = useState<Comment>();
  const removedIds = useRemovedIds();
  const comments = (list.data?.pages.flatMap((page) => page.items) ?? []).filter(({ id }) => !removedIds.has(id));
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
          <CommentRow
            key={comment.id}
            comment={comment}
            onDelete={mayDelete(comment) ? () => setToDelete(comment) : undefined}
            onHide={mayHide ? (isHidden) => hide.mutate({ id: comment.id, isHidden }) : undefined}
            menu={menuOf?.(comment)}
          />
        ))}
      </ul>
      <MoreButton query={list}>Show more comments</MoreButton>
      <ConfirmDialog
        isOpen={toDelete !== undefined}
        onClose={() => setToDelete(undefined)}
        onConfirm={() => {
          if (toDelete) remove(toDelete.id);
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
