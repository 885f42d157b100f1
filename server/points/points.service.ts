import type { Award } from "#contract/outfits.ts";
import type { Tx } from "#server/db/db.ts";
import type { World } from "#server/http/call.ts";
import { newId } from "#server/lib/ids.ts";
import {
  type AwardHistory,
  awardRules,
  drawPoints,
  findObstacle,
  noAward,
  type RewardedAction,
  scoreAfterPost,
} from "./points-rules.service.ts";
import {
  insertLedgerEntries,
  insertRetractedDeeds,
  lockMembers,
  readActivity,
  readEarnings,
  readHistories,
  takePoints,
  writeActivity,
} from "./points.store.ts";

export { lockMembers, insertRetractedDeeds as rememberRetractedDeeds, takePoints as holdPoints };
export { noAward } from "./points-rules.service.ts";

/** A deed that may be rewarded. It must have happened in the same transaction, by this member. */
export interface Deed {
  userId: string;
  /** What makes it the same deed when it comes again: an outfit's id, a comment's id, a link's address. */
  key: string;
  outfitId: string | null;
}

/** What the engine needs of the world. */
export type Engine = Pick<World, "clock" | "random">;

/** What one deed earned; see `awardDeeds`. */
export async function awardDeed(tx: Tx, engine: Engine, action: RewardedAction, deed: Deed): Promise<Award> {
  const [award] = await awardDeeds(tx, engine, action, [deed]);
  return award ?? noAward("chance");
}

/**
 * What each of these deeds earned, in their order: chance first, then the day's limit and the cool-down, then whether the
 * deed was rewarded before. Writes `points_ledger` and `profiles.points`; holds the winners' profile rows.
 *
 * @see decisions.md "Points: one engine in which both explainers are true"
 */
export async function awardDeeds(tx: Tx, engine: Engine, action: RewardedAction, deeds: Deed[]): Promise<Award[]> {
  const drawn = deeds.map((deed) => ({ deed, points: drawPoints(action, engine.random) }));
  const winners = [...new Set(drawn.filter(({ points }) => points > 0).map(({ deed }) => deed.userId))];
  if (winners.length === 0) return deeds.map(() => noAward("chance"));

  const now = engine.clock.now();
  await lockMembers(tx, winners);
  const histories = await readHistories(tx, winners, action, reach(action, now));
  const decided = drawn.map(({ deed, points }) => decide({ action, deed, points, histories, now }));
  const entries = decided.flatMap(({ entry }) => (entry ? [entry] : []));
  const written = entries.length > 0 ? await insertLedgerEntries(tx, entries, now) : new Set<string>();
  return decided.map(({ award, entry }) => (entry && !written.has(entry.id) ? noAward("already_awarded") : award));
}

/** How far back a decision looks: over this day (UTC) and over the cool-down, which may have begun before midnight. */
function reach(action: RewardedAction, now: Date): { dayStart: Date; since: Date } {
  const dayStart = new Date(now);
  dayStart.setUTCHours(0, 0, 0, 0);
  const coolDownStart = now.getTime() - awardRules[action].cooldownSeconds * 1_000;
  return { dayStart, since: new Date(Math.min(dayStart.getTime(), coolDownStart)) };
}

/** Decides one drawn deed, and notes an award in `histories`, so that the next deed of the same member meets it. */
function decide(drawn: {
  action: RewardedAction;
  deed: Deed;
  points: number;
  histories: Map<string, AwardHistory>;
  now: Date;
}) {
  const { action, deed, points, histories, now } = drawn;
  if (points === 0) return { award: noAward("chance") };
  const history = histories.get(deed.userId) ?? { lastAwardAt: null, awardsToday: 0 };
  const obstacle = findObstacle(action, history, now);
  if (obstacle) return { award: noAward(obstacle) };
  histories.set(deed.userId, { lastAwardAt: now, awardsToday: history.awardsToday + 1 });
  const award: Award = { success: true, pointsAwarded: points, reason: null };
  const { userId, key, outfitId } = deed;
  return { award, entry: { id: newId(), userId, action, points, deed: key, outfitId } };
}

/** Raises a member's activity score for a posted outfit. Writes `profiles`. */
export async function raiseActivity(tx: Tx, engine: Engine, userId: string): Promise<void> {
  const now = engine.clock.now();
  const { score, writtenAt } = await readActivity(tx, userId);
  await writeActivity(tx, userId, scoreAfterPost(score, writtenAt, now), now);
}

/**
 * Takes back what a member earned through an outfit that is being deleted, as far as the balance bears it: points that
 * are already redeemed stay spent. Writes a REVERSAL row of `points_ledger` and `profiles.points`.
 */
export async function reverseAwards(tx: Tx, engine: Engine, userId: string, outfitId: string): Promise<void> {
  const { earned, balance } = await readEarnings(tx, userId, outfitId);
  const points = Math.min(earned, balance);
  if (points <= 0) return;
  const entry = { id: newId(), userId, action: "REVERSAL" as const, points: -points, deed: outfitId, outfitId };
  await insertLedgerEntries(tx, [entry], engine.clock.now());
}
