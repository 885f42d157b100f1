import type { ArticleState } from "#contract/articles.ts";
import type { SaveStatus } from "#web/data/article-autosave.ts";
import { Button } from "#web/ui/button.tsx";
import { SaveStatusLine } from "./save-status.tsx";

interface EditorBarProps {
  status: SaveStatus;
  state: Pick<ArticleState, "status" | "isPublic">;
  isPreview: boolean;
  isBusy: boolean;
  isOwn: boolean;
  canSeeHistory: boolean;
  onPreview: () => void;
  onHistory: () => void;
  onSubmit: () => void;
  onRetry: () => void;
}

/** The state of the article, and the next step. */
export function EditorBar(props: EditorBarProps) {
  const { status, state, isPreview, isBusy, isOwn, canSeeHistory, onPreview, onHistory, onSubmit, onRetry } = props;
  const canSubmit = isOwn && ["draft", "changes_requested", "withdrawn"].includes(state.status);
  return (
    <div className="page-width flex max-w-2xl! flex-wrap items-center gap-x-3 gap-y-2 pt-6">
      <div className="flex w-full min-w-0 items-center gap-3">
        <h1 className="font-display text-title">{canSeeHistory ? "Your article" : "Write an article"}</h1>
        <span className="small-caps rounded-full border border-line px-3 py-1 text-muted">{statusWords(state)}</span>
      </div>
      <div className="mr-auto min-w-0">
        <SaveStatusLine status={status} onRetry={onRetry} />
      </div>
      <Button look="outline" size="small" onClick={onPreview}>
        {isPreview ? "Back to writing" : "Preview"}
      </Button>
      {canSeeHistory && (
        <Button look="outline" size="small" onClick={onHistory}>
          History
        </Button>
      )}
      {canSubmit && (
        <Button look="primary" size="small" isBusy={isBusy} onClick={onSubmit}>
          Submit
        </Button>
      )}
    </div>
  );
}

const words: Record<ArticleState["status"], string> = {
  draft: "Draft",
  submitted: "In review",
  changes_requested: "Changes requested",
  published: "Published",
  withdrawn: "Withdrawn",
};

/** The state of an article in words, with what readers currently see. */
export function statusWords({ status, isPublic }: Pick<ArticleState, "status" | "isPublic">): string {
  return isPublic && status !== "published" ? `${words[status]}, published before` : words[status];
}
