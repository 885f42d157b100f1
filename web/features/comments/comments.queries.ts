import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect } from "react";
import type { Comment } from "#contract/comments.ts";
import { limits } from "#contract/limits.ts";
import type { Page } from "#contract/page.ts";
import { call } from "#web/api/call.ts";
import { useLive, useLiveReturn, watchOutfit } from "#web/api/live.ts";
import { patchOutfit } from "#web/features/reactions/patch-outfit.ts";
import { awardText } from "#web/text/awards.ts";
import { announce } from "#web/ui/announce.tsx";
import { notify } from "#web/ui/notify.ts";

type CommentPages = InfiniteData<Page<Comment>, string | undefined>;

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

/** Puts the comment at the top of the list once the server has it; until then the form keeps the words. */
export function useAddComment(outfitId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { success: "Comment added!", failure: "Failed to add comment", signIn: "Please sign in to comment" },
    mutationFn: (content: string) =>
      call("POST /api/outfits/:outfitId/comments", { params: { outfitId }, body: { content } }),
    onSuccess: ({ comment, award }) => {
      showComment(client, comment);
      if (award?.success) notify.success(awardText(award, "a comment"), { duration: limits.pointsToastMs });
    },
  });
}

export function useDeleteComment(outfitId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { success: "Comment deleted successfully", failure: "Failed to delete comment" },
    mutationFn: (commentId: string) => call("DELETE /api/comments/:commentId", { params: { commentId } }),
    onSuccess: (_done, commentId) => hideComment(client, outfitId, commentId),
  });
}

/** What others write and delete appears while the outfit is on screen. */
export function useLiveComments(outfitId: string): void {
  const client = useQueryClient();
  useEffect(() => watchOutfit(outfitId), [outfitId]);
  useLive("comment", (comment) => {
    if (comment.outfitId !== outfitId || !showComment(client, comment)) return;
    announce(`${comment.author.username} commented: ${comment.content}`);
  });
  useLive("commentRemoved", (removed) => {
    if (removed.outfitId === outfitId) hideComment(client, outfitId, removed.commentId);
  });
  useLiveReturn(() => void client.invalidateQueries({ queryKey: commentQueries.list(outfitId).queryKey }));
}

/** Says whether it was new: one's own comment comes twice, as the answer and live. */
function showComment(client: QueryClient, comment: Comment): boolean {
  const { outfitId } = comment;
  const isNew = changePages(client, outfitId, (pages) =>
    pages.some(({ items }) => items.some(({ id }) => id === comment.id))
      ? pages
      : pages.map((page, index) => (index === 0 ? { ...page, items: [comment, ...page.items] } : page)),
  );
  if (isNew) patchOutfit(client, outfitId, (card) => ({ commentsCount: card.commentsCount + 1 }));
  return isNew;
}

function hideComment(client: QueryClient, outfitId: string, commentId: string): void {
  const wasShown = changePages(client, outfitId, (pages) =>
    pages.some(({ items }) => items.some(({ id }) => id === commentId))
      ? pages.map((page) => ({ ...page, items: page.items.filter(({ id }) => id !== commentId) }))
      : pages,
  );
  if (wasShown) patchOutfit(client, outfitId, (card) => ({ commentsCount: Math.max(0, card.commentsCount - 1) }));
}

/** Says whether `change` gave other pages. */
function changePages(
  client: QueryClient,
  outfitId: string,
  change: (pages: Page<Comment>[]) => Page<Comment>[],
): boolean {
  const { queryKey } = commentQueries.list(outfitId);
  const data = client.getQueryData<CommentPages>(queryKey);
  if (!data) return false;
  const pages = change(data.pages);
  if (pages === data.pages) return false;
  client.setQueryData<CommentPages>(queryKey, { ...data, pages });
  return true;
}
