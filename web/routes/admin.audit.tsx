import { createFileRoute } from "@tanstack/react-router";
import { AuditPage } from "#web/features/admin/audit-page.tsx";

export const Route = createFileRoute("/admin/audit")({ component: AuditPage });
