import { createFileRoute } from "@tanstack/react-router";
import { ArticlesPage } from "#web/features/admin/submissions/articles-page.tsx";
import { SubmissionPreview } from "#web/screens/article/submission-preview.tsx";

export const Route = createFileRoute("/admin/articles")({
  validateSearch: (search: Record<string, unknown>): { tab?: string } =>
    typeof search["tab"] === "string" ? { tab: search["tab"] } : {},
  component: Articles,
});

function Articles() {
  const { tab } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ArticlesPage
      tab={tab}
      onTab={(next) => void navigate({ search: { tab: next }, replace: true, resetScroll: false })}
      renderPreview={(submission) => <SubmissionPreview submission={submission} />}
    />
  );
}
