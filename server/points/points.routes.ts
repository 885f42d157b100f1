import { pointsEndpoints } from "#contract/points.ts";
import type { Serve } from "#server/http/serve.ts";
import { dryRun, requestAward } from "./awards.service.ts";

export function pointsRoutes(serve: Serve) {
  serve(pointsEndpoints.award, (context, { body }) => requestAward(context, body));
  serve(pointsEndpoints.dryRun, (context, { body }) => dryRun(context, body.source));
}
