import { limits } from "#contract/limits.ts";
import type { SwipeDirection, SwipeOutcome } from "#contract/swipes.ts";
import type { Db } from "#server/db/db.ts";
import type { RequestContext } from "#server/http/context.ts";
import { spendLimit } from "#server/http/rate-limit.ts";
import { requireMember } from "#server/http/require-member.ts";
import type { SerializedReply } from "#server/http/serve.ts";
import { fail } from "#server/lib/app-error.ts";
import { replyWithCards } from "#server/outfits/card-lists.service.ts";
import { findVisibleOutfit, toOutfitViewer } from "#server/outfits/outfits.service.ts";
import { setLiked, withdrawLike } from "#server/reactions/reactions.service.ts";
import {
  type DeckCard,
  resetSeenRange,
  extendSeenRange,
  listDeck,
  getSeenRange,
  type SeenRange,
} from "./deck.store.ts";
import { deleteSwipe, findSwipe, insertSwipe } from "./swipes.store.ts";

export { resetSeenRanges } from "./deck.store.ts";

/**
 * The newest 50 listed outfits of others that the caller has not swiped, without blocked and muted members'; a pass
 * returns after 30 days. Stores the seen range, so that the cost does not depend on the number of swipes.
 *
 * @throws auth.required
 * @see docs/product.md#swipe-deck and docs/performance.md#swipe-deck
 */
export async function getDeck(context: RequestContext): Promise<SerializedReply> {
  const { userId } = requireMember(context);
  const seenRange = await getSeenRange(context.pool, userId);
  const cards = await listDeck(context.pool, userId, seenRange);
  await recordSeenCards(context, userId, seenRange, cards);
  return replyWithCards(
    context,
    cards.map((card) => card.id),
  );
}

/** Extends the seen range by this deck: newer cards join the backlog, and the range ends before the next card. */
async function recordSeenCards(
  context: RequestContext,
  userId: string,
  seenRange: SeenRange,
  cards: DeckCard[],
): Promise<void> {
  const newer = cards.filter((card) => card.part === "newer");
  if (newer.length === limits.swipeDeckItems) {
    // Too much is new for the backlog: start a new range from the top.
    if (seenRange.isStored) await resetSeenRange(context.pool, userId, seenRange);
    return;
  }
  const below = cards.find((card) => card.part === "older");
  const oldest = below ?? (cards.length < limits.swipeDeckItems ? "end" : seenRange.oldest);
  const settled = newer.filter((card) => card.createdAt < seenRange.settledAt);
  await extendSeenRange(context.pool, userId, seenRange, { oldest, backlog: settled });
}

/**
 * Records a swipe. Idempotent. A like also likes the outfit, with its count, points and notification, atomically. A later like
 * replaces a pass; a pass after a like changes nothing.
 *
 * @throws auth.required, outfit.not_found, outfit.is_own, rate.limited
 */
export async function swipe(
  context: RequestContext,
  outfitId: string,
  direction: SwipeDirection,
): Promise<SwipeOutcome> {
  const viewer = requireMember(context);
  const outfit = (await findVisibleOutfit(context.db, toOutfitViewer(context), outfitId)) ?? fail("outfit.not_found");
  if (outfit.ownerId === viewer.userId) fail("outfit.is_own");
  const made = { userId: viewer.userId, outfitId, direction };
  if (direction === "pass") {
    await insertSwipe(context.db, { ...made, hasMadeLike: false });
    return { like: null };
  }
  await spendLimit(context, "likes");
  const like = await setLiked(context, outfitId, true, (tx, isNew) => insertSwipe(tx, { ...made, hasMadeLike: isNew }));
  return { like };
}

/**
 * Undoes a swipe, and the like if the swipe created it, atomically, also if the outfit is hidden by now. Idempotent.
 *
 * @throws auth.required
 */
export async function undoSwipe(context: RequestContext, outfitId: string): Promise<SwipeOutcome> {
  const { userId } = requireMember(context);
  const found = await findSwipe(context.db, userId, outfitId);
  const remove = (db: Db) => deleteSwipe(db, userId, outfitId);
  const like = found?.hasMadeLike ? await withdrawLike(context, outfitId, remove) : null;
  if (found && !like) await remove(context.db);
  return { like };
}
