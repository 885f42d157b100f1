import { createFileRoute, Link } from "@tanstack/react-router";
import { limits } from "#contract/limits.ts";
import { useSession } from "#web/api/session.ts";
import { articleQueries } from "#web/data/articles.ts";
import { ArticleLists } from "#web/features/articles/article-lists.tsx";
import { readText } from "#web/lib/search-params.ts";
import { usePreloadedScreen } from "#web/lib/use-preloaded-screen.ts";
import { Page, PageHeading } from "#web/shell/page.tsx";
import { iconButtonClass } from "#web/ui/icon-button.tsx";
import { Icon } from "#web/ui/icons.tsx";

export interface ArticlesSearch {
  q?: string | undefined;
  tag?: string | undefined;
  /** For members: what they keep, or what they write. */
  view?: "saved" | "yours" | undefined;
}

export const Route = createFileRoute("/articles")({
  validateSearch: (search: Record<string, unknown>): ArticlesSearch => ({
    q: readText(search["q"], limits.searchCharsMax),
    tag: readText(search["tag"], limits.tagCharsMax),
    view: search["view"] === "saved" || search["view"] === "yours" ? search["view"] : undefined,
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps: { q, tag, view } }) => {
    void queryClient.prefetchQuery(articleQueries.tags());
    if (view === undefined) void queryClient.prefetchInfiniteQuery(articleQueries.list({ search: q, tag }));
  },
  component: Articles,
});

function Articles() {
  usePreloadedScreen("/articles/$articleId");
  const { q, tag, view } = Route.useSearch();
  const navigate = Route.useNavigate();
  const isMember = useSession().status === "signed-in";
  return (
    <Page title={tag ?? "Articles"}>
      <PageHeading
        kicker="Longer reads on getting dressed"
        actions={
          <Link
            to="/articles/add"
            aria-label="Write an article"
            className={`${iconButtonClass} border border-line hover:border-ink`}
          >
            <Icon name="plus" />
          </Link>
        }
      >
        Articles
      </PageHeading>
      <ArticleLists
        search={q}
        tag={tag}
        view={isMember ? view : undefined}
        isMember={isMember}
        onSearch={(text) =>
          void navigate({
            search: (last) => ({ ...last, q: text === "" ? undefined : text, view: undefined }),
            replace: true,
            resetScroll: false,
            viewTransition: false,
          })
        }
      />
    </Page>
  );
}
