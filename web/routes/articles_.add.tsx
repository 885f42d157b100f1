import { createFileRoute } from "@tanstack/react-router";
import { useState } from "react";
import { readUuid } from "#web/lib/search-params.ts";
import { EditArticle } from "#web/screens/article/edit-article.tsx";
import { requireSession } from "#web/shell/require-session.ts";

export const Route = createFileRoute("/articles_/add")({
  validateSearch: (search: Record<string, unknown>): { draft?: string | undefined } => ({
    draft: readUuid(search["draft"]),
  }),
  beforeLoad: requireSession,
  component: AddArticle,
});

function AddArticle() {
  const { draft } = Route.useSearch();
  const navigate = Route.useNavigate();
  // Named here, so that a save that is sent twice begins one article.
  const [freshId] = useState(() => crypto.randomUUID());
  const articleId = draft ?? freshId;
  const isFresh = articleId === freshId;
  return (
    <EditArticle
      key={articleId}
      articleId={articleId}
      isFresh={isFresh}
      mayBeNew
      // A reload finds it again.
      onBegun={() =>
        draft === undefined &&
        void navigate({ search: { draft: articleId }, replace: true, resetScroll: false, viewTransition: false })
      }
    />
  );
}
