import type { Award } from "#contract/points.ts";
import type { LikeState, SaveState } from "#contract/reactions.ts";
import { transact, type Tx } from "#server/db/db.ts";
import type { RequestContext, AppContext } from "#server/http/context.ts";
import { requireMember } from "#server/http/require-member.ts";
import { perApp } from "#server/http/per-app.ts";
import { fail } from "#server/lib/app-error.ts";
import { createBatcher } from "#server/lib/batcher.ts";
import { notify, withdrawNotification } from "#server/notifications/notifications.service.ts";
import { changeTotalLikes, changeUserStyles } from "#server/counts/counts.service.ts";
import { lockMembers } from "#server/members/members.service.ts";
import { toOutfitViewer } from "#server/outfits/outfits.service.ts";
import { dropFeedPagesShowing } from "#server/outfits/page-cache.service.ts";
import { awardActions, noAward, insertRetractedActions } from "#server/points/points.service.ts";
import {
  applyReactions,
  lockReactedOutfits,
  type Outcome,
  type ReactionKind,
  type ReactionRequest,
  type ReactedOutfit,
} from "./reactions.store.ts";

/** The state after the request; the award is null if it changed or removed nothing new. */
interface Reaction {
  isOn: boolean;
  count: number;
  award: Award | null;
}

/** A write that belongs to a reaction, in its transaction, where outfit and member are locked. */
type Companion = (tx: Tx, isNew: boolean) => Promise<void>;

interface BatchedReaction extends ReactionRequest {
  companion?: Companion | undefined;
}

const actions = { like: "LIKE", save: "FAVORITE" } as const;

/** Concurrent reactions share one transaction; each caller gets their result after its commit. */
const reactionsOf = perApp((app: AppContext) => ({
  like: createReactionBatcher(app, "like"),
  save: createReactionBatcher(app, "save"),
}));

const createReactionBatcher = (app: AppContext, kind: ReactionKind) =>
  createBatcher<BatchedReaction, Reaction | null>({
    itemsMax: 200,
    inFlightMax: 1,
    run: (requests) => runReactions(app, kind, requests),
  });

/**
 * Likes or unlikes an outfit. Idempotent. Writes, in one transaction, the like, the counts of the outfit, its owner and
 * the member's styles, the points and the owner's notification. A like can be taken back also if the outfit is hidden by now.
 *
 * @param companion Runs in the same transaction; it knows whether the like was not there before.
 * @throws auth.required, outfit.not_found
 * @see docs/product.md#likes and docs/product.md#undoing
 */
export async function setLiked(
  context: RequestContext,
  outfitId: string,
  wants: boolean,
  companion?: Companion,
): Promise<LikeState> {
  const { isOn, count, award } = await react(context, "like", { outfitId, wants, companion });
  return { liked: isOn, likesCount: count, award };
}

/**
 * Takes a like of the caller's back, as `setLiked`; null if the outfit is gone, and then the companion has not run.
 *
 * @throws auth.required
 */
export async function withdrawLike(
  context: RequestContext,
  outfitId: string,
  companion: Companion,
): Promise<LikeState | null> {
  const reaction = await sendRequest(context, "like", { outfitId, wants: false, companion });
  return reaction && { liked: reaction.isOn, likesCount: reaction.count, award: reaction.award };
}

/**
 * Saves an outfit to the caller's closet, or removes it. Idempotent and atomic, as `setLiked`.
 *
 * @throws auth.required, outfit.not_found
 * @see docs/product.md#saves
 */
export async function setSaved(context: RequestContext, outfitId: string, wants: boolean): Promise<SaveState> {
  const { isOn, count, award } = await react(context, "save", { outfitId, wants });
  return { saved: isOn, savesCount: count, award };
}

async function react(
  context: RequestContext,
  kind: ReactionKind,
  wanted: Omit<BatchedReaction, "viewer">,
): Promise<Reaction> {
  return (await sendRequest(context, kind, wanted)) ?? fail("outfit.not_found");
}

function sendRequest(
  context: RequestContext,
  kind: ReactionKind,
  wanted: Omit<BatchedReaction, "viewer">,
): Promise<Reaction | null> {
  const viewer = { ...toOutfitViewer(context), userId: requireMember(context).userId };
  return reactionsOf(context)[kind]({ viewer, ...wanted });
}

/** A request that was applied. */
interface AppliedReaction extends Outcome, ReactedOutfit, Pick<BatchedReaction, "companion"> {
  userId: string;
  outfitId: string;
  isOn: boolean;
}

async function runReactions(
  app: AppContext,
  kind: ReactionKind,
  requests: BatchedReaction[],
): Promise<(Reaction | null)[]> {
  const { applied, awards } = await transact(app.db, async (tx) => {
    const done = await applyAll(tx, kind, requests);
    await updateCounts(tx, kind, done);
    for (const { companion, change } of done) await companion?.(tx, change === 1);
    const earned = await awardPoints(tx, app, kind, done);
    await notifyOwners(tx, app, kind, done);
    return { applied: done, awards: earned };
  });
  const changed = applied.filter((reaction) => reaction.change !== 0).map((reaction) => reaction.outfitId);
  if (changed.length > 0) dropFeedPagesShowing(app.pool, changed);
  const reactions = requests.map((): Reaction | null => null);
  for (const reaction of applied) {
    // The count of an outfit that was hidden from the member is none of theirs.
    const count = reaction.isVisible ? reaction.count : 0;
    reactions[reaction.place] = { isOn: reaction.isOn, count, award: awards.get(reaction) ?? null };
  }
  return reactions;
}

/** Applies the requests in order and records retracted ones. Lock order: outfits, then members. */
async function applyAll(tx: Tx, kind: ReactionKind, requests: BatchedReaction[]): Promise<AppliedReaction[]> {
  const outfits = await lockReactedOutfits(tx, kind, requests);
  const owners = [...outfits.values()].map((outfit) => outfit.ownerId);
  const present = await lockMembers(tx, [...new Set([...owners, ...requests.map((request) => request.viewer.userId)])]);

  const applied: AppliedReaction[] = [];
  for (const round of toRounds(requests)) {
    const permitted = round.flatMap(({ place, request }) => {
      const outfit = outfits.get(place);
      // One member whose account is being deleted must not fail the reactions of all others in the batch.
      return outfit && present.has(request.viewer.userId) ? [{ request, outfit }] : [];
    });
    const outcomes = await applyReactions(
      tx,
      kind,
      permitted.map(({ request }) => request),
    );
    const done = permitted.flatMap(({ request, outfit }, index): AppliedReaction[] => {
      const outcome = outcomes[index];
      const { outfitId, wants: isOn, viewer, companion } = request;
      return outcome ? [{ ...outcome, ...outfit, userId: viewer.userId, outfitId, isOn, companion }] : [];
    });
    const retracted = done.filter((reaction) => reaction.change === -1);
    if (retracted.length > 0) {
      await insertRetractedActions(
        tx,
        retracted.map(({ userId, outfitId }) => ({ userId, outfitId, action: actions[kind] })),
      );
    }
    applied.push(...done);
  }
  return applied;
}

/** Splits the requests into rounds with at most one per member and outfit; a second one goes into the second round. */
function toRounds(requests: BatchedReaction[]): { place: number; request: BatchedReaction }[][] {
  const rounds: { place: number; request: BatchedReaction }[][] = [];
  const spoken = new Map<string, number>();
  for (const [place, request] of requests.entries()) {
    const key = `${request.viewer.userId} ${request.outfitId}`;
    const round = spoken.get(key) ?? 0;
    spoken.set(key, round + 1);
    (rounds[round] ??= []).push({ place, request });
  }
  return rounds;
}

/** The counts that likes change outside `outfits`. Saves change only the outfit's count. */
async function updateCounts(tx: Tx, kind: ReactionKind, applied: AppliedReaction[]): Promise<void> {
  const changes = applied.filter((reaction) => reaction.change !== 0);
  if (kind !== "like" || changes.length === 0) return;
  await changeTotalLikes(
    tx,
    // A hidden outfit is in no count.
    changes.filter(({ isActive }) => isActive).map(({ ownerId, change }) => ({ userId: ownerId, by: change })),
  );
  await changeUserStyles(
    tx,
    changes.map(({ userId, styleId, change }) => ({ userId, styleId, by: change })),
  );
}

/** Whether a reaction earns points and notifies: new, on another member's outfit, and for the first time. */
const isFirst = (reaction: AppliedReaction) =>
  reaction.change === 1 && reaction.userId !== reaction.ownerId && !reaction.isRepeated;

async function awardPoints(
  tx: Tx,
  app: AppContext,
  kind: ReactionKind,
  applied: AppliedReaction[],
): Promise<Map<AppliedReaction, Award>> {
  const awards = new Map<AppliedReaction, Award>();
  for (const reaction of applied) {
    if (reaction.change !== 1) continue;
    awards.set(reaction, noAward(reaction.userId === reaction.ownerId ? "own_outfit" : "already_awarded"));
  }
  const earning = applied.filter(isFirst);
  if (earning.length === 0) return awards;
  const paid = await awardActions(
    tx,
    app,
    actions[kind],
    earning.map(({ userId, outfitId, ownerId }) => ({ userId, key: outfitId, outfitId, counterpartId: ownerId })),
  );
  for (const [index, reaction] of earning.entries()) {
    const award = paid[index];
    if (award) awards.set(reaction, award);
  }
  return awards;
}

/** Notifies owners of likes, or withdraws the notification of a retracted like. Saves notify no one. */
async function notifyOwners(tx: Tx, app: AppContext, kind: ReactionKind, applied: AppliedReaction[]): Promise<void> {
  if (kind !== "like") return;
  const notifications = applied.filter(isFirst).map(({ ownerId, userId, outfitId }) => ({
    userId: ownerId,
    type: "like" as const,
    actorId: userId,
    referenceId: outfitId,
  }));
  await notify(tx, app, notifications);
  for (const { ownerId, userId, outfitId } of applied.filter((reaction) => reaction.change === -1)) {
    await withdrawNotification(tx, app, { userId: ownerId, actorId: userId, type: "like", referenceId: outfitId });
  }
}
