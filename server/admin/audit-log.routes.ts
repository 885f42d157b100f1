import { auditEndpoints } from "#contract/audit.ts";
import type { Serve } from "#server/http/serve.ts";
import { exportAudit, listAudit } from "./audit-log.service.ts";

export function auditRoutes(serve: Serve) {
  serve(auditEndpoints.list, (context, { query }) => listAudit(context, query));
  serve(auditEndpoints.export, (context, { body }) => exportAudit(context, body));
}
