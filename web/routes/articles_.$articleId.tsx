import { useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { articleQueries } from "#web/data/articles.ts";
import { ArticleFailure } from "#web/features/articles/article-failure.tsx";
import { ArticleSkeleton } from "#web/features/articles/article-skeletons.tsx";
import { ArticleView } from "#web/features/articles/article-view.tsx";
import { RelatedArticles } from "#web/features/articles/related-articles.tsx";
import { FollowMember } from "#web/features/follows/follow-member.tsx";
import { ShopList } from "#web/features/outfits/shop-list.tsx";
import { Page } from "#web/shell/page.tsx";
import { ArticleControls, OwnArticleNote } from "#web/screens/article/article-controls.tsx";
import { ArticleOutfit } from "#web/screens/article/article-outfit.tsx";

export const Route = createFileRoute("/articles_/$articleId")({
  loader: ({ context: { queryClient }, params: { articleId } }) => {
    void queryClient.prefetchQuery(articleQueries.detail(articleId));
    void queryClient.prefetchQuery(articleQueries.related(articleId));
  },
  component: ArticlePage,
});

function ArticlePage() {
  const { articleId } = Route.useParams();
  const { data: article, error, isFetching, refetch } = useQuery(articleQueries.detail(articleId));
  return (
    <Page title={article?.title ?? "Article"} width="bleed">
      {!article && error && <ArticleFailure error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {!article && !error && <ArticleSkeleton />}
      {article && (
        <>
          <OwnArticleNote article={article} />
          <ArticleView
            article={article}
            ShopList={ShopList}
            Outfit={ArticleOutfit}
            follow={<FollowMember member={article.author} />}
            actions={<ArticleControls article={article} />}
          />
          <div className="mt-10 flex justify-center border-t border-line pt-8 mx-4">
            <ArticleControls article={article} />
          </div>
          <RelatedArticles articleId={articleId} />
        </>
      )}
    </Page>
  );
}
