import { reactionEndpoints } from "#contract/reactions.ts";
import type { Serve } from "#server/http/serve.ts";
import { listCloset, listClosetOf, listTopCloset, listWishlist, setSaveHidden } from "./closet.service.ts";
import { listLikers } from "./likers.service.ts";
import { setLiked, setSaved } from "./reactions.service.ts";

export function reactionRoutes(serve: Serve) {
  serve(reactionEndpoints.like, (context, { params }) => setLiked(context, params.outfitId, true));
  serve(reactionEndpoints.unlike, (context, { params }) => setLiked(context, params.outfitId, false));
  serve(reactionEndpoints.save, (context, { params }) => setSaved(context, params.outfitId, true));
  serve(reactionEndpoints.unsave, (context, { params }) => setSaved(context, params.outfitId, false));
  serve(reactionEndpoints.likers, (context, { params, query }) => listLikers(context, params.outfitId, query));
  serve(reactionEndpoints.topCloset, (context, { query }) => listTopCloset(context, query));
  serve(reactionEndpoints.wishlist, (context, { query }) => listWishlist(context, query));
  serve(reactionEndpoints.closet, (context, { query }) => listCloset(context, query));
  serve(reactionEndpoints.setSaveHidden, (context, { params, body }) =>
    setSaveHidden(context, params.saveId, body.isHidden),
  );
  serve(reactionEndpoints.memberCloset, (context, { params, query }) => listClosetOf(context, params.username, query));
}
