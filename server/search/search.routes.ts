import { searchEndpoints } from "#contract/search.ts";
import type { Serve } from "#server/http/serve.ts";
import { findSearchMatches } from "./search.service.ts";

export function searchRoutes(serve: Serve) {
  serve(searchEndpoints.matches, (context, { query }) => findSearchMatches(context, query));
}
