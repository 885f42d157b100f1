import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ArticleDraft } from "#contract/articles.ts";
import type { Me } from "#contract/profiles.ts";
import { ApiError } from "#web/api/api-error.ts";
import { draftQueries } from "#web/data/article-editing.ts";
import { meQuery } from "#web/data/me.ts";
import { ArticleFailure } from "#web/features/articles/article-failure.tsx";
import { ArticleSkeleton } from "#web/features/articles/article-skeletons.tsx";
import { ArticleView } from "#web/features/articles/article-view.tsx";
import { ArticleEditor } from "#web/features/articles/editor/article-editor.tsx";
import { ShopList } from "#web/features/outfits/shop-list.tsx";
import { Page } from "#web/shell/page.tsx";
import { ArticleOutfit } from "./article-outfit.tsx";
import { VersionText } from "./version-text.tsx";

interface EditArticleProps {
  articleId: string;
  /** It was named a moment ago: there is nothing to read yet. */
  isFresh?: boolean;
  /** It may not be there yet: it is begun with the first save. */
  mayBeNew: boolean;
  onBegun: () => void;
}

/** The editor with the article that it opens. */
export function EditArticle({ articleId, isFresh = false, mayBeNew, onBegun }: EditArticleProps) {
  const isBegunHere = (error: Error | null) => isFresh || (mayBeNew && isNotFound(error));
  const draft = useQuery({
    ...draftQueries.draft(articleId),
    // Loading it again would take the editor away from who is writing.
    enabled: ({ state }) => !isBegunHere(state.error),
    retry: false,
  });
  const account = useQuery(meQuery);
  const isNew = isBegunHere(draft.error);
  const failed = (isNew ? [account] : [draft, account]).filter(({ data, error }) => error && !data);
  const failure = failed[0]?.error;
  const retry = () => failed.forEach(({ refetch }) => void refetch());
  return (
    <Page title={draft.data?.content.title || "Write an article"} width="bleed">
      {failure ? (
        <ArticleFailure error={failure} onRetry={retry} isRetrying={failed.some(({ isFetching }) => isFetching)} />
      ) : (
        <Editor
          articleId={articleId}
          me={account.data}
          draft={draft.data ?? (isNew ? null : undefined)}
          reload={async () => (await draft.refetch()).data}
          onBegun={onBegun}
        />
      )}
    </Page>
  );
}

const isNotFound = (error: Error | null): boolean => error instanceof ApiError && error.code === "article.not_found";

interface EditorProps extends Pick<EditArticleProps, "articleId" | "onBegun"> {
  /** Undefined while it is on its way. */
  me: Me | undefined;
  /** Null for one that is begun here, undefined while it is on its way. */
  draft: ArticleDraft | null | undefined;
  reload: () => Promise<ArticleDraft | undefined>;
}

function Editor({ articleId, me, draft, reload, onBegun }: EditorProps): ReactNode {
  const navigate = useNavigate();
  if (!me || draft === undefined) return <ArticleSkeleton />;
  return (
    <ArticleEditor
      articleId={articleId}
      draft={draft}
      me={{
        id: me.id,
        username: me.username,
        displayName: me.displayName,
        avatarUrl: me.avatarUrl,
        isVerified: me.role === "admin",
      }}
      renderPreview={(article) => <ArticleView article={article} ShopList={ShopList} Outfit={ArticleOutfit} />}
      renderVersion={(version) => <VersionText {...version} />}
      reload={reload}
      onBegun={onBegun}
      onPublished={() => void navigate({ to: "/articles/$articleId", params: { articleId } })}
    />
  );
}
