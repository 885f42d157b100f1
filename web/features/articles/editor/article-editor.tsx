import { type ReactNode, useRef, useState } from "react";
import type { Article } from "#contract/articles.ts";
import { lazyPart } from "#web/lib/lazy-part.ts";
import { Button } from "#web/ui/button.tsx";
import { DetailsFields } from "./details.tsx";
import { EditorBar } from "./editor-bar.tsx";
import type { HistoryDialogProps } from "./history-dialog.tsx";
import { ReviewBanner } from "./review-banner.tsx";
import { TextEditor, type TextEditorHandle } from "./text-editor.tsx";
import { type EditedArticle, useArticleEditor } from "./use-article-editor.ts";
import { ConflictDialog } from "#web/ui/conflict-dialog.tsx";
import { LazyDialog } from "#web/ui/lazy-dialog.tsx";
import { UnsavedDialog } from "#web/ui/unsaved-dialog.tsx";

const HistoryDialog = lazyPart(() => import("./history-dialog.tsx"), "HistoryDialog");
const stuck = ["failed", "conflict", "offline"];

interface ArticleEditorProps extends EditedArticle {
  /** Draws an article as readers see it. */
  renderPreview: (article: Article) => ReactNode;
  renderVersion: HistoryDialogProps["renderVersion"];
}

/** Writes an article: what is typed is saved as it is typed. */
export function ArticleEditor({ renderPreview, renderVersion, ...given }: ArticleEditorProps) {
  const text = useRef<TextEditorHandle>(null);
  const article = useArticleEditor(given, text);
  const { saver, standing, details, errors, isOwn, isEditable, isBusy } = article;
  const [preview, setPreview] = useState<Article>();
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const [isConflictPutOff, setConflictPutOff] = useState(false);
  const isConflict = saver.status.kind === "conflict";
  return (
    <>
      <EditorBar
        status={saver.status}
        state={standing}
        isPreview={preview !== undefined}
        isBusy={isBusy}
        isOwn={isOwn}
        canSeeHistory={saver.revision > 0}
        onPreview={() => setPreview(preview ? undefined : article.preview())}
        onHistory={() => setHistoryOpen(true)}
        onSubmit={() => void article.submit()}
        onRetry={() => (isConflict ? setConflictPutOff(false) : void saver.flush())}
      />
      <div hidden={preview !== undefined}>
        <div className="page-width max-w-2xl! pt-8 pb-10">
          <ReviewBanner state={standing} isOwn={isOwn} isBusy={isBusy} onTakeBack={() => void article.takeBack()} />
          <DetailsFields details={details} errors={errors} isDisabled={!isEditable} onChange={article.change} />
        </div>
        <TextEditor
          ref={text}
          body={article.start.body}
          shown={article.shown}
          isEditable={isEditable}
          error={errors["body"]}
          onChange={() => article.change()}
        />
      </div>
      {preview && renderPreview(preview)}
      {standing.isPublic && isOwn && <Unpublish isBusy={isBusy} onPress={() => void article.unpublish()} />}
      {isHistoryOpen && (
        <LazyDialog onFailure={() => setHistoryOpen(false)}>
          <HistoryDialog
            articleId={given.articleId}
            renderVersion={renderVersion}
            canRestore={isEditable}
            onRestore={(content) => {
              setHistoryOpen(false);
              void article.restore(content);
            }}
            onClose={() => setHistoryOpen(false)}
          />
        </LazyDialog>
      )}
      <Conflict article={article} isPutOff={isConflictPutOff} onLater={() => setConflictPutOff(true)} />
      <UnsavedDialog hasUnsaved={() => saver.hasUnsaved() && stuck.includes(saver.status.kind)}>
        The last changes couldn't be saved. They are lost when you leave.
      </UnsavedDialog>
    </>
  );
}

function Unpublish({ isBusy, onPress }: { isBusy: boolean; onPress: () => void }) {
  return (
    <p className="page-width max-w-2xl! border-t border-line pt-8">
      <Button look="danger" size="small" isBusy={isBusy} onClick={onPress}>
        Unpublish
      </Button>
    </p>
  );
}

interface ConflictProps {
  article: ReturnType<typeof useArticleEditor>;
  isPutOff: boolean;
  onLater: () => void;
}

function Conflict({ article, isPutOff, onLater }: ConflictProps) {
  return (
    <ConflictDialog
      what="article"
      isOpen={article.saver.status.kind === "conflict" && !isPutOff}
      isBusy={article.isBusy}
      // A choice that is being carried out stands: what is typed meanwhile would be dropped by it.
      onLater={() => {
        if (!article.isBusy) onLater();
      }}
      onKeepMine={() => void article.keepMine()}
      onTakeTheirs={() => void article.takeTheirs()}
    />
  );
}
