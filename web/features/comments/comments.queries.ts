import { infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Comment } from "#contract/comments.ts";
import { limits } from "#contract/limits.ts";
import type { Page } from "#contract/page.ts";
import type { Me } from "#contract/profiles.ts";
import { call } from "#web/api/call.ts";
import { useLive, useLiveReturn, watchOutfit } from "#web/api/live.ts";
import { meQuery } from "#web/api/me.ts";
import { awardText } from "#web/text/awards.ts";
import { announce } from "#web/ui/announce.tsx";
import { notify } from "#web/ui/notify.ts";
import {
  markHidden,
  newDraftId,
  removeComment,
  replaceComment,
  setCommentsCount,
  showComment,
} from "./shown-comments.ts";

export const commentQueries = {
  list: (outfitId: string) =>
    infiniteQueryOptions({
      queryKey: ["comments", outfitId],
      initialPageParam: undefined as string | undefined,
      queryFn: ({ pageParam: cursor, signal }): Promise<Page<Comment>> =>
        call("GET /api/outfits/:outfitId/comments", { params: { outfitId }, query: { cursor } }, signal),
      getNextPageParam: (last) => last.nextCursor ?? undefined,
    }),
};

function draftOf(outfitId: string, content: string, me: Me): Comment {
  const { id, username, avatarUrl, isVerified } = me;
  return {
    id: newDraftId(),
    outfitId,
    content: content.trim(),
    createdAt: new Date().toISOString(),
    isHidden: false,
    author: { id, username, avatarUrl, isVerified },
  };
}

/** Puts the comment at the top of the list at once; if the server refuses it, it goes and the form has its words again. */
export function useAddComment(outfitId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { success: "Comment added!", failure: "Failed to add comment", signIn: "Please sign in to comment" },
    mutationFn: (content: string) =>
      call("POST /api/outfits/:outfitId/comments", { params: { outfitId }, body: { content } }),
    onMutate: (content) => {
      const me = client.getQueryData(meQuery.queryKey);
      const draft = me && draftOf(outfitId, content, me);
      if (draft) showComment(client, draft);
      return { draft };
    },
    onSuccess: ({ comment, award }, _content, { draft }) => {
      if (draft) replaceComment(client, draft, comment);
      else showComment(client, comment);
      if (award?.success) notify.success(awardText(award, "a comment"), { duration: limits.pointsToastMs });
    },
    onError: (_error, _content, context) => {
      if (context?.draft) removeComment(client, outfitId, context.draft.id);
    },
  });
}

export function useDeleteComment(outfitId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { success: "Comment deleted successfully", failure: "Failed to delete comment" },
    mutationFn: (commentId: string) => call("DELETE /api/comments/:commentId", { params: { commentId } }),
    onSuccess: (_done, commentId) => removeComment(client, outfitId, commentId),
  });
}

/** Hides a comment under one's own outfit from others, or shows it again; shown at once, taken back when it fails. */
export function useHideComment(outfitId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { failure: "Failed to update comment" },
    scope: { id: `hide comments of ${outfitId}` },
    mutationFn: ({ id, isHidden }: { id: string; isHidden: boolean }) =>
      call("PUT /api/comments/:commentId/hidden", { params: { commentId: id }, body: { isHidden } }),
    onMutate: ({ id, isHidden }) => markHidden(client, outfitId, id, isHidden),
    onError: (_error, { id, isHidden }) => markHidden(client, outfitId, id, !isHidden),
  });
}

/** What others write, hide and delete appears while the outfit is on screen. */
export function useLiveComments(outfitId: string, userId: string | undefined, seesHidden: boolean): void {
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: commentQueries.list(outfitId).queryKey });
  useEffect(() => watchOutfit(outfitId), [outfitId]);
  useLive("comment", (comment, commentsCount) => {
    if (comment.outfitId !== outfitId) return;
    markHidden(client, outfitId, comment.id, false);
    const isNew = showComment(client, comment);
    setCommentsCount(client, outfitId, commentsCount);
    if (isNew && comment.author.id !== userId) announce(`${comment.author.username} commented: ${comment.content}`);
  });
  useLive("commentRemoved", (removed) => {
    if (removed.outfitId !== outfitId) return;
    // What is hidden from others still stands here for those who may see it.
    if (seesHidden) refresh();
    else removeComment(client, outfitId, removed.commentId);
    setCommentsCount(client, outfitId, removed.commentsCount);
  });
  useLiveReturn(refresh);
}
