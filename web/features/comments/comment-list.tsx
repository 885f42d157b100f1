import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useLikeComment } from "#web/data/comment-likes.ts";
import { commentsQuery, replyIntent, useDeleteComment, useHideComment } from "#web/data/comments.ts";
import { allOf, type CommentSubject, sumReplies, type WrittenComment } from "#web/data/comments-cache.ts";
import { useSignInGate } from "#web/data/use-sign-in-gate.ts";
import { lazyPart } from "#web/lib/lazy-part.ts";
import { useRemovedIds } from "#web/lib/removed-ids.ts";
import { errorMessage } from "#web/text/errors.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { InlineError } from "#web/ui/inline-error.tsx";
import { MoreButton } from "#web/ui/more-button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { CommentRow } from "./comment-row.tsx";
import { CommentThread } from "./comment-thread.tsx";
import type { Decision } from "./decision-dialog.tsx";
import { LazyDialog } from "#web/ui/lazy-dialog.tsx";

const DecisionDialog = lazyPart(() => import("./decision-dialog.tsx"), "DecisionDialog");

interface CommentListProps {
  subject: CommentSubject;
  /** Undefined for visitors. */
  userId: string | undefined;
  /** Whether the viewer may delete this comment. */
  mayDelete: (comment: WrittenComment) => boolean;
  /** Whether the viewer may hide comments: the owner of the outfit or event, and admins. */
  mayHide: boolean;
  /** Whether to hide one is a decision with a reason: an admin's under somebody else's outfit or event. */
  hidesAsModerator: boolean;
  /** At the end of a comment. */
  menuOf?: ((comment: WrittenComment) => ReactNode) | undefined;
}

interface Steps {
  onDelete: (comment: WrittenComment) => void;
  onHide: (comment: WrittenComment, isHidden: boolean) => void;
}

/** Renders a comment or reply with what the viewer may do. */
function useRows({ mayDelete, mayHide, menuOf }: CommentListProps, { onDelete, onHide }: Steps) {
  const like = useLikeComment();
  const requireSignIn = useSignInGate();
  return (comment: WrittenComment, onReply: (() => void) | undefined) => (
    <CommentRow
      comment={comment}
      onLike={() => {
        const intent = { action: "likeComment", id: comment.id } as const;
        if (requireSignIn("Please sign in to like comments", intent))
          like.mutate({ comment, isLiked: !comment.isLiked });
      }}
      onReply={
        onReply &&
        (() => {
          const intent = replyIntent({ id: comment.parentId ?? comment.id, answered: comment });
          if (requireSignIn("Please sign in to comment", intent)) onReply();
        })
      }
      onDelete={mayDelete(comment) ? () => onDelete(comment) : undefined}
      onHide={mayHide ? (isHidden) => onHide(comment, isHidden) : undefined}
      menu={menuOf?.(comment)}
    />
  );
}

/** What an own comment's deletion and an admin's decisions ask first, and the dialogs that ask. */
function useSteps({ subject, userId, hidesAsModerator }: CommentListProps): { steps: Steps; dialogs: ReactNode } {
  const remove = useDeleteComment();
  const hide = useHideComment(subject);
  const [toDelete, setToDelete] = useState<WrittenComment>();
  const [decision, setDecision] = useState<Decision>();
  const decide = ({ kind, comment }: Decision, reason: string) => {
    if (kind === "delete") remove(comment, reason);
    else hide.mutate({ comment, isHidden: true, reason });
    setDecision(undefined);
  };
  const steps: Steps = {
    onDelete: (comment) =>
      comment.author.id === userId ? setToDelete(comment) : setDecision({ kind: "delete", comment }),
    onHide: (comment, isHidden) =>
      isHidden && hidesAsModerator ? setDecision({ kind: "hide", comment }) : hide.mutate({ comment, isHidden }),
  };
  const dialogs = (
    <>
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
      {decision && (
        <LazyDialog onFailure={() => setDecision(undefined)}>
          <DecisionDialog
            decision={decision}
            onClose={() => setDecision(undefined)}
            onDecide={(reason) => decide(decision, reason)}
          />
        </LazyDialog>
      )}
    </>
  );
  return { steps, dialogs };
}

export function CommentList(props: CommentListProps) {
  const { subject, userId } = props;
  const list = useInfiniteQuery(commentsQuery(subject));
  const { steps, dialogs } = useSteps(props);
  const rowOf = useRows(props, steps);
  const removedIds = useRemovedIds();
  const comments = allOf(list.data).filter((comment) => sumReplies(comment) > 0 || !removedIds.has(comment.id));
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
      {dialogs}
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
