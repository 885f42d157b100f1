import { createFileRoute } from "@tanstack/react-router";
import { ArticlesPage } from "#web/features/admin/submissions/articles-page.tsx";
import { SubmissionPreview } from "#web/screens/article/submission-preview.tsx";

export const Route = createFileRoute("/admin/articles")({ component: Articles });

function Articles() {
  return <ArticlesPage renderPreview={(submission) => <SubmissionPreview submission={submission} />} />;
}
