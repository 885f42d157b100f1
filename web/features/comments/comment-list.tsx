import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Comment } from "#contract/comments.ts";
import { wordsFor } from "#web/text/errors.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { MoreButton } from "#web/ui/more-button.tsx";
import { PartFailure } from "#web/ui/part-failure.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { CommentRow } from "./comment-row.tsx";
import { commentQueries, useDeleteComment, useHideComment } from "./comments.queries.ts";

interface CommentListProps {
  outfitId: string;
  /** Whether the one who looks may delete this comment. */
  mayDelete: (comment: Comment) => boolean;
  /** Whether the one who looks may hide comments: the outfit's owner and admins. */
  mayHide: boolean;
  /** At the end of a comment. */
  menuOf?: ((comment: Comment) => ReactNode) | undefined;
}

export function CommentList({ outfitId, mayDelete, mayHide, menuOf }: CommentListProps) {
  const list = useInfiniteQuery(commentQueries.list(outfitId));
  const remove = useDeleteComment(outfitId);
  const hide = useHideComment(outfitId);
  const [doomed, setDoomed] = useState<Comment>();
  const comments = list.data?.pages.flatMap((page) => page.items) ?? [];
  if (list.isPending) return <CommentListSkeleton />;
  if (list.data === undefined) {
    return (
      <PartFailure
        words={wordsFor(list.error, "The comments could not be loaded.")}
        onRetry={() => void list.refetch()}
        isRetrying={list.isFetching}
      />
    );
  }
  if (comments.length === 0) return <p className="py-4 text-muted">No comments yet. Say the first word.</p>;
  return (
    <>
      <ul aria-label="Comments">
        {comments.map((comment) => (
          <CommentRow
            key={comment.id}
            comment={comment}
            onDelete={mayDelete(comment) ? () => setDoomed(comment) : undefined}
            onHide={mayHide ? (isHidden) => hide.mutate({ id: comment.id, isHidden }) : undefined}
            menu={menuOf?.(comment)}
          />
        ))}
      </ul>
      <MoreButton query={list}>Show more comments</MoreButton>
      <ConfirmDialog
        isOpen={doomed !== undefined}
        onClose={() => setDoomed(undefined)}
        onConfirm={() => {
          if (doomed) remove.mutate(doomed.id, { onSettled: () => setDoomed(undefined) });
        }}
        isBusy={remove.isPending}
        title="Delete this comment?"
        confirmLabel="Delete"
      >
        {doomed?.content}
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
