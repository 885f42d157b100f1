import { reportEndpoints } from "#contract/reports.ts";
import type { Serve } from "#server/http/serve.ts";
import { reportTarget } from "./reports.service.ts";

export function reportRoutes(serve: Serve) {
  serve(reportEndpoints.report, (context, { body }) => reportTarget(context, body));
}
