import { createFileRoute } from "@tanstack/react-router";
import { AuditAction, type AuditFilter, AuditTargetType } from "#contract/audit.ts";
import { AuditPage } from "#web/features/admin/audit-page.tsx";

const textFields = ["actorId", "memberId", "targetId", "from", "until"] as const;

export const Route = createFileRoute("/admin/audit")({
  validateSearch: (search: Record<string, unknown>): AuditFilter => {
    const action = AuditAction.safeParse(search["action"]).data;
    const targetType = AuditTargetType.safeParse(search["targetType"]).data;
    const texts = textFields.flatMap((name) => (typeof search[name] === "string" ? [[name, search[name]]] : []));
    return { ...Object.fromEntries(texts), ...(action && { action }), ...(targetType && { targetType }) };
  },
  component: Audit,
});

function Audit() {
  const navigate = Route.useNavigate();
  return (
    <AuditPage
      filter={Route.useSearch()}
      onFilter={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
