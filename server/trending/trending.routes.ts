import { trendingEndpoints } from "#contract/trending.ts";
import type { Serve } from "#server/http/serve.ts";
import { getTrending } from "./trending.service.ts";

export function trendingRoutes(serve: Serve) {
  serve(trendingEndpoints.list, (context) => getTrending(context));
}
