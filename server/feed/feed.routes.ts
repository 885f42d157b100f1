import { outfitEndpoints } from "#contract/outfits.ts";
import type { Serve } from "#server/http/serve.ts";
import { getFeed } from "./feed.service.ts";
import { getOutfitsOf } from "./member-outfits.service.ts";

export function feedRoutes(serve: Serve) {
  serve(outfitEndpoints.feed, (context, { query }) => getFeed(context, query));
  serve(outfitEndpoints.byMember, (context, { params, query }) => getOutfitsOf(context, params.username, query));
}
