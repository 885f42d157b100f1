import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { OwnArticle } from "#contract/articles.ts";
import { draftQueries, useRemoveArticle } from "#web/data/article-editing.ts";
import { useRestoredFocus } from "#web/lib/use-restored-focus.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ListEnd } from "#web/ui/list-end.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { QueryError } from "#web/ui/query-error.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Dot } from "./article-card.tsx";
import { ArticleListSkeleton } from "./article-skeletons.tsx";
import { statusWords } from "./editor/editor-bar.tsx";

/** What the member writes and has written, in any state. */
export function OwnArticles() {
  const list = useInfiniteQuery(draftQueries.own());
  const [doomed, setDoomed] = useState<OwnArticle>();
  const remove = useRemoveArticle();
  const kept = useRestoredFocus();
  if (list.isPending) return <ArticleListSkeleton hasLead={false} />;
  if (list.data === undefined)
    return <QueryError title="Failed to load articles" query={list} fallback="Please try again in a moment." />;
  const articles = list.data.pages.flatMap((page) => page.items);
  return (
    <div {...kept} className="outline-none">
      {articles.length === 0 ? (
        <NothingWritten />
      ) : (
        <ul aria-label="Your articles" className="border-t border-line">
          {articles.map((article) => (
            <Row key={article.id} article={article} onDelete={() => setDoomed(article)} />
          ))}
        </ul>
      )}
      <ListEnd query={list} />
      <ConfirmDialog
        isOpen={doomed !== undefined}
        title="Delete this article?"
        confirmLabel="Delete"
        isBusy={remove.isPending}
        onClose={() => setDoomed(undefined)}
        onConfirm={() => doomed && remove.mutate(doomed.id, { onSettled: () => setDoomed(undefined) })}
      >
        This also deletes all its versions and pictures. This can't be undone.
      </ConfirmDialog>
    </div>
  );
}

function NothingWritten() {
  return (
    <EmptyState
      art="page"
      title="Nothing written yet"
      action={
        <Link to="/articles/add" className={buttonClass()}>
          Write an article
        </Link>
      }
    >
      Everybody knows something about clothes that nobody else does.
    </EmptyState>
  );
}

function Row({ article, onDelete }: { article: OwnArticle; onDelete: () => void }) {
  const { id, title, cover, isPublic, note, status, savedAt, readingMinutes } = article;
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-3 border-b border-line py-4">
      <span className="w-24 shrink-0 overflow-hidden rounded-input bg-ink/4">
        {cover ? (
          <Picture picture={cover} alt="" sizes="96px" className="aspect-4/3! object-cover" />
        ) : (
          <span className="block aspect-4/3" />
        )}
      </span>
      <div className="min-w-0 flex-1 basis-56">
        <p className="small-caps text-muted">{statusWords(article)}</p>
        <h2 className="font-display mt-1 text-title leading-tight!">
          <Link
            to="/articles/$articleId/edit"
            params={{ articleId: id }}
            className="underline-offset-4 hover:underline"
          >
            {title === "" ? "Untitled" : title}
          </Link>
        </h2>
        <p className="mt-1 text-fine text-muted">
          Saved <RelativeTime at={savedAt} />
          <Dot />
          <span className="whitespace-nowrap">{readingMinutes} min read</span>
        </p>
        {note !== null && status === "changes_requested" && (
          <p className="mt-2 border-l border-accent pl-3 text-fine">{note}</p>
        )}
      </div>
      <div className="flex gap-2">
        {isPublic && (
          <Link to="/articles/$articleId" params={{ articleId: id }} className={buttonClass("outline", "small")}>
            Read
          </Link>
        )}
        <Button
          look="outline"
          size="small"
          aria-label={`Delete ${title === "" ? "this untitled article" : title}`}
          onClick={onDelete}
        >
          Delete
        </Button>
      </div>
    </li>
  );
}
