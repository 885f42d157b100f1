import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import type { Comment } from "#contract/comments.ts";
import { profilePath } from "#web/lib/paths.ts";
import { wordsFor } from "#web/text/errors.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { commentQueries, useDeleteComment } from "./comments.queries.ts";

interface CommentListProps {
  outfitId: string;
  /** Whether the one who looks may delete this comment. */
  mayDelete: (comment: Comment) => boolean;
}

export function CommentList({ outfitId, mayDelete }: CommentListProps) {
  const list = useInfiniteQuery(commentQueries.list(outfitId));
  const remove = useDeleteComment(outfitId);
  const [doomed, setDoomed] = useState<Comment>();
  const comments = list.data?.pages.flatMap((page) => page.items) ?? [];
  if (list.isPending) return <CommentListSkeleton />;
  if (list.data === undefined) {
    return (
      <div role="alert" className="flex items-center justify-between gap-4 py-4 text-fine">
        <p>{wordsFor(list.error, "The comments could not be loaded.")}</p>
        <Button look="outline" size="small" onClick={() => void list.refetch()}>
          Try again
        </Button>
      </div>
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
            {...(mayDelete(comment) ? { onDelete: () => setDoomed(comment) } : {})}
          />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button look="outline" size="small" isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more comments
        </Button>
      )}
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

function CommentRow({ comment, onDelete }: { comment: Comment; onDelete?: () => void }) {
  const { author } = comment;
  return (
    <li className="group flex animate-[appear_0.2s_var(--ease-out)] gap-3 py-3">
      <Avatar username={author.username} avatarUrl={author.avatarUrl} size={36} />
      <div className="min-w-0 grow">
        <p className="flex items-baseline gap-2 text-fine">
          <Link to={profilePath(author.username)} className="truncate font-semibold hover:underline">
            {author.username}
          </Link>
          <RelativeTime at={comment.createdAt} className="shrink-0 text-muted" />
        </p>
        <p className="whitespace-pre-line">{comment.content}</p>
      </div>
      {onDelete && (
        <IconButton label="Delete comment" onClick={onDelete} className="-mt-1 text-muted hover:text-danger">
          <Trash2 aria-hidden="true" size={16} strokeWidth={1.5} />
        </IconButton>
      )}
    </li>
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
