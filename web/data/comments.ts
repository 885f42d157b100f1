import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffectEvent, useLayoutEffect } from "react";
import type { Comment } from "#contract/comments.ts";
import type { Subscribed } from "#contract/live.ts";
import { nameOf } from "#contract/member-names.ts";
import type { Me } from "#contract/profiles.ts";
import { call } from "#web/api/call.ts";
import { subscribe, useLive } from "#web/api/live.ts";
import { announce } from "#web/lib/announce.ts";
import type { Intent } from "#web/lib/intent-storage.ts";
import { readIntent } from "#web/lib/read-intent.ts";
import { commitRemovals, removeWithUndo } from "#web/lib/removals.ts";
import { toast } from "#web/lib/toast.ts";
import {
  changeReplyCounts,
  type CommentSubject,
  commentsKey,
  idOf,
  isUnder,
  listIdsBy,
  markHidden,
  newDraftId,
  newestTime,
  patchComment,
  type Placed,
  removeComment,
  replaceComment,
  repliesKey,
  repliesPrefix,
  setCommentsCount,
  showComment,
  sumComments,
  type WrittenComment,
} from "./comments-cache.ts";
import { applyLive, reload } from "./live-loads.ts";
import { meKey } from "./me.ts";
import { pagedQuery } from "./paged.ts";
import { showAwards } from "./points-cache.ts";

export const commentsQuery = (subject: CommentSubject) =>
  pagedQuery(commentsKey(subject), (cursor, signal) =>
    "outfitId" in subject
      ? call("GET /api/outfits/:outfitId/comments", { params: subject, query: { cursor } }, signal)
      : call("GET /api/events/:eventId/comments", { params: subject, query: { cursor } }, signal),
  );

function draftOf(client: QueryClient, placed: Placed, content: string, me: Me): Comment {
  const { id, username, displayName, avatarUrl, isVerified } = me;
  return {
    id: newDraftId(),
    ...placed,
    content: content.trim(),
    createdAt: newestTime(client, placed),
    isHidden: false,
    isLiked: false,
    likesCount: 0,
    repliesCount: 0,
    hiddenRepliesCount: 0,
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

/** The comment whose replies a reply joins, and whom it answers: that comment or one of its replies. */
interface ReplyParent {
  id: string;
  answered: WrittenComment;
}

/** Opens the field again after signing in; undefined for a comment, whose field is always there. */
export const replyIntent = (parent: ReplyParent | null): Intent | undefined =>
  parent ? { action: "reply", id: parent.id, answered: parent.answered } : undefined;

/** The kept intent of this member to reply, if there is one. */
export function readReplyIntent(userId: string | undefined) {
  const intent = userId === undefined ? undefined : readIntent(userId);
  return intent?.action === "reply" ? intent : undefined;
}

/** Adds a comment or a reply. Optimistic; on failure it is removed and `giveBack` gets its text, also without a form on screen. */
export function useAddComment(
  subject: CommentSubject,
  parent: ReplyParent | null,
  giveBack: (content: string) => void,
) {
  const client = useQueryClient();
  const parentId = parent?.id ?? null;
  return useMutation({
    meta: {
      success: parentId === null ? "Comment added!" : "Reply added!",
      failure: "Failed to add comment",
      signIn: "Please sign in to comment",
      intentOf: () => replyIntent(parent),
    },
    mutationFn: async (content: string) => {
      // What the member deleted but could bring back is still there for the server, which would refuse the same words.
      const me = client.getQueryData<Me>(meKey);
      if (me) await commitRemovals(listIdsBy(client, subject, me.id));
      return sendComment(subject, parentId, content);
    },
    onMutate: (content) => {
      const me = client.getQueryData<Me>(meKey);
      const draft = me && draftOf(client, { outfitId: null, eventId: null, ...subject, parentId }, content, me);
      if (draft) showComment(client, draft);
      return { draft };
    },
    onSuccess: ({ comment, award }, _content, { draft }) => {
      if (draft) replaceComment(client, draft, comment);
      else showComment(client, comment);
      showAwards(client, [{ award, source: "COMMENT" }]);
    },
    onError: (_error, content, context) => {
      giveBack(content);
      if (context?.draft) removeComment(client, context.draft);
    },
  });
}

/** Deletes a comment, which can be undone for a while; another member's with a reason for them. */
export function useDeleteComment(): (comment: Comment, reason?: string) => void {
  const client = useQueryClient();
  const { mutateAsync } = useMutation({
    meta: { failure: "Failed to delete comment" },
    mutationFn: ({ comment, reason }: { comment: Comment; reason: string | undefined }) =>
      call("DELETE /api/comments/:commentId", { params: { commentId: comment.id }, body: { reason } }),
    onSuccess: (_done, { comment }) => removeComment(client, comment),
  });
  return (comment, reason) =>
    removeWithUndo(comment.id, "Comment deleted successfully", () => mutateAsync({ comment, reason }), comment.content);
}

/**
 * Hides a comment, or shows it again: under the caller's own outfit or event or, with a reason for its author, an admin's
 * decision. Optimistic; rolled back on failure.
 */
export function useHideComment(subject: CommentSubject) {
  const client = useQueryClient();
  return useMutation({
    meta: { failure: "Failed to update comment" },
    scope: { id: `hide comments of ${idOf(subject)}` },
    mutationFn: ({ comment, ...body }: { comment: Comment; isHidden: boolean; reason?: string }) =>
      call("PUT /api/comments/:commentId/hidden", { params: { commentId: comment.id }, body }),
    onMutate: ({ comment, isHidden }) => markHidden(client, comment, isHidden),
    onSuccess: (_changed, { isHidden }) => toast.success(isHidden ? "Comment hidden" : "Comment shown"),
    onError: (_error, { comment, isHidden }) => markHidden(client, comment, !isHidden),
  });
}

/** Applies what others write, hide and delete while the outfit or event is on screen. */
export function useLiveComments(subject: CommentSubject, userId: string | undefined, seesHidden: boolean): void {
  const client = useQueryClient();
  const key = commentsKey(subject);
  const id = idOf(subject);
  const isOutfit = "outfitId" in subject;
  const catchUp = useEffectEvent((subscribed: Subscribed, isAgain: boolean) => {
    // Likes and hidden comments may have been missed too, which no count shows.
    if (isAgain) void reload(client, key);
    else if (subscribed) void loadMissed(client, subject, subscribed.commentsCount);
  });
  useLayoutEffect(
    () => subscribe(isOutfit ? { outfitId: id } : { eventId: id }, (...acknowledged) => catchUp(...acknowledged)),
    [id, isOutfit],
  );
  useLive("comment", (comment, commentsCount, repliesCount) => {
    if (!isUnder(comment, subject)) return;
    const { author, parentId, content } = comment;
    // It may have been hidden before, which only a list of replies would tell.
    const isLoaded = parentId === null || client.getQueryData(repliesKey(subject, parentId)) !== undefined;
    if (seesHidden && !isLoaded) void reload(client, key);
    let isAnnounced = author === null || author.id === userId;
    applyLive(client, key, () => {
      markHidden(client, comment, false);
      const isNew = showComment(client, comment);
      setCommentsCount(client, subject, commentsCount);
      changeReplyCounts(client, comment, () => ({ repliesCount }));
      if (!isNew || isAnnounced || author === null) return;
      isAnnounced = true;
      announce(`${nameOf(author)} ${parentId === null ? "commented" : "replied"}: ${content}`);
    });
  });
  useLive("commentLikes", ({ commentId, likesCount, ...place }) => {
    if (!isUnder(place, subject)) return;
    applyLive(client, key, () =>
      patchComment(client, { ...place, id: commentId }, (known) => ({ ...known, likesCount })),
    );
  });
  useLive("commentRemoved", (removed) => {
    if (!isUnder(removed, subject)) return;
    // The author and the owner of the outfit or event still see hidden comments.
    if (seesHidden) void reload(client, key);
    applyLive(client, key, () => {
      if (!seesHidden) removeComment(client, { ...removed, id: removed.commentId });
      setCommentsCount(client, subject, removed.commentsCount);
      changeReplyCounts(client, removed, () => ({ repliesCount: removed.repliesCount }));
    });
  });
}

/**
 * Loads the comments again unless they add up to the count that the server read once live events arrived; a list with
 * more pages never does. A first load under way is awaited, not repeated.
 */
async function loadMissed(client: QueryClient, subject: CommentSubject, commentsCount: number): Promise<void> {
  setCommentsCount(client, subject, commentsCount);
  // Replies of an earlier visit; closed ones are loaded when they are opened.
  void reload(client, repliesPrefix(subject));
  const query = commentsQuery(subject);
  // A load that failed shows its error and a retry.
  const list = await client.ensureInfiniteQueryData(query).catch(() => undefined);
  if (list && sumComments(list) !== commentsCount) await reload(client, query.queryKey);
}
