import type { QueryClient } from "@tanstack/react-query";
import type { Article, ArticleCard } from "#contract/articles.ts";
import type { Event, EventCard } from "#contract/events.ts";
import type { FeedCard, Outfit, OutfitCard } from "#contract/outfits.ts";
import type { Page } from "#contract/page.ts";
import type { Style } from "#contract/styles.ts";
import { articleKeys } from "#web/data/article-keys.ts";
import { eventKeys } from "#web/data/event-cache.ts";
import { type FeedFilter, outfitKeys, outfitQueries } from "#web/data/outfits.ts";
import { stylesKey } from "#web/data/style-keys.ts";

type EventPage = Page<EventCard> & { correction: string | null; placeCorrection: string | null };

/** Data that the server embeds in a visitor's page, so that the first screen needs no request. */
export interface InitialData {
  /** The first page of the newest outfits, or of those that the filter leaves. */
  feed?: Page<FeedCard>;
  filter?: FeedFilter;
  /** The outfits of the covers. */
  covers?: OutfitCard[];
  styles?: { items: Style[] };
  outfit?: Outfit;
  /** The first page of the newest articles, and the tags of all. */
  articles?: Page<ArticleCard> & { correction: string | null };
  articleTags?: { items: string[] };
  article?: Article;
  relatedArticles?: { items: ArticleCard[] };
  leadArticle?: { items: ArticleCard[]; isFeatured: boolean };
  /** The event that the landing page leads to, null while there is none. */
  leadEvent?: EventCard | null;
  /** The first page of the upcoming events. */
  events?: EventPage;
  event?: Event;
  /** The first page of the outfits that were posted for the event. */
  eventOutfits?: Page<OutfitCard>;
}

/** Returned once: later it would be stale. */
export function takeInitialData(): InitialData {
  const element = document.getElementById("initial-data");
  element?.remove();
  return element?.textContent ? (JSON.parse(element.textContent) as InitialData) : {};
}

export function applyInitialData(client: QueryClient, data: InitialData): void {
  const { covers, feed, filter, outfit, styles } = data;
  if (feed) client.setQueryData(outfitQueries.feed(filter).queryKey, { pages: [feed], pageParams: [undefined] });
  if (covers) client.setQueryData(outfitKeys.covers, { items: covers });
  if (styles) client.setQueryData(stylesKey, styles);
  if (outfit) client.setQueryData(outfitQueries.detail(outfit.id).queryKey, outfit);
  applyArticles(client, data);
  applyEvents(client, data);
}

function applyArticles(client: QueryClient, data: InitialData): void {
  const { article, articles, articleTags, leadArticle, relatedArticles } = data;
  if (articles) client.setQueryData(articleKeys.list({}), { pages: [articles], pageParams: [undefined] });
  if (articleTags) client.setQueryData(articleKeys.tags, articleTags);
  if (leadArticle) client.setQueryData(articleKeys.lead, leadArticle);
  if (article) client.setQueryData(articleKeys.detail(article.id), article);
  if (article && relatedArticles) client.setQueryData(articleKeys.related(article.id), relatedArticles);
}

function applyEvents(client: QueryClient, { event, eventOutfits, events, leadEvent }: InitialData): void {
  if (leadEvent !== undefined) client.setQueryData(eventKeys.next, leadEvent);
  if (events) {
    client.setQueryData(eventKeys.list({ when: "upcoming" }), { pages: [events], pageParams: [undefined] });
  }
  if (event) client.setQueryData(eventKeys.detail(event.id), event);
  if (event && eventOutfits) {
    client.setQueryData(eventKeys.outfits(event.id), { pages: [eventOutfits], pageParams: [undefined] });
  }
}
