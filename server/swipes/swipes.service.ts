import { limits } from "#contract/limits.ts";
import type { SwipeDirection, SwipeOutcome } from "#contract/swipes.ts";
import type { Call } from "#server/http/call.ts";
import type { PreparedReply } from "#server/http/serve.ts";
import { fail } from "#server/lib/app-error.ts";
import { replyWithCards } from "#server/outfits/card-lists.service.ts";
import { findVisibleOutfit, onlookerOf } from "#server/outfits/outfits.service.ts";
import { setLiked } from "#server/reactions/reactions.service.ts";
import { type DeckCard, forgetStretch, growStretch, listDeck, readStretch, type Stretch } from "./deck.store.ts";
import { deleteSwipe, findSwipe, insertSwipe } from "./swipes.store.ts";

export { forgetStretches } from "./deck.store.ts";

/**
 * The newest 50 listed outfits of others that the caller has not swiped, without blocked and muted members'; a pass comes
 * back after 30 days. Remembers how far down the feed nothing is left, so that it costs the same after any number of swipes.
 *
 * @throws auth.required
 * @see Spec §4 "Swipe"; decisions.md "Swipe feed excludes only own outfits"; performance.md 2e
 */
export async function readDeck(call: Call): Promise<PreparedReply> {
  const userId = call.userId ?? fail("auth.required");
  const stretch = await readStretch(call.pool, userId);
  const cards = await listDeck(call.pool, userId, stretch);
  await keepStretch(call, userId, stretch, cards);
  return replyWithCards(
    call,
    cards.map((card) => card.id),
  );
}

/** Takes in what this deck has shown: newer cards become leftovers of the stretch, and it reaches down to the next card. */
async function keepStretch(call: Call, userId: string, stretch: Stretch, cards: DeckCard[]): Promise<void> {
  const newer = cards.filter((card) => card.part === "newer");
  if (newer.length === limits.swipeDeckItems) {
    // So much is new that a fresh stretch from the top is better than leftovers without end.
    if (stretch.isStored) await forgetStretch(call.pool, userId, stretch);
    return;
  }
  const below = cards.find((card) => card.part === "older");
  const oldest = below ?? (cards.length < limits.swipeDeckItems ? "end" : stretch.oldest);
  const settled = newer.filter((card) => card.createdAt < stretch.settledAt);
  await growStretch(call.pool, userId, stretch, { oldest, leftovers: settled });
}

/**
 * Records a swipe once. A like also likes the outfit, with its count, points and notice. A like that comes after a pass
 * replaces it, a pass after a like changes nothing.
 *
 * @throws auth.required, outfit.not_found, outfit.is_own, rate.limited
 */
export async function swipe(call: Call, outfitId: string, direction: SwipeDirection): Promise<SwipeOutcome> {
  const viewer = call.viewer ?? fail("auth.required");
  await call.rateLimiter.spend("swipes", { key: viewer.userId, isNew: viewer.isNew });
  const outfit = (await findVisibleOutfit(call.db, onlookerOf(call), outfitId)) ?? fail("outfit.not_found");
  if (outfit.ownerId === viewer.userId) fail("outfit.is_own");
  // First the like: a swipe that stands without its like would be lost, a like whose swipe is sent again is not.
  const like = direction === "like" ? await setLiked(call, outfitId, true) : null;
  const hasMadeLike = like !== null && like.award !== null;
  await insertSwipe(call.db, { userId: viewer.userId, outfitId, direction, hasMadeLike });
  return { like };
}

/**
 * Takes a swipe back, and the like if the swipe made it. Without a swipe nothing changes.
 *
 * @throws auth.required, outfit.not_found for a like on an outfit that is hidden from the caller by now
 */
export async function undoSwipe(call: Call, outfitId: string): Promise<SwipeOutcome> {
  const userId = call.userId ?? fail("auth.required");
  const found = await findSwipe(call.db, userId, outfitId);
  const like = found?.hasMadeLike ? await setLiked(call, outfitId, false) : null;
  if (found) await deleteSwipe(call.db, userId, outfitId);
  return { like };
}
