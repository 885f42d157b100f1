import { createFileRoute } from "@tanstack/react-router";
import { EditArticle } from "#web/screens/article/edit-article.tsx";
import { requireSession } from "#web/shell/require-session.ts";

export const Route = createFileRoute("/articles_/$articleId_/edit")({
  beforeLoad: requireSession,
  component: EditOwnArticle,
});

function EditOwnArticle() {
  const { articleId } = Route.useParams();
  return <EditArticle key={articleId} articleId={articleId} mayBeNew={false} onBegun={() => undefined} />;
}
