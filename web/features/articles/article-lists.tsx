import { Link } from "@tanstack/react-router";
import clsx from "clsx";
import { lazyPart } from "#web/lib/lazy-part.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { CodeBoundary } from "#web/ui/code-boundary.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { SearchField } from "#web/ui/search-field.tsx";
import { ArticleList, SavedArticles } from "./article-list.tsx";
import { ArticleListSkeleton } from "./article-skeletons.tsx";
import { ArticleTags } from "./article-tags.tsx";

const OwnArticles = lazyPart(() => import("./own-articles.tsx"), "OwnArticles");

type ArticlesView = "saved" | "yours" | undefined;

interface ArticleListsProps {
  search: string | undefined;
  tag: string | undefined;
  view: ArticlesView;
  isMember: boolean;
  onSearch: (text: string) => void;
}

/** All published articles, the saved ones, and the member's own. */
export function ArticleLists({ search, tag, view, isMember, onSearch }: ArticleListsProps) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 pb-4">
        <div className="w-full md:max-w-md">
          <SearchField
            value={search ?? ""}
            onSearch={onSearch}
            label="Search articles"
            placeholder="Search titles and tags"
            action="/articles"
          />
        </div>
        {isMember && <Views selected={view} />}
      </div>
      <div className="pb-8 md:pb-10">{view === undefined && <ArticleTags selected={tag} search={search} />}</div>
      {view === undefined && (
        <ArticleList
          filter={{ search, tag }}
          empty={<NothingFound isFiltered={search !== undefined || tag !== undefined} />}
        />
      )}
      {view === "saved" && <SavedArticles empty={<NothingSaved />} />}
      {view === "yours" && (
        <CodeBoundary fallback={<ArticleListSkeleton hasLead={false} />}>
          <OwnArticles />
        </CodeBoundary>
      )}
    </>
  );
}

const views = [
  { view: undefined, label: "All" },
  { view: "saved", label: "Saved" },
  { view: "yours", label: "Yours" },
] as const;

function Views({ selected }: { selected: ArticlesView }) {
  return (
    <nav aria-label="Lists" className="flex gap-5 md:ml-auto">
      {views.map(({ view, label }) => (
        <Link
          key={label}
          to="/articles"
          search={{ view }}
          aria-current={view === selected ? "page" : undefined}
          className={clsx(
            "inline-flex min-h-11 items-center border-b-2 font-medium",
            view === selected ? "border-ink" : "border-transparent text-muted hover:text-ink",
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

function NothingFound({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState
      art="page"
      title="No articles found"
      action={
        isFiltered ? (
          <Link to="/articles" search={{}} className={buttonClass("outline")}>
            Show all articles
          </Link>
        ) : (
          <Link to="/articles/add" className={buttonClass()}>
            Write the first one
          </Link>
        )
      }
    >
      {isFiltered ? "Try another word or tag, or write the one that is missing." : "Nothing has been published yet."}
    </EmptyState>
  );
}

function NothingSaved() {
  return (
    <EmptyState
      art="page"
      title="Nothing saved yet"
      action={
        <Link to="/articles" search={{}} className={buttonClass()}>
          Find something to read
        </Link>
      }
    >
      Tap the bookmark of an article to keep it for later.
    </EmptyState>
  );
}
