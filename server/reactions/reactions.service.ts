import type { Award } from "#contract/outfits.ts";
import type { LikeState, SaveState } from "#contract/reactions.ts";
import { transact, type Tx } from "#server/db/db.ts";
import type { Call, World } from "#server/http/call.ts";
import { onePerWorld } from "#server/http/per-world.ts";
import { fail } from "#server/lib/app-error.ts";
import { createBatcher } from "#server/lib/batcher.ts";
import { announce, notify, unnotify } from "#server/notifications/notifications.service.ts";
import {
  changeTotalLikes,
  changeUserStyles,
  dropFeedPagesShowing,
  onlookerOf,
} from "#server/outfits/outfits.service.ts";
import { awardDeeds, lockMembers, noAward, rememberRetractedDeeds } from "#server/points/points.service.ts";
import {
  fulfilWishes,
  lockWishedOutfits,
  type Outcome,
  type ReactionKind,
  type Wish,
  type WishedOutfit,
} from "./reactions.store.ts";

/** How a reaction stands after the deed; the award is null where the deed changed nothing or took something back. */
interface Reaction {
  isOn: boolean;
  count: number;
  award: Award | null;
}

const actions = { like: "LIKE", save: "FAVORITE" } as const;

/** All reactions of one moment go out as one transaction, and each member hears of their own after its commit. */
const reactionsOf = onePerWorld((world: World) => ({
  like: createReactionBatcher(world, "like"),
  save: createReactionBatcher(world, "save"),
}));

const createReactionBatcher = (world: World, kind: ReactionKind) =>
  createBatcher<Wish, Reaction | null>({
    itemsMax: 200,
    inFlightMax: 1,
    run: (wishes) => runWishes(world, kind, wishes),
  });

/**
 * Likes an outfit, or takes the like back; the same again changes nothing. In one transaction: the like, the counts of the
 * outfit, of its owner and of the member's styles, the points, the owner's notice.
 *
 * @throws auth.required, outfit.not_found, rate.limited
 * @see Spec §4 "Like"; decisions.md "Like and save count" and "Undoing"
 */
export async function setLiked(call: Call, outfitId: string, wants: boolean): Promise<LikeState> {
  const { isOn, count, award } = await react(call, "like", outfitId, wants);
  return { liked: isOn, likesCount: count, award };
}

/**
 * Saves an outfit to the caller's closet, or takes it out; the same again changes nothing. One transaction, as `setLiked`.
 *
 * @throws auth.required, outfit.not_found, rate.limited
 * @see Spec §4 "Save"
 */
export async function setSaved(call: Call, outfitId: string, wants: boolean): Promise<SaveState> {
  const { isOn, count, award } = await react(call, "save", outfitId, wants);
  return { saved: isOn, savesCount: count, award };
}

async function react(call: Call, kind: ReactionKind, outfitId: string, wants: boolean): Promise<Reaction> {
  const viewer = call.viewer ?? fail("auth.required");
  if (wants) await call.rateLimiter.spend("likes", { key: viewer.userId, isNew: viewer.isNew });
  const onlooker = { ...onlookerOf(call), userId: viewer.userId };
  const reaction = await reactionsOf(call)[kind]({ onlooker, outfitId, wants });
  return reaction ?? fail("outfit.not_found");
}

/** A wish about an outfit that its member may see, fulfilled. */
interface Deed extends Outcome, WishedOutfit {
  userId: string;
  outfitId: string;
  isOn: boolean;
}

async function runWishes(world: World, kind: ReactionKind, wishes: Wish[]): Promise<(Reaction | null)[]> {
  const { deeds, awards, told } = await transact(world.db, async (tx) => {
    const done = await fulfil(tx, kind, wishes);
    await keepCounts(tx, kind, done);
    return { deeds: done, awards: await pay(tx, world, kind, done), told: await tellOwners(tx, kind, done) };
  });
  const changed = deeds.filter((deed) => deed.change !== 0).map((deed) => deed.outfitId);
  if (changed.length > 0) dropFeedPagesShowing(world.pool, changed);
  // The deeds are done; a badge that could not be told of them is right again at its next look.
  announce(world, told).catch(() => undefined);

  const reactions = wishes.map((): Reaction | null => null);
  for (const deed of deeds) {
    reactions[deed.place] = { isOn: deed.isOn, count: deed.count, award: awards.get(deed) ?? null };
  }
  return reactions;
}

/** Fulfils the wishes in their order and remembers what was taken back. Outfits are locked first, then members. */
async function fulfil(tx: Tx, kind: ReactionKind, wishes: Wish[]): Promise<Deed[]> {
  const outfits = await lockWishedOutfits(tx, wishes);
  const owners = [...outfits.values()].map((outfit) => outfit.ownerId);
  await lockMembers(tx, [...new Set([...owners, ...wishes.map((wish) => wish.onlooker.userId)])]);

  const deeds: Deed[] = [];
  for (const round of toRounds(wishes)) {
    const visible = round.flatMap(({ place, wish }) => {
      const outfit = outfits.get(place);
      return outfit ? [{ wish, outfit }] : [];
    });
    const outcomes = await fulfilWishes(
      tx,
      kind,
      visible.map(({ wish }) => wish),
    );
    const done = visible.flatMap(({ wish, outfit }, index): Deed[] => {
      const outcome = outcomes[index];
      const { outfitId, wants: isOn, onlooker } = wish;
      return outcome ? [{ ...outcome, ...outfit, userId: onlooker.userId, outfitId, isOn }] : [];
    });
    const retracted = done.filter((deed) => deed.change === -1);
    if (retracted.length > 0) {
      await rememberRetractedDeeds(
        tx,
        retracted.map(({ userId, outfitId }) => ({ userId, outfitId, action: actions[kind] })),
      );
    }
    deeds.push(...done);
  }
  return deeds;
}

/** The wishes in rounds in which each member speaks of each outfit once: the second wish of the two goes into the second. */
function toRounds(wishes: Wish[]): { place: number; wish: Wish }[][] {
  const rounds: { place: number; wish: Wish }[][] = [];
  const spoken = new Map<string, number>();
  for (const [place, wish] of wishes.entries()) {
    const key = `${wish.onlooker.userId} ${wish.outfitId}`;
    const round = spoken.get(key) ?? 0;
    spoken.set(key, round + 1);
    (rounds[round] ??= []).push({ place, wish });
  }
  return rounds;
}

/** What follows from a like for the counts of others; saves count on the outfit alone. */
async function keepCounts(tx: Tx, kind: ReactionKind, deeds: Deed[]): Promise<void> {
  const changes = deeds.filter((deed) => deed.change !== 0);
  if (kind !== "like" || changes.length === 0) return;
  await changeTotalLikes(
    tx,
    changes.map(({ ownerId, change }) => ({ userId: ownerId, by: change })),
  );
  await changeUserStyles(
    tx,
    changes.map(({ userId, styleId, change }) => ({ userId, styleId, by: change })),
  );
}

/** Whether a deed is one that earns and is told of: new, on somebody else's outfit, and done for the first time. */
const isFirst = (deed: Deed) => deed.change === 1 && deed.userId !== deed.ownerId && !deed.isRepeated;

async function pay(tx: Tx, world: World, kind: ReactionKind, deeds: Deed[]): Promise<Map<Deed, Award>> {
  const awards = new Map<Deed, Award>();
  for (const deed of deeds) {
    if (deed.change !== 1) continue;
    awards.set(deed, noAward(deed.userId === deed.ownerId ? "own_outfit" : "already_awarded"));
  }
  const earning = deeds.filter(isFirst);
  if (earning.length === 0) return awards;
  const paid = await awardDeeds(
    tx,
    world,
    actions[kind],
    earning.map(({ userId, outfitId }) => ({ userId, key: outfitId, outfitId })),
  );
  for (const [index, deed] of earning.entries()) {
    const award = paid[index];
    if (award) awards.set(deed, award);
  }
  return awards;
}

/** Tells owners of likes, or takes the notice of a like back; nobody is told of a save. */
async function tellOwners(tx: Tx, kind: ReactionKind, deeds: Deed[]): Promise<string[]> {
  if (kind !== "like") return [];
  const notices = deeds.filter(isFirst).map(({ ownerId, userId, outfitId }) => ({
    userId: ownerId,
    type: "like" as const,
    actorId: userId,
    referenceId: outfitId,
  }));
  const told = await notify(tx, notices);
  for (const { ownerId, userId, outfitId } of deeds.filter((deed) => deed.change === -1)) {
    told.push(...(await unnotify(tx, { userId: ownerId, actorId: userId, type: "like", referenceId: outfitId })));
  }
  return told;
}
