import { createFileRoute } from "@tanstack/react-router";
import { useCallback } from "react";
import { ModerationPage } from "#web/features/admin/moderation/moderation-page.tsx";
import { readUuid } from "#web/lib/search-params.ts";

export const Route = createFileRoute("/admin/moderation")({
  validateSearch: (search: Record<string, unknown>): { case?: string | undefined; tab?: string } => ({
    case: readUuid(search["case"]),
    ...(typeof search["tab"] === "string" ? { tab: search["tab"] } : {}),
  }),
  component: Moderation,
});

function Moderation() {
  const { case: caseId, tab } = Route.useSearch();
  const navigate = Route.useNavigate();
  const open = useCallback(
    (id: string | undefined) =>
      void navigate({
        search: { ...(tab === undefined ? {} : { tab }), ...(id === undefined ? {} : { case: id }) },
        // From an opened case, 'Back' leads to the queue.
        replace: caseId !== undefined || id === undefined,
      }),
    [navigate, caseId, tab],
  );
  return (
    <ModerationPage
      caseId={caseId}
      onOpen={open}
      tab={tab}
      onTab={(next) => void navigate({ search: { tab: next }, replace: true, resetScroll: false })}
    />
  );
}
