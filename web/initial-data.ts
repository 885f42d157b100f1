import type { QueryClient } from "@tanstack/react-query";
import type { Article, ArticleCard } from "#contract/articles.ts";
import type { EventCard } from "#contract/events.ts";
import type { FeedCard, Outfit } from "#contract/outfits.ts";
import type { Page } from "#contract/page.ts";
import { articleKeys } from "#web/data/article-keys.ts";
import { eventKeys } from "#web/data/event-cache.ts";
import { outfitQueries } from "#web/data/outfits.ts";

/** Data that the server embeds in a visitor's page, so that the first screen needs no request. */
export interface InitialData {
  /** The first page of the newest outfits. */
  feed?: Page<FeedCard>;
  outfit?: Outfit;
  /** The first page of the newest articles, and the tags of all. */
  articles?: Page<ArticleCard>;
  articleTags?: { items: string[] };
  article?: Article;
  relatedArticles?: { items: ArticleCard[] };
  newestArticle?: Page<ArticleCard>;
  /** The next event, null if there is none. */
  nextEvent?: EventCard | null;
}

/** Returned once: later it would be stale. */
export function takeInitialData(): InitialData {
  const element = document.getElementById("served");
  element?.remove();
  return element?.textContent ? (JSON.parse(element.textContent) as InitialData) : {};
}

export function applyInitialData(client: QueryClient, data: InitialData): void {
  const { feed, nextEvent, outfit } = data;
  if (feed) client.setQueryData(outfitQueries.feed().queryKey, { pages: [feed], pageParams: [undefined] });
  if (outfit) client.setQueryData(outfitQueries.detail(outfit.id).queryKey, outfit);
  if (nextEvent !== undefined) client.setQueryData(eventKeys.next, nextEvent);
  applyArticles(client, data);
}

function applyArticles(client: QueryClient, data: InitialData): void {
  const { article, articles, articleTags, newestArticle, relatedArticles } = data;
  if (articles) client.setQueryData(articleKeys.list({}), { pages: [articles], pageParams: [undefined] });
  if (articleTags) client.setQueryData(articleKeys.tags, articleTags);
  if (newestArticle) client.setQueryData(articleKeys.newest, newestArticle);
  if (article) client.setQueryData(articleKeys.detail(article.id), article);
  if (article && relatedArticles) client.setQueryData(articleKeys.related(article.id), relatedArticles);
}
