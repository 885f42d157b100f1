import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { ArticleState } from "#contract/articles.ts";
import { call } from "#web/api/call.ts";
import { articleKeys } from "./articles.ts";
import { pagedQuery } from "./paged.ts";

export const draftQueries = {
  own: () =>
    pagedQuery(articleKeys.own, (cursor, signal) => call("GET /api/me/articles", { query: { cursor } }, signal), {
      staleTime: 0,
      meta: { failure: "Failed to load articles" },
    }),
  /** Read once when the editor opens: from then on the editor knows best. */
  draft: (articleId: string) =>
    queryOptions({
      queryKey: articleKeys.draft(articleId),
      queryFn: ({ signal }) => call("GET /api/articles/:articleId/draft", { params: { articleId } }, signal),
      staleTime: 0,
      gcTime: 0,
      refetchOnMount: "always",
      refetchOnReconnect: false,
    }),
  versions: (articleId: string) =>
    pagedQuery(
      articleKeys.versions(articleId),
      (cursor, signal) =>
        call("GET /api/articles/:articleId/versions", { params: { articleId }, query: { cursor } }, signal),
      { staleTime: 0 },
    ),
  version: (articleId: string, number: number) =>
    queryOptions({
      queryKey: articleKeys.version(articleId, number),
      queryFn: ({ signal }) =>
        call("GET /api/articles/:articleId/versions/:number", { params: { articleId, number } }, signal),
      staleTime: 0,
    }),
};

/** Hands the article to the editors, or publishes it where the account may. The caller shows what is missing. */
export function useSubmitArticle(articleId: string) {
  return useStep((revision: number) =>
    call("POST /api/articles/:articleId/submit", { params: { articleId }, body: { revision } }),
  );
}

/** Takes a submission back; what is published stays. */
export function useRecallArticle(articleId: string) {
  return useStep(() => call("POST /api/articles/:articleId/recall", { params: { articleId } }));
}

/** Takes a published article off the site. */
export function useUnpublishArticle(articleId: string) {
  return useStep(() => call("POST /api/articles/:articleId/unpublish", { params: { articleId } }));
}

function useStep<Given>(take: (given: Given) => Promise<ArticleState>) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: take,
    // What readers see may have changed with it.
    onSuccess: () => client.invalidateQueries({ queryKey: articleKeys.all, refetchType: "none" }),
  });
}

export function useRemoveArticle() {
  const client = useQueryClient();
  return useMutation({
    meta: { success: "Article deleted", failure: "Failed to delete article", signIn: "Please sign in" },
    mutationFn: (articleId: string) => call("DELETE /api/articles/:articleId", { params: { articleId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: articleKeys.all }),
  });
}
