import { createFileRoute, useRouter } from "@tanstack/react-router";
import { useRef } from "react";
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
  const { history } = useRouter();
  /** From an opened review, 'Back' leads to the list, and so does its end. */
  const hasOpened = useRef(false);
  return (
    <ArticlesPage
      tab={tab}
      status={status}
      openId={open}
      onTab={(next) => void navigate({ search: { tab: next, status }, replace: true, resetScroll: false })}
      onStatus={(next) => void navigate({ search: { tab, status: next }, replace: true, resetScroll: false })}
      onOpen={(id) => {
        if (id === undefined && hasOpened.current) history.back();
        else void navigate({ search: { tab, status, open: id }, replace: id === undefined });
        hasOpened.current = id !== undefined;
      }}
      renderPreview={(submission) => <SubmissionPreview submission={submission} />}
    />
  );
}
