import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { OutfitCard } from "./outfits.ts";
import { Id } from "./page.ts";
import { LikeState } from "./reactions.ts";

export const SwipeDirection = z.enum(["like", "pass"]);
export type SwipeDirection = z.infer<typeof SwipeDirection>;

/** How the like stands that came with the swipe, or went with it; null where the swipe left the likes alone. */
export const SwipeOutcome = z.object({ like: LikeState.nullable() });
export type SwipeOutcome = z.infer<typeof SwipeOutcome>;

const params = z.strictObject({ outfitId: Id });

export const swipeEndpoints = {
  deck: endpoint("GET", "/api/swipes/deck", {
    summary: "The newest 50 listed outfits of others that the caller has not swiped; a pass returns after 30 days",
    reply: z.object({ items: z.array(OutfitCard) }),
    errors: ["auth.required"],
  }),
  swipe: endpoint("PUT", "/api/outfits/:outfitId/swipe", {
    summary: "Records a swipe, a like with it; the same twice is once",
    params,
    body: z.strictObject({ direction: SwipeDirection }),
    reply: SwipeOutcome,
    errors: ["auth.required", "outfit.not_found", "outfit.is_own", "rate.limited"],
  }),
  undo: endpoint("DELETE", "/api/outfits/:outfitId/swipe", {
    summary: "Takes a swipe back, with the like that it made: the card is in the deck again",
    params,
    reply: SwipeOutcome,
    errors: ["auth.required", "outfit.not_found"],
  }),
};
