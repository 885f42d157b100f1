import { pointsEndpoints } from "#contract/points.ts";
import type { Serve } from "#server/http/serve.ts";
import { listLedger, listWeeks, getLedgerFile, getSummary } from "./activity.service.ts";

export function pointsActivityRoutes(serve: Serve) {
  serve(pointsEndpoints.summary, (context) => getSummary(context));
  serve(pointsEndpoints.ledger, (context, { query }) => listLedger(context, query));
  serve(pointsEndpoints.weeks, (context) => listWeeks(context));
  serve(pointsEndpoints.file, (context) => getLedgerFile(context));
}
