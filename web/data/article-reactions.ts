import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { ArticleCard } from "#contract/articles.ts";
import { call } from "#web/api/call.ts";
import { articleKeys } from "./articles.ts";
import { useSignInGate } from "./use-sign-in-gate.ts";

type CardPatch = Partial<Pick<ArticleCard, "liked" | "likesCount" | "saved">>;

/** Changes an article in every query: lists, related articles, its own page. */
function patchArticle(client: QueryClient, articleId: string, patch: CardPatch): void {
  client.setQueriesData<unknown>({ queryKey: articleKeys.all }, (data: unknown) => patchWithin(data, articleId, patch));
}

function patchWithin(value: unknown, id: string, patch: CardPatch): unknown {
  if (Array.isArray(value)) return value.map((part: unknown) => patchWithin(part, id, patch));
  if (typeof value !== "object" || value === null) return value;
  if ("readingMinutes" in value && "likesCount" in value)
    return (value as ArticleCard).id === id ? { ...value, ...patch } : value;
  const record = value as Record<string, unknown>;
  if ("pages" in record) return { ...record, pages: patchWithin(record["pages"], id, patch) };
  if ("items" in record) return { ...record, items: patchWithin(record["items"], id, patch) };
  return value;
}

/** Likes an article or takes the like back: shown at once, taken back if the server refuses. Taps are sent in their order. */
export function useLikeArticle(article: ArticleCard): () => void {
  const intent = { action: "likeArticle", id: article.id } as const;
  const client = useQueryClient();
  const mayGoOn = useSignInGate();
  const { mutate } = useMutation({
    meta: {
      failure: "Failed to update like",
      signIn: "Please sign in to like articles",
      intentOf: (isOn: boolean) => isOn && intent,
    },
    scope: { id: `like ${article.id}` },
    mutationFn: (isOn: boolean) =>
      call(isOn ? "PUT /api/articles/:articleId/like" : "DELETE /api/articles/:articleId/like", {
        params: { articleId: article.id },
      }),
    onMutate: (isOn) =>
      patchArticle(client, article.id, { liked: isOn, likesCount: article.likesCount + (isOn ? 1 : -1) }),
    onSuccess: (state) => patchArticle(client, article.id, state),
    onError: () => patchArticle(client, article.id, { liked: article.liked, likesCount: article.likesCount }),
  });
  return () => {
    if (mayGoOn("Please sign in to like articles", intent)) mutate(!article.liked);
  };
}

/** Keeps an article for later, or no longer: shown at once, taken back if the server refuses. */
export function useSaveArticle(article: ArticleCard): () => void {
  const intent = { action: "saveArticle", id: article.id } as const;
  const client = useQueryClient();
  const mayGoOn = useSignInGate();
  const { mutate } = useMutation({
    meta: {
      failure: "Failed to update save",
      signIn: "Please sign in to save articles",
      intentOf: (isOn: boolean) => isOn && intent,
    },
    scope: { id: `save ${article.id}` },
    mutationFn: (isOn: boolean) =>
      call(isOn ? "PUT /api/articles/:articleId/save" : "DELETE /api/articles/:articleId/save", {
        params: { articleId: article.id },
      }),
    onMutate: (isOn) => patchArticle(client, article.id, { saved: isOn }),
    onError: () => patchArticle(client, article.id, { saved: article.saved }),
    onSettled: () => client.invalidateQueries({ queryKey: articleKeys.saved }),
  });
  return () => {
    if (mayGoOn("Please sign in to save articles", intent)) mutate(!article.saved);
  };
}
