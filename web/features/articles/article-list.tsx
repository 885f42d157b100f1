import { type InfiniteData, useInfiniteQuery, type UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ArticleCard as ArticleCardData } from "#contract/articles.ts";
import type { Page } from "#contract/page.ts";
import { type ArticleFilter, articleQueries } from "#web/data/articles.ts";
import { ListEnd } from "#web/ui/list-end.tsx";
import { QueryError } from "#web/ui/query-error.tsx";
import { SearchCorrection } from "#web/ui/search-correction.tsx";
import { ArticleCard } from "./article-card.tsx";
import { articleGridClass, ArticleListSkeleton } from "./article-skeletons.tsx";

/** Published articles, newest first; without a filter the first one leads the page. */
export function ArticleList({ filter, empty }: { filter: ArticleFilter; empty: ReactNode }) {
  const list = useInfiniteQuery(articleQueries.list(filter));
  const isFiltered = filter.search !== undefined || filter.tag !== undefined;
  return (
    <>
      <SearchCorrection typed={filter.search} meant={list.data?.pages[0]?.correction} />
      <Articles list={list} hasLead={!isFiltered} empty={empty} />
    </>
  );
}

/** The articles that the member saved. */
export function SavedArticles({ empty }: { empty: ReactNode }) {
  return <Articles list={useInfiniteQuery(articleQueries.saved())} hasLead={false} empty={empty} />;
}

interface ArticlesProps {
  list: UseInfiniteQueryResult<InfiniteData<Page<ArticleCardData>>>;
  hasLead: boolean;
  /** Shown if nothing matches. */
  empty: ReactNode;
}

function Articles({ list, hasLead, empty }: ArticlesProps) {
  if (list.isPending) return <ArticleListSkeleton hasLead={hasLead} />;
  if (list.data === undefined)
    return <QueryError title="Failed to load articles" query={list} fallback="Please try again in a moment." />;
  const articles = list.data.pages.flatMap((page) => page.items);
  const [lead] = hasLead ? articles : [];
  if (articles.length === 0) return empty;
  return (
    <>
      {lead && (
        <div className="mb-12 border-b border-line pb-12 md:mb-16 md:pb-16">
          <ArticleCard article={lead} isLead />
        </div>
      )}
      <ul aria-label="Articles" className={articleGridClass}>
        {articles.slice(lead ? 1 : 0).map((article, index) => (
          <li key={article.id}>
            <ArticleCard article={article} isUrgent={!lead && index < 3} />
          </li>
        ))}
      </ul>
      <ListEnd query={list} />
    </>
  );
}
