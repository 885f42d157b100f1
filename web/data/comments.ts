import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Comment } from "#contract/comments.ts";
import { nameOf } from "#contract/member-names.ts";
import type { Me } from "#contract/profiles.ts";
import { call } from "#web/api/call.ts";
import { useLive, useLiveReconnect, subscribeEvent, subscribeOutfit } from "#web/api/live.ts";
import { announce } from "#web/lib/announce.ts";
import { removeWithUndo } from "#web/lib/removals.ts";
import {
  type CommentSubject,
  commentsKey,
  idOf,
  isUnder,
  markHidden,
  newDraftId,
  removeComment,
  replaceComment,
  setCommentsCount,
  showComment,
} from "./comments-cache.ts";
import { meKey } from "./me.ts";
import { pagedQuery } from "./paged.ts";
import { showAwards } from "./points.ts";

export const commentsQuery = (subject: CommentSubject) =>
  pagedQuery(commentsKey(subject), (cursor, signal) =>
    "outfitId" in subject
      ? call("GET /api/outfits/:outfitId/comments", { params: subject, query: { cursor } }, signal)
      : call("GET /api/events/:eventId/comments", { params: subject, query: { cursor } }, signal),
  );

function draftOf(subject: CommentSubject, content: string, me: Me): Comment {
  const { id, username, displayName, avatarUrl, isVerified } = me;
  return {
    id: newDraftId(),
    outfitId: null,
    eventId: null,
    ...subject,
    content: content.trim(),
    createdAt: new Date().toISOString(),
    isHidden: false,
    author: { id, username, displayName, avatarUrl, isVerified },
  };
}

/** Adds a comment. Optimistic; on failure it is removed and the form gets its text back. */
export function useAddComment(subject: CommentSubject) {
  const client = useQueryClient();
  return useMutation({
    meta: { success: "Comment added!", failure: "Failed to add comment", signIn: "Please sign in to comment" },
    mutationFn: (content: string) =>
      "outfitId" in subject
        ? call("POST /api/outfits/:outfitId/comments", { params: subject, body: { content } })
        : call("POST /api/events/:eventId/comments", { params: subject, body: { content } }),
    onMutate: (content) => {
      const me = client.getQueryData<Me>(meKey);
      const draft = me && draftOf(subject, content, me);
      if (draft) showComment(client, draft);
      return { draft };
    },
    onSuccess: ({ comment, award }, _content, { draft }) => {
      if (draft) replaceComment(client, draft, comment);
      else showComment(client, comment);
      showAwards(client, [{ award, source: "COMMENT" }]);
    },
    onError: (_error, _content, context) => {
      if (context?.draft) removeComment(client, subject, context.draft.id);
    },
  });
}

/** Deletes a comment, which can be undone for a while. */
export function useDeleteComment(subject: CommentSubject): (commentId: string) => void {
  const client = useQueryClient();
  const { mutateAsync } = useMutation({
    meta: { failure: "Failed to delete comment" },
    mutationFn: (commentId: string) => call("DELETE /api/comments/:commentId", { params: { commentId } }),
    onSuccess: (_done, commentId) => removeComment(client, subject, commentId),
  });
  return (commentId) => removeWithUndo(commentId, "Comment deleted successfully", () => mutateAsync(commentId));
}

/** Hides a comment under the caller's own outfit or event, or shows it again. Optimistic; rolled back on failure. */
export function useHideComment(subject: CommentSubject) {
  const client = useQueryClient();
  return useMutation({
    meta: { failure: "Failed to update comment" },
    scope: { id: `hide comments of ${idOf(subject)}` },
    mutationFn: ({ id, isHidden }: { id: string; isHidden: boolean }) =>
      call("PUT /api/comments/:commentId/hidden", { params: { commentId: id }, body: { isHidden } }),
    onMutate: ({ id, isHidden }) => markHidden(client, subject, id, isHidden),
    onError: (_error, { id, isHidden }) => markHidden(client, subject, id, !isHidden),
  });
}

/** Applies what others write, hide and delete while the outfit or event is on screen. */
export function useLiveComments(subject: CommentSubject, userId: string | undefined, seesHidden: boolean): void {
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: commentsKey(subject) });
  const id = idOf(subject);
  const isOutfit = "outfitId" in subject;
  useEffect(() => (isOutfit ? subscribeOutfit(id) : subscribeEvent(id)), [id, isOutfit]);
  useLive("comment", (comment, commentsCount) => {
    if (!isUnder(comment, subject)) return;
    markHidden(client, subject, comment.id, false);
    const isNew = showComment(client, comment);
    setCommentsCount(client, subject, commentsCount);
    if (isNew && comment.author.id !== userId) announce(`${nameOf(comment.author)} commented: ${comment.content}`);
  });
  useLive("commentRemoved", (removed) => {
    if (!isUnder(removed, subject)) return;
    // The author and the owner of the outfit or event still see hidden comments.
    if (seesHidden) refresh();
    else removeComment(client, subject, removed.commentId);
    setCommentsCount(client, subject, removed.commentsCount);
  });
  useLiveReconnect(refresh);
}
