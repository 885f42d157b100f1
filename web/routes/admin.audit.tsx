import { createFileRoute } from "@tanstack/react-router";
import { AuditFilter } from "#contract/audit.ts";
import { AuditPage } from "#web/features/admin/audit/audit-page.tsx";
import { toFilter } from "#web/features/admin/parts/to-filter.ts";
import { readTexts } from "#web/lib/search-params.ts";

export const Route = createFileRoute("/admin/audit")({
  validateSearch: readTexts("action", "targetType", "actorId", "memberId", "targetId", "from", "until"),
  component: Audit,
});

function Audit() {
  const navigate = Route.useNavigate();
  return (
    <AuditPage
      // Checked here: the schemas are not part of the first load.
      filter={toFilter<AuditFilter>(AuditFilter, Route.useSearch())}
      onFilter={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
