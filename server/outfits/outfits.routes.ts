import { outfitEndpoints } from "#contract/outfits.ts";
import type { Serve } from "#server/http/serve.ts";
import { readFeedViewer } from "./feed-viewers.service.ts";
import { readFeed } from "./feed.service.ts";
import { readOutfitsOf } from "./member-outfits.service.ts";
import { viewOutfit } from "./outfit-views.service.ts";
import { readSimilarOutfits } from "./similar-outfits.service.ts";
import { editOutfit, postOutfit, readOutfit, removeOutfit } from "./outfits.service.ts";

export function outfitRoutes(serve: Serve) {
  serve(outfitEndpoints.feed, (call, { query }) => readFeed(call, query), readFeedViewer);
  serve(outfitEndpoints.get, (call, { params }) => readOutfit(call, params.outfitId));
  serve(outfitEndpoints.similar, (call, { params }) => readSimilarOutfits(call, params.outfitId));
  serve(outfitEndpoints.create, (call, { body }) => postOutfit(call, body));
  serve(outfitEndpoints.edit, (call, { params, body }) => editOutfit(call, params.outfitId, body));
  serve(outfitEndpoints.remove, (call, { params }) => removeOutfit(call, params.outfitId));
  serve(outfitEndpoints.view, (call, { params }) => viewOutfit(call, params.outfitId));
  serve(outfitEndpoints.byMember, (call, { params, query }) => readOutfitsOf(call, params.username, query));
}
