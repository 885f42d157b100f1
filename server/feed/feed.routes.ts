import { outfitEndpoints } from "#contract/outfits.ts";
import type { Serve } from "#server/http/serve.ts";
import { readFeed } from "./feed.service.ts";
import { readFeedViewer } from "./first-page-viewer.service.ts";
import { readOutfitsOf } from "./member-outfits.service.ts";

export function feedRoutes(serve: Serve) {
  serve(outfitEndpoints.feed, (context, { query }) => readFeed(context, query), readFeedViewer);
  serve(outfitEndpoints.byMember, (context, { params, query }) => readOutfitsOf(context, params.username, query));
}
