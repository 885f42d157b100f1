import { createFileRoute } from "@tanstack/react-router";
import { ArticlesPage } from "#web/features/admin/submissions/articles-page.tsx";
import { readTexts } from "#web/lib/search-params.ts";
import { SubmissionPreview } from "#web/screens/article/submission-preview.tsx";

export const Route = createFileRoute("/admin/articles")({
  validateSearch: readTexts("tab", "status", "open"),
  component: Articles,
});

function Articles() {
  const { tab, status, open } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ArticlesPage
      tab={tab}
      status={status}
      openId={open}
      onTab={(next) => void navigate({ search: { tab: next, status }, replace: true, resetScroll: false })}
      onStatus={(next) => void navigate({ search: { tab, status: next }, replace: true, resetScroll: false })}
      // From an opened review, 'Back' leads to the list.
      onOpen={(id) => void navigate({ search: { tab, status, open: id }, replace: id === undefined })}
      renderPreview={(submission) => <SubmissionPreview submission={submission} />}
    />
  );
}
