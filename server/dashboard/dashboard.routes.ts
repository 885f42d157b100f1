import { adminEndpoints } from "#contract/admin.ts";
import type { Serve } from "#server/http/serve.ts";
import { getAccess, getDashboard, getHealth, retryJob, search } from "./dashboard.service.ts";

export function dashboardRoutes(serve: Serve) {
  serve(adminEndpoints.access, (context) => getAccess(context));
  serve(adminEndpoints.dashboard, (context) => getDashboard(context));
  serve(adminEndpoints.health, (context) => getHealth(context));
  serve(adminEndpoints.retryJob, (context, { params }) => retryJob(context, params.jobId));
  serve(adminEndpoints.search, (context, { query }) => search(context, query.search));
}
