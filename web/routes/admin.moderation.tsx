import { createFileRoute } from "@tanstack/react-router";
import { useCallback } from "react";
import { ModerationPage } from "#web/features/admin/moderation-page.tsx";

export const Route = createFileRoute("/admin/moderation")({
  validateSearch: (search: Record<string, unknown>): { case?: string } =>
    typeof search["case"] === "string" ? { case: search["case"] } : {},
  component: Moderation,
});

function Moderation() {
  const { case: caseId } = Route.useSearch();
  const navigate = Route.useNavigate();
  const open = useCallback(
    (id: string | undefined) =>
      void navigate({
        search: id === undefined ? {} : { case: id },
        // From an opened case, 'Back' leads to the queue.
        replace: caseId !== undefined || id === undefined,
      }),
    [navigate, caseId],
  );
  return <ModerationPage caseId={caseId} onOpen={open} />;
}
