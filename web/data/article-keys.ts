/** Apart from their queries, since the first load needs no more of them. */
export interface ArticleFilter {
  search?: string | undefined;
  tag?: string | undefined;
}

export const articleKeys = {
  all: ["articles"],
  list: (filter: ArticleFilter) => ["articles", "list", filter],
  saved: ["articles", "saved"],
  own: ["articles", "own"],
  tags: ["articles", "tags"],
  lead: ["articles", "lead"],
  detail: (articleId: string) => ["articles", "detail", articleId],
  related: (articleId: string) => ["articles", "related", articleId],
  draft: (articleId: string) => ["articles", "draft", articleId],
  versions: (articleId: string) => ["articles", "versions", articleId],
  version: (articleId: string, number: number) => ["articles", "versions", articleId, number],
} as const;
