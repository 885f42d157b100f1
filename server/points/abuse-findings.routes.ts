import { abuseFindingEndpoints } from "#contract/abuse-findings.ts";
import type { Serve } from "#server/http/serve.ts";
import { listFindingMembers, listFindings, resolveFinding } from "./abuse-findings.service.ts";

export function abuseFindingRoutes(serve: Serve): void {
  serve(abuseFindingEndpoints.list, (context, { query }) => listFindings(context, query));
  serve(abuseFindingEndpoints.accounts, (context, { params }) => listFindingMembers(context, params.findingId));
  serve(abuseFindingEndpoints.resolve, (context, { params }) => resolveFinding(context, params.findingId));
}
