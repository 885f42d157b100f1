import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLayoutEffect } from "react";
import type { Comment } from "#contract/comments.ts";
import { nameOf } from "#contract/member-names.ts";
import type { Me } from "#contract/profiles.ts";
import { call } from "#web/api/call.ts";
import { useLive, useLiveReconnect, subscribeEvent, subscribeOutfit } from "#web/api/live.ts";
import { announce } from "#web/lib/announce.ts";
import { removeWithUndo } from "#web/lib/removals.ts";
import { toast } from "#web/lib/toast.ts";
import {
  changeRepliesCount,
  type CommentSubject,
  commentsKey,
  idOf,
  isUnder,
  markHidden,
  newDraftId,
  patchComment,
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

function draftOf(subject: CommentSubject, parentId: string | null, content: string, me: Me): Comment {
  const { id, username, displayName, avatarUrl, isVerified } = me;
  return {
    id: newDraftId(),
    outfitId: null,
    eventId: null,
    ...subject,
    parentId,
    content: content.trim(),
    createdAt: new Date().toISOString(),
    isHidden: false,
    isLiked: false,
    likesCount: 0,
    repliesCount: 0,
    mentions: [],
    author: { id, username, displayName, avatarUrl, isVerified },
  };
}

function sendComment(subject: CommentSubject, parentId: string | null, content: string) {
  const body = { content };
  if (parentId !== null)
    return call("POST /api/comments/:commentId/replies", { params: { commentId: parentId }, body });
  return "outfitId" in subject
    ? call("POST /api/outfits/:outfitId/comments", { params: subject, body })
    : call("POST /api/events/:eventId/comments", { params: subject, body });
}

/**
 * Adds a comment, or a reply to the one with `parentId`. Optimistic; on failure it is removed and the form gets its text
 * back.
 */
export function useAddComment(subject: CommentSubject, parentId: string | null) {
  const client = useQueryClient();
  return useMutation({
    meta: {
      success: parentId === null ? "Comment added!" : "Reply added!",
      failure: "Failed to add comment",
      signIn: "Please sign in to comment",
    },
    mutationFn: (content: string) => sendComment(subject, parentId, content),
    onMutate: (content) => {
      const me = client.getQueryData<Me>(meKey);
      const draft = me && draftOf(subject, parentId, content, me);
      if (draft) showComment(client, draft);
      return { draft };
    },
    onSuccess: ({ comment, award }, _content, { draft }) => {
      if (draft) replaceComment(client, draft, comment);
      else showComment(client, comment);
      showAwards(client, [{ award, source: "COMMENT" }]);
    },
    onError: (_error, _content, context) => {
      if (context?.draft) removeComment(client, context.draft);
    },
  });
}

/** Deletes a comment, which can be undone for a while. */
export function useDeleteComment(): (comment: Comment) => void {
  const client = useQueryClient();
  const { mutateAsync } = useMutation({
    meta: { failure: "Failed to delete comment" },
    mutationFn: ({ id }: Comment) => call("DELETE /api/comments/:commentId", { params: { commentId: id } }),
    onSuccess: (_done, comment) => removeComment(client, comment),
  });
  return (comment) => removeWithUndo(comment.id, "Comment deleted successfully", () => mutateAsync(comment));
}

/** Hides a comment under the caller's own outfit or event, or shows it again. Optimistic; rolled back on failure. */
export function useHideComment(subject: CommentSubject) {
  const client = useQueryClient();
  return useMutation({
    meta: { failure: "Failed to update comment" },
    scope: { id: `hide comments of ${idOf(subject)}` },
    mutationFn: ({ comment, isHidden }: { comment: Comment; isHidden: boolean }) =>
      call("PUT /api/comments/:commentId/hidden", { params: { commentId: comment.id }, body: { isHidden } }),
    onMutate: ({ comment, isHidden }) => markHidden(client, comment, isHidden),
    onSuccess: (_changed, { isHidden }) => toast.success(isHidden ? "Comment hidden" : "Comment shown"),
    onError: (_error, { comment, isHidden }) => markHidden(client, comment, !isHidden),
  });
}

/** Applies what others write, hide and delete while the outfit or event is on screen. */
export function useLiveComments(subject: CommentSubject, userId: string | undefined, seesHidden: boolean): void {
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: commentsKey(subject) });
  const id = idOf(subject);
  const isOutfit = "outfitId" in subject;
  useLayoutEffect(() => (isOutfit ? subscribeOutfit(id) : subscribeEvent(id)), [id, isOutfit]);
  useLive("comment", (comment, commentsCount, repliesCount) => {
    if (!isUnder(comment, subject)) return;
    markHidden(client, comment, false);
    const isNew = showComment(client, comment);
    setCommentsCount(client, subject, commentsCount);
    changeRepliesCount(client, comment, () => repliesCount);
    const { author, parentId, content } = comment;
    if (!isNew || author === null || author.id === userId) return;
    announce(`${nameOf(author)} ${parentId === null ? "commented" : "replied"}: ${content}`);
  });
  useLive("commentLikes", ({ commentId: id, likesCount, ...place }) => {
    if (isUnder(place, subject)) patchComment(client, { ...place, id }, (known) => ({ ...known, likesCount }));
  });
  useLive("commentRemoved", (removed) => {
    if (!isUnder(removed, subject)) return;
    // The author and the owner of the outfit or event still see hidden comments.
    if (seesHidden) refresh();
    else removeComment(client, { ...removed, id: removed.commentId });
    setCommentsCount(client, subject, removed.commentsCount);
    changeRepliesCount(client, removed, () => removed.repliesCount);
  });
  useLiveReconnect(refresh);
}
