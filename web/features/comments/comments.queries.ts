import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import type { Comment } from "#contract/comments.ts";
import { limits } from "#contract/limits.ts";
import type { Page } from "#contract/page.ts";
import { call } from "#web/api/call.ts";
import { patchOutfit } from "#web/features/reactions/patch-outfit.ts";
import { awardText } from "#web/text/awards.ts";
import { notify } from "#web/ui/notify.ts";

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
      changePages(client, outfitId, (pages) =>
        pages.map((page, index) => (index === 0 ? { ...page, items: [comment, ...page.items] } : page)),
      );
      patchOutfit(client, outfitId, (card) => ({ commentsCount: card.commentsCount + 1 }));
      if (award?.success) notify.success(awardText(award, "a comment"), { duration: limits.pointsToastMs });
    },
  });
}

export function useDeleteComment(outfitId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { success: "Comment deleted successfully", failure: "Failed to delete comment" },
    mutationFn: (commentId: string) => call("DELETE /api/comments/:commentId", { params: { commentId } }),
    onSuccess: (_done, commentId) => {
      changePages(client, outfitId, (pages) =>
        pages.map((page) => ({ ...page, items: page.items.filter(({ id }) => id !== commentId) })),
      );
      patchOutfit(client, outfitId, (card) => ({ commentsCount: Math.max(0, card.commentsCount - 1) }));
    },
  });
}

function changePages(client: QueryClient, outfitId: string, change: (pages: Page<Comment>[]) => Page<Comment>[]): void {
  client.setQueryData<InfiniteData<Page<Comment>, string | undefined>>(
    commentQueries.list(outfitId).queryKey,
    (data) => data && { ...data, pages: change(data.pages) },
  );
}
