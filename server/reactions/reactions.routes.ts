import { reactionEndpoints } from "#contract/reactions.ts";
import type { Serve } from "#server/http/serve.ts";
import { listCloset, listClosetOf, listTopCloset, listWishes, setSaveHidden } from "./closet.service.ts";
import { listLikers } from "./likers.service.ts";
import { setLiked, setSaved } from "./reactions.service.ts";

export function reactionRoutes(serve: Serve) {
  serve(reactionEndpoints.like, (call, { params }) => setLiked(call, params.outfitId, true));
  serve(reactionEndpoints.unlike, (call, { params }) => setLiked(call, params.outfitId, false));
  serve(reactionEndpoints.save, (call, { params }) => setSaved(call, params.outfitId, true));
  serve(reactionEndpoints.unsave, (call, { params }) => setSaved(call, params.outfitId, false));
  serve(reactionEndpoints.likers, (call, { params, query }) => listLikers(call, params.outfitId, query));
  serve(reactionEndpoints.topCloset, (call, { query }) => listTopCloset(call, query));
  serve(reactionEndpoints.wishlist, (call, { query }) => listWishes(call, query));
  serve(reactionEndpoints.closet, (call, { query }) => listCloset(call, query));
  serve(reactionEndpoints.setSaveHidden, (call, { params, body }) => setSaveHidden(call, params.saveId, body.isHidden));
  serve(reactionEndpoints.memberCloset, (call, { params, query }) => listClosetOf(call, params.username, query));
}
