import { queryOptions } from "@tanstack/react-query";
import { minuteMs } from "#contract/durations.ts";
import { call } from "#web/api/call.ts";
import { type ArticleFilter, articleKeys } from "./article-keys.ts";
import { pagedQuery } from "./paged.ts";

export { type ArticleFilter, articleKeys } from "./article-keys.ts";

export const articleQueries = {
  list: (filter: ArticleFilter = {}) =>
    pagedQuery(
      articleKeys.list(filter),
      (cursor, signal) => call("GET /api/articles", { query: { cursor, ...filter } }, signal),
      { staleTime: minuteMs, meta: { failure: "Failed to load articles" } },
    ),
  saved: () =>
    pagedQuery(
      articleKeys.saved,
      (cursor, signal) => call("GET /api/me/saved-articles", { query: { cursor } }, signal),
      { staleTime: 0, meta: { failure: "Failed to load articles" } },
    ),
  tags: () =>
    queryOptions({
      queryKey: articleKeys.tags,
      queryFn: ({ signal }) => call("GET /api/articles/tags", undefined, signal),
      staleTime: 5 * minuteMs,
    }),
  /** The featured article, else the newest, for the ways that lead to the articles. */
  lead: () =>
    queryOptions({
      queryKey: articleKeys.lead,
      queryFn: ({ signal }) => call("GET /api/articles/lead", undefined, signal),
      staleTime: 5 * minuteMs,
    }),
  detail: (articleId: string) =>
    queryOptions({
      queryKey: articleKeys.detail(articleId),
      queryFn: ({ signal }) => call("GET /api/articles/:articleId", { params: { articleId } }, signal),
      meta: { failure: "Failed to load article" },
    }),
  related: (articleId: string) =>
    queryOptions({
      queryKey: articleKeys.related(articleId),
      queryFn: ({ signal }) => call("GET /api/articles/:articleId/related", { params: { articleId } }, signal),
      staleTime: 5 * minuteMs,
    }),
};
