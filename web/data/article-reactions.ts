import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { ArticleCard } from "#contract/articles.ts";
import { call } from "#web/api/call.ts";
import { articleKeys } from "./articles.ts";
import { requestFor, settle, type ToggleRequest } from "./toggle-request.ts";
import { useSignInGate } from "./use-sign-in-gate.ts";

type CardPatch = Partial<Pick<ArticleCard, "liked" | "likesCount" | "saved">>;
type ArticlePatch = (card: ArticleCard) => CardPatch;

/** Changes an article in every query: lists, related articles, its own page. */
function patchArticle(client: QueryClient, articleId: string, patch: ArticlePatch): void {
  client.setQueriesData<unknown>({ queryKey: articleKeys.all }, (data: unknown) => patchWithin(data, articleId, patch));
}

function patchWithin(value: unknown, id: string, patch: ArticlePatch): unknown {
  if (Array.isArray(value)) return value.map((part: unknown) => patchWithin(part, id, patch));
  if (typeof value !== "object" || value === null) return value;
  if ("readingMinutes" in value && "likesCount" in value) {
    const card = value as ArticleCard;
    return card.id === id ? { ...card, ...patch(card) } : card;
  }
  const record = value as Record<string, unknown>;
  if ("pages" in record) return { ...record, pages: patchWithin(record["pages"], id, patch) };
  if ("items" in record) return { ...record, items: patchWithin(record["items"], id, patch) };
  return value;
}

interface ArticleReaction {
  action: "likeArticle" | "saveArticle";
  meta: { signIn: string; failure: string };
  isOn: (card: ArticleCard) => boolean;
  /** The card's optimistic state. */
  guess: (isOn: boolean) => ArticlePatch;
  send: (articleId: string, isOn: boolean) => Promise<CardPatch>;
  onSettled?: (client: QueryClient) => void;
}

const like: ArticleReaction = {
  action: "likeArticle",
  meta: { signIn: "Please sign in to like articles", failure: "Failed to update like" },
  isOn: (card) => card.liked,
  guess: (isOn) => (card) => ({
    liked: isOn,
    likesCount: card.likesCount + (isOn === card.liked ? 0 : isOn ? 1 : -1),
  }),
  send: (articleId, isOn) =>
    call(isOn ? "PUT /api/articles/:articleId/like" : "DELETE /api/articles/:articleId/like", {
      params: { articleId },
    }),
};

const save: ArticleReaction = {
  action: "saveArticle",
  meta: { signIn: "Please sign in to save articles", failure: "Failed to update save" },
  isOn: (card) => card.saved,
  guess: (isOn) => () => ({ saved: isOn }),
  send: (articleId, isOn) =>
    call(isOn ? "PUT /api/articles/:articleId/save" : "DELETE /api/articles/:articleId/save", {
      params: { articleId },
    }),
  onSettled: (client) => void client.invalidateQueries({ queryKey: articleKeys.saved }),
};

/** Toggles a reaction: shown at once, taken back if the server refuses. */
function useArticleReaction(reaction: ArticleReaction, article: ArticleCard): () => void {
  const { id } = article;
  const intent = { action: reaction.action, id };
  const client = useQueryClient();
  const mayGoOn = useSignInGate();
  const { mutate } = useMutation({
    meta: { ...reaction.meta, intentOf: (request: ToggleRequest) => request.target && intent },
    mutationFn: (request: ToggleRequest) =>
      settle(request, {
        send: (isOn) => reaction.send(id, isOn),
        onReply: (reply, isLast) => isLast && patchArticle(client, id, () => reply),
        takeBack: (confirmed) => patchArticle(client, id, reaction.guess(confirmed)),
      }),
    onSettled: () => reaction.onSettled?.(client),
  });
  return () => {
    const isOn = !reaction.isOn(article);
    // What was to be taken back is not done after signing in.
    if (!mayGoOn(reaction.meta.signIn, isOn ? intent : undefined)) return;
    const request = requestFor(client, `${reaction.action} ${id}`, !isOn);
    request.target = isOn;
    patchArticle(client, id, reaction.guess(isOn));
    if (!request.isSending) mutate(request);
  };
}

/** Likes an article or takes the like back. */
export const useLikeArticle = (article: ArticleCard): (() => void) => useArticleReaction(like, article);

/** Keeps an article for later, or no longer. */
export const useSaveArticle = (article: ArticleCard): (() => void) => useArticleReaction(save, article);
