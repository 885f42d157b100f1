import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { OutfitCard } from "./outfits.ts";
import { Id } from "./page.ts";
import { LikeState } from "./reactions.ts";

export const SwipeDirection = z.enum(["like", "pass"]);
export type SwipeDirection = z.infer<typeof SwipeDirection>;

/** The state of the like that the swipe added or removed; null if likes did not change. */
export const SwipeOutcome = z.object({ like: LikeState.nullable() });
export type SwipeOutcome = z.infer<typeof SwipeOutcome>;

const params = z.strictObject({ outfitId: Id });

export const swipeEndpoints = {
  deck: endpoint("GET", "/api/swipes/deck", {
    summary: "Lists the newest 50 outfits of others that the caller has not swiped; a pass returns after 30 days",
    reply: z.object({ items: z.array(OutfitCard) }),
    errors: ["auth.required"],
    // What the member has seen of the feed.
    isWriting: true,
  }),
  swipe: endpoint("PUT", "/api/outfits/:outfitId/swipe", {
    summary: "Records a swipe; to the right also likes the outfit. Idempotent",
    params,
    body: z.strictObject({ direction: SwipeDirection }),
    reply: SwipeOutcome,
    limit: "swipes",
    errors: ["auth.required", "outfit.not_found", "outfit.is_own", "rate.limited"],
  }),
  undo: endpoint("DELETE", "/api/outfits/:outfitId/swipe", {
    summary: "Undoes a swipe and the like that it created; the card returns to the deck",
    params,
    reply: SwipeOutcome,
    errors: ["auth.required"],
  }),
};
