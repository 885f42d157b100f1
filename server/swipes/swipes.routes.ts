import { swipeEndpoints } from "#contract/swipes.ts";
import type { Serve } from "#server/http/serve.ts";
import { getDeck, swipe, undoSwipe } from "./swipes.service.ts";

export function swipeRoutes(serve: Serve) {
  serve(swipeEndpoints.deck, (context) => getDeck(context));
  serve(swipeEndpoints.swipe, (context, { params, body }) => swipe(context, params.outfitId, body.direction));
  serve(swipeEndpoints.undo, (context, { params }) => undoSwipe(context, params.outfitId));
}
