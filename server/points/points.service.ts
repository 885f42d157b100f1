import { limits } from "#contract/limits.ts";
import type { Award } from "#contract/points.ts";
import { collectForCommit, type Db, type Tx } from "#server/db/db.ts";
import type { AppContext } from "#server/http/context.ts";
import { newId } from "#server/lib/ids.ts";
import { toLinkKey } from "./link-keys.ts";
import { pointsDayAt } from "./points-days.ts";
import {
  activityAfterPost,
  type AwardHistory,
  awardRules,
  drawPoints,
  findObstacle,
  noAward,
  type RewardedAction,
} from "./points-rules.ts";
import {
  insertCorrection,
  addPoints,
  changeOwed,
  findAccount,
  findAward,
  getOutfitEarnings,
  holdPoints as holdInStore,
  type HistoryRange,
  insertLedgerEntries,
  storeOutfitTitle,
  type LedgerEntry,
  listBalances,
  listHistories,
  listPairAwards,
  lockAccounts,
  pairKey,
  type PointsAccount,
  getActivity,
  writeActivity,
} from "./points.store.ts";

export { forgetMemberInLedgers, insertRetractedActions } from "./points.store.ts";
export { noAward } from "./points-rules.ts";

/**
 * A member's balance: what the ledger sums up to, less what redemptions hold or have spent.
 *
 * @throws Error when there is no such member
 */
export async function getBalance(db: Db, userId: string): Promise<number> {
  const balance = (await listBalances(db, [userId])).get(userId);
  if (balance === undefined) throw new Error(`Member ${userId} has no profile`);
  return balance;
}

/** A member's IANA time zone, whose midnight starts their day; UTC until a browser reports one. */
export async function getTimeZone(db: Db, userId: string): Promise<string> {
  return (await findAccount(db, userId))?.timeZone ?? "UTC";
}

/** Deducts points from a member's balance, or nothing if it is too small. Writes `profiles.points`. */
export async function holdPoints(tx: Tx, engine: Engine, userId: string, points: number): Promise<boolean> {
  const isHeld = await holdInStore(tx, userId, points);
  if (isHeld) sendBalances(tx, engine, [userId]);
  return isHeld;
}

/**
 * Returns the points that a redemption held to the member; debts from deleted posts are settled first. Locks their
 * profile row; writes `profiles` and, where something was owed, `points_ledger`.
 *
 * @returns How many of them a debt took.
 */
export async function returnPoints(tx: Tx, engine: Engine, userId: string, points: number): Promise<number> {
  const account = (await lockAccounts(tx, [userId])).get(userId);
  if (!account) throw new Error(`Member ${userId} has no profile`);
  await addPoints(tx, userId, points);
  const settledPoints = await settleOwed(tx, engine, account);
  sendBalances(tx, engine, [userId]);
  return settledPoints;
}

/**
 * Sends the balances of these members to their open tabs after the commit. It never fails, since what is done is done and the
 * tabs fetch what they missed when they reconnect.
 */
const sendBalances = collectForCommit(async (app: Engine, userIds: string[]) => {
  const balances = await listBalances(app.db, userIds).catch(() => new Map<string, number>());
  for (const [userId, balance] of balances) app.live.emitToMembers([userId], "points", { balance });
});

/** An action that may be rewarded. It must have happened in the same transaction, by this member. */
export interface EarningAction {
  userId: string;
  /** Identifies the action, so a repetition earns nothing: an outfit's id, a comment's id, a link's key. */
  key: string;
  outfitId: string | null;
  /** The other member on whose outfit or event it happened; awards with one member are capped per day. */
  counterpartId?: string;
  /** What the ledger calls it; an outfit's title needs no naming. */
  title?: string;
}

/** What the engine needs of the running server; whatever changes a balance sends it to the member's tabs after the commit. */
export type Engine = Pick<AppContext, "clock" | "random" | "db" | "live">;

/** What one action earned; see `awardActions`. */
export async function awardAction(
  tx: Tx,
  engine: Engine,
  action: RewardedAction,
  earning: EarningAction,
): Promise<Award> {
  const [award] = await awardActions(tx, engine, action, [earning]);
  return award ?? noAward("chance");
}

/**
 * What each of these actions earned, in their order: chance first, then the day's limit, the cool-down and the limit for
 * one counterpart, then whether the action was rewarded before. Writes `points_ledger` and `profiles`; locks the winners'
 * profile rows.
 */
export async function awardActions(
  tx: Tx,
  engine: Engine,
  action: RewardedAction,
  earnings: EarningAction[],
): Promise<Award[]> {
  const drawn = earnings.map((earning) => ({ earning, points: drawPoints(action, engine.random) }));
  const winners = drawn.filter(({ points }) => points > 0).map(({ earning }) => earning);
  if (winners.length === 0) return earnings.map(() => noAward("chance"));

  const now = engine.clock.now();
  const accounts = await lockAccounts(tx, [...new Set(winners.map((earning) => earning.userId))]);
  const state = await loadDecisionState(tx, action, {
    accounts,
    now,
    hasPairs: winners.some((earning) => earning.counterpartId),
  });
  const decided = drawn.map(({ earning, points }) => decide(state, earning, points));
  const entries = decided.flatMap(({ entry }) => (entry ? [entry] : []));
  if (entries.length === 0) return decided.map(({ award }) => award);
  const written = await insertLedgerEntries(tx, entries, now);
  const paid = new Set(entries.filter((entry) => written.has(entry.id)).map((entry) => entry.userId));
  for (const account of accounts.values()) if (paid.has(account.userId)) await settleOwed(tx, engine, account);
  sendBalances(tx, engine, [...paid]);
  return decided.map(({ award, entry }) => (entry && !written.has(entry.id) ? noAward("already_awarded") : award));
}

/**
 * What an action would earn a member right now, and the draw before limits. Applies the same rules, writes nothing and
 * takes no lock.
 */
export async function previewAward(
  db: Db,
  engine: Engine,
  action: RewardedAction,
  userId: string,
): Promise<{ award: Award; pointsDrawn: number }> {
  const pointsDrawn = drawPoints(action, engine.random);
  const account = await findAccount(db, userId);
  if (!account) throw new Error(`Member ${userId} has no profile`);
  const accounts = new Map([[userId, account]]);
  const state = await loadDecisionState(db, action, { accounts, now: engine.clock.now(), hasPairs: false });
  const { award } = decide(state, { userId, key: newId(), outfitId: null }, pointsDrawn || 1);
  // What stands in the way of any award is worth more to know than that this draw was lost.
  return { pointsDrawn, award: award.success && pointsDrawn === 0 ? noAward("chance") : award };
}

/** What the decisions of one moment look at; each decision adds its own award to it. */
interface DecisionState {
  action: RewardedAction;
  now: Date;
  dayStarts: Map<string, Date>;
  histories: Map<string, AwardHistory>;
  pairAwards: Map<string, number>;
}

async function loadDecisionState(
  db: Db,
  action: RewardedAction,
  { accounts, now, hasPairs }: { accounts: Map<string, PointsAccount>; now: Date; hasPairs: boolean },
): Promise<DecisionState> {
  const ranges = [...accounts.values()].map((account) => rangeOf(action, account, now));
  return {
    action,
    now,
    dayStarts: new Map(ranges.map(({ userId, dayStart }) => [userId, dayStart])),
    histories: await listHistories(db, action, ranges),
    pairAwards: hasPairs ? await listPairAwards(db, ranges) : new Map(),
  };
}

/** How far back a decision looks: over the member's day and over the cool-down, which may have begun before midnight. */
function rangeOf(action: RewardedAction, account: PointsAccount, now: Date): HistoryRange {
  const { userId, timeZone } = account;
  const { startedAt: dayStart } = pointsDayAt(timeZone, account.dayStart, now);
  const coolDownStart = now.getTime() - awardRules[action].cooldownSeconds * 1_000;
  return { userId, dayStart, since: new Date(Math.min(dayStart.getTime(), coolDownStart)) };
}

/** Decides one drawn action, and records an award in the state, so that it counts for the next action of the same member. */
function decide(state: DecisionState, earning: EarningAction, points: number): { award: Award; entry?: LedgerEntry } {
  if (points === 0) return { award: noAward("chance") };
  const { action, now, histories, pairAwards } = state;
  const { userId, key, outfitId, counterpartId, title } = earning;
  const dayStart = state.dayStarts.get(userId);
  if (!dayStart) throw new Error(`Member ${userId} has no profile`);
  const history = histories.get(userId) ?? { lastAwardAt: null, awardsToday: 0 };
  const obstacle = findObstacle(action, history, now);
  if (obstacle) return { award: noAward(obstacle) };
  if (counterpartId !== undefined) {
    const pair = pairKey(userId, counterpartId);
    const awards = pairAwards.get(pair) ?? 0;
    if (awards >= limits.awardsPerPairPerDayMax) return { award: noAward("pair_limit") };
    pairAwards.set(pair, awards + 1);
  }
  histories.set(userId, { lastAwardAt: now, awardsToday: history.awardsToday + 1 });
  return {
    award: { success: true, pointsAwarded: points, reason: null },
    entry: {
      id: newId(),
      userId,
      action,
      points,
      subject: key,
      outfitId,
      title: title ?? null,
      counterpartId: counterpartId ?? null,
      dayStart,
    },
  };
}

/**
 * Pays a shop link of a posted outfit: once for a member and page, however the address is written.
 *
 * @param productUrl A valid https address.
 */
export function awardLink(
  tx: Tx,
  engine: Engine,
  link: { userId: string; outfitId: string; productUrl: string },
): Promise<Award> {
  const { userId, outfitId, productUrl } = link;
  return awardAction(tx, engine, "TAG_LINK", { userId, key: toLinkKey(productUrl), outfitId });
}

/**
 * Pays a member for an event that they attended, once per event; in the transaction that confirms it.
 */
export function awardAttendance(
  tx: Tx,
  engine: Engine,
  attendance: { userId: string; eventId: string; title: string; organiserId: string | null },
): Promise<Award> {
  const { userId, eventId, title, organiserId } = attendance;
  return awardAction(tx, engine, "ATTEND_EVENT", {
    userId,
    key: eventId,
    outfitId: null,
    title,
    ...(organiserId === null ? {} : { counterpartId: organiserId }),
  });
}

/** Raises a member's activity score for an outfit posted at a time. Writes `profiles`. */
export async function raiseActivity(tx: Tx, userId: string, postedAt: Date): Promise<void> {
  await writeActivity(tx, userId, activityAfterPost(await getActivity(tx, userId), postedAt));
}

/**
 * Adds an entry that gives points and settles debts from them; false if its subject has an entry. Writes `points_ledger`
 * and `profiles`; locks the member's row.
 */
export async function payEntry(tx: Tx, engine: Engine, entry: LedgerEntry): Promise<boolean> {
  const written = await insertLedgerEntries(tx, [entry], engine.clock.now());
  if (!written.has(entry.id)) return false;
  const account = (await lockAccounts(tx, [entry.userId])).get(entry.userId);
  if (account) await settleOwed(tx, engine, account);
  sendBalances(tx, engine, [entry.userId]);
  return true;
}

/**
 * Adds a correction by an admin to a member's ledger; points that it gives settle debts first. Writes `points_ledger` and
 * `profiles`.
 *
 * @param correction.id Generated by the API client, which makes the call idempotent.
 * @returns `known`: this very correction was made before; `taken`: the id belongs to another entry.
 */
export async function correctBalance(
  tx: Tx,
  engine: Engine,
  correction: { id: string; userId: string; points: number; note: string },
): Promise<"done" | "known" | "taken" | "too_few"> {
  const account = (await lockAccounts(tx, [correction.userId])).get(correction.userId);
  const outcome = await insertCorrection(tx, correction, engine.clock.now());
  if (outcome !== "done") return outcome;
  if (correction.points > 0 && account) await settleOwed(tx, engine, account);
  sendBalances(tx, engine, [correction.userId]);
  return outcome;
}

/**
 * Takes back what a member earned by posting an outfit and by its links, in the transaction that deletes it. What the
 * balance does not cover becomes a debt that the next points settle. Writes `points_ledger` and `profiles`.
 */
export async function reverseOutfitAwards(tx: Tx, engine: Engine, userId: string, outfitId: string): Promise<void> {
  const account = (await lockAccounts(tx, [userId])).get(userId);
  await storeOutfitTitle(tx, outfitId);
  const earned = await getOutfitEarnings(tx, userId, outfitId);
  if (account) await takeBack(tx, engine, account, { points: earned, subject: outfitId, outfitId });
}

/** Takes back what a comment earned its author, in the transaction that deletes it; as `reverseOutfitAwards`. */
export async function reverseCommentAward(
  tx: Tx,
  engine: Engine,
  comment: { id: string; authorId: string; outfitId: string },
): Promise<void> {
  const userId = comment.authorId;
  const award = await findAward(tx, { userId, action: "COMMENT", subject: comment.id });
  if (!award) return;
  const account = (await lockAccounts(tx, [userId])).get(userId);
  if (!account) return;
  await takeBack(tx, engine, account, { points: award.points, subject: comment.id, outfitId: comment.outfitId });
}

async function takeBack(
  tx: Tx,
  engine: Engine,
  account: PointsAccount,
  taken: { points: number; subject: string; outfitId: string },
): Promise<void> {
  const { userId, balance } = account;
  if (taken.points <= 0) return;
  const points = Math.min(taken.points, balance);
  if (points < taken.points) await changeOwed(tx, userId, taken.points - points);
  if (points === 0) return;
  const entry = { ...taken, id: newId(), userId, action: "REVERSAL" as const, points: -points };
  await insertLedgerEntries(tx, [entry], engine.clock.now());
  sendBalances(tx, engine, [userId]);
}

/**
 * Settles a member's debt from a balance that has just increased, as far as it covers it, and returns how much it took. The
 * member's row is locked.
 */
async function settleOwed(tx: Tx, engine: Engine, account: PointsAccount): Promise<number> {
  const { userId, owedPoints } = account;
  if (owedPoints === 0) return 0;
  const points = Math.min(owedPoints, await getBalance(tx, userId));
  if (points === 0) return 0;
  const id = newId();
  const entry = { id, userId, action: "REVERSAL" as const, points: -points, subject: id, outfitId: null };
  await insertLedgerEntries(tx, [entry], engine.clock.now());
  await changeOwed(tx, userId, -points);
  return points;
}
