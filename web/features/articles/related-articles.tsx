import { useQuery } from "@tanstack/react-query";
import { articleQueries } from "#web/data/articles.ts";
import { ArticleCard } from "./article-card.tsx";
import { articleGridClass } from "./article-skeletons.tsx";

/** What to read next. Where it does not load, the article is complete without it. */
export function RelatedArticles({ articleId }: { articleId: string }) {
  const { data } = useQuery(articleQueries.related(articleId));
  if (data === undefined || data.items.length === 0) return null;
  return (
    <section aria-labelledby="related" className="page-width pt-20 md:pt-28">
      <div className="border-t border-line pt-8 md:pt-12">
        <h2 id="related" className="font-display mb-8 text-title md:mb-10">
          Read next
        </h2>
        <ul className={articleGridClass}>
          {data.items.map((article) => (
            <li key={article.id}>
              <ArticleCard article={article} level={3} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
