import { createFileRoute } from "@tanstack/react-router";
import { AuditPage, toFilter } from "#web/features/admin/audit/audit-page.tsx";

const fields = ["action", "targetType", "actorId", "memberId", "targetId", "from", "until"] as const;

export const Route = createFileRoute("/admin/audit")({
  // What the fields may say is checked by the page: the schemas are not part of the first load.
  validateSearch: (search: Record<string, unknown>): Partial<Record<(typeof fields)[number], string | undefined>> =>
    Object.fromEntries(fields.flatMap((name) => (typeof search[name] === "string" ? [[name, search[name]]] : []))),
  component: Audit,
});

function Audit() {
  const navigate = Route.useNavigate();
  return (
    <AuditPage
      filter={toFilter(Route.useSearch())}
      onFilter={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
