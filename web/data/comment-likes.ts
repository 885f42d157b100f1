import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Comment } from "#contract/comments.ts";
import { call } from "#web/api/call.ts";
import { patchComment } from "./comments-cache.ts";

interface CommentLike {
  comment: Comment;
  isLiked: boolean;
}

/** Likes a comment or takes the like back. Optimistic; rolled back with a toast on failure. */
export function useLikeComment() {
  const client = useQueryClient();
  const show = (comment: Comment, isLiked: boolean) =>
    patchComment(client, comment, (known) =>
      known.isLiked === isLiked
        ? known
        : { ...known, isLiked, likesCount: Math.max(0, known.likesCount + (isLiked ? 1 : -1)) },
    );
  return useMutation({
    meta: {
      failure: "Failed to update like",
      signIn: "Please sign in to like comments",
      intentOf: ({ comment, isLiked }: CommentLike) => isLiked && { action: "likeComment", id: comment.id },
    },
    // One after the other, so that the last press decides.
    scope: { id: "comment likes" },
    mutationFn: ({ comment, isLiked }: CommentLike) =>
      call(`${isLiked ? "PUT" : "DELETE"} /api/comments/:commentId/like`, { params: { commentId: comment.id } }),
    onMutate: ({ comment, isLiked }) => void show(comment, isLiked),
    onSuccess: ({ liked, likesCount }, { comment }) =>
      void patchComment(client, comment, (known) => (known.isLiked === liked ? { ...known, likesCount } : known)),
    onError: (_error, { comment, isLiked }) => void show(comment, !isLiked),
  });
}
