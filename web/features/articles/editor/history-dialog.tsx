import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { ArticleContent, ArticleDraft, ArticleVersion } from "#contract/articles.ts";
import { nameOf } from "#contract/member-names.ts";
import { draftQueries } from "#web/data/article-editing.ts";
import { errorMessage } from "#web/text/errors.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { InlineError } from "#web/ui/inline-error.tsx";
import { MoreButton } from "#web/ui/more-button.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { RowSkeletons } from "#web/ui/row-skeleton.tsx";

/** What a version says and shows. */
type ShownVersion = Pick<ArticleDraft, "content" | "images" | "outfits">;

export interface HistoryDialogProps {
  articleId: string;
  /** Draws a version as readers would see it. */
  renderVersion: (version: ShownVersion) => ReactNode;
  canRestore: boolean;
  onRestore: (content: ArticleContent) => void;
  onClose: () => void;
}

/** The kept versions, each to be looked at and restored. */
export function HistoryDialog({ articleId, renderVersion, canRestore, onRestore, onClose }: HistoryDialogProps) {
  const [chosen, setChosen] = useState<number>();
  const versions = useInfiniteQuery(draftQueries.versions(articleId));
  return (
    <Dialog isOpen onClose={onClose} title={chosen === undefined ? "History" : "An earlier version"}>
      {chosen !== undefined && (
        <OneVersion
          articleId={articleId}
          renderVersion={renderVersion}
          number={chosen}
          canRestore={canRestore}
          onRestore={onRestore}
          onBack={() => setChosen(undefined)}
        />
      )}
      {chosen === undefined && versions.isPending && <RowSkeletons label="Loading versions" count={3} size={40} />}
      {chosen === undefined && versions.isError && !versions.data && (
        <InlineError
          message={errorMessage(versions.error, "Failed to load the history")}
          onRetry={() => void versions.refetch()}
          isRetrying={versions.isFetching}
        />
      )}
      {chosen === undefined && versions.data && (
        <ul aria-label="Versions" className="divide-y divide-line">
          {versions.data.pages
            .flatMap(({ items }) => items)
            .map((version, index) => (
              <li key={version.number}>
                <button
                  type="button"
                  onClick={() => setChosen(version.number)}
                  className="flex min-h-16 w-full flex-col justify-center py-3 text-left hover:bg-ink/4"
                >
                  <span className="font-medium">
                    <bdi>{version.title === "" ? "Untitled" : version.title}</bdi>
                    {index === 0 && <span className="font-normal text-muted"> · the latest</span>}
                  </span>
                  <VersionFacts version={version} />
                </button>
              </li>
            ))}
        </ul>
      )}
      {chosen === undefined && <MoreButton query={versions} className="mx-auto mt-4" />}
    </Dialog>
  );
}

const kinds: Record<ArticleVersion["kind"], string> = {
  saved: "",
  submitted: "Submitted · ",
  published: "Published · ",
};

function VersionFacts({ version }: { version: ArticleVersion }) {
  return (
    <span className="text-fine text-muted">
      {kinds[version.kind]}
      <RelativeTime at={version.savedAt} /> by {version.editor ? nameOf(version.editor) : "a deleted account"} ·{" "}
      {version.wordCount} {version.wordCount === 1 ? "word" : "words"}
    </span>
  );
}

interface OneVersionProps extends Pick<HistoryDialogProps, "articleId" | "renderVersion"> {
  number: number;
  canRestore: boolean;
  onRestore: (content: ArticleContent) => void;
  onBack: () => void;
}

function OneVersion({ articleId, renderVersion, number, canRestore, onRestore, onBack }: OneVersionProps) {
  const { data, error, isFetching, refetch } = useQuery(draftQueries.version(articleId, number));
  return (
    <>
      {!data && !error && <RowSkeletons label="Loading version" count={3} size={40} />}
      {!data && error && (
        <InlineError
          message={errorMessage(error, "Failed to load the version")}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {data && (
        <>
          <VersionFacts version={data} />
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and keys must reach that, too */}
          <section
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
            tabIndex={0}
            aria-label="Text of this version"
            className="mt-4 max-h-[60dvh] overflow-y-auto rounded-photo border border-line bg-surface p-5"
          >
            {renderVersion(data)}
          </section>
        </>
      )}
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button look="outline" onClick={onBack}>
          Back
        </Button>
        {data && canRestore && <Button onClick={() => onRestore(data.content)}>Restore this version</Button>}
      </div>
    </>
  );
}
