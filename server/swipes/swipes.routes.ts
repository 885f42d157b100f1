import { swipeEndpoints } from "#contract/swipes.ts";
import type { Serve } from "#server/http/serve.ts";
import { readDeck, swipe, undoSwipe } from "./swipes.service.ts";

export function swipeRoutes(serve: Serve) {
  serve(swipeEndpoints.deck, (call) => readDeck(call));
  serve(swipeEndpoints.swipe, (call, { params, body }) => swipe(call, params.outfitId, body.direction));
  serve(swipeEndpoints.undo, (call, { params }) => undoSwipe(call, params.outfitId));
}
