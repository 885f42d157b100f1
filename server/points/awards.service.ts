import type { AwardOutcome, AwardRequest, DryRun, dryRunSources } from "#contract/points.ts";
import type { RequestContext } from "#server/http/context.ts";
import { requireMember } from "#server/http/require-member.ts";
import { fail } from "#server/lib/app-error.ts";
import { findCommentId, hasOwnLink, hasReaction, ownsOutfit } from "./awards.store.ts";
import { recordVisit, subjectOf } from "./daily-login.service.ts";
import { pointsDayAt } from "./points-days.ts";
import { toLinkKey } from "./link-keys.ts";
import { noAward } from "./points-rules.ts";
import { previewAward } from "./points.service.ts";
import { findAccount, findAward } from "./points.store.ts";

/**
 * Awards the first visit of the caller's day, or returns what an action of theirs earned. Amounts, members and actions that
 * did not happen cannot be named: everything but the daily login is only looked up.
 *
 * @throws auth.required
 */
export async function requestAward(context: RequestContext, request: AwardRequest): Promise<AwardOutcome> {
  const { userId } = requireMember(context);
  if (request.source === "DAILY_LOGIN") {
    const { award, bonus, streak, nextLoginAt } = await recordVisit(context, userId, request.timeZone ?? null);
    return { ...award, bonus, streak, nextLoginAt: nextLoginAt.toISOString() };
  }
  const subject = await findSubject[request.source](context, userId, request.metadata);
  return { ...(await lookUp(context, userId, request.source, subject)), bonus: null, streak: null, nextLoginAt: null };
}

async function lookUp(context: RequestContext, userId: string, action: AwardRequest["source"], subject: string | null) {
  if (subject === null) return noAward("no_such_action");
  const paid = await findAward(context.db, { userId, action, subject });
  return paid ? { success: true, pointsAwarded: paid.points, reason: null } : noAward("not_awarded");
}

type LookedUp = Exclude<AwardRequest["source"], "DAILY_LOGIN">;
type FindSubject = (
  context: RequestContext,
  userId: string,
  metadata: AwardRequest["metadata"],
) => Promise<string | null>;

const findReacted =
  (action: "LIKE" | "FAVORITE"): FindSubject =>
  async (context, userId, { outfitId }) =>
    outfitId && (await hasReaction(context.db, userId, action, outfitId)) ? outfitId : null;

/** The key of an action of the caller by its kind, or null when it did not happen. */
const findSubject: Record<LookedUp, FindSubject> = {
  LIKE: findReacted("LIKE"),
  FAVORITE: findReacted("FAVORITE"),
  POST_OUTFIT: async (context, userId, { outfitId }) =>
    outfitId && (await ownsOutfit(context.db, userId, outfitId)) ? outfitId : null,
  COMMENT: async (context, userId, { outfitId, content }) =>
    outfitId ? findCommentId(context.db, userId, outfitId, content?.trim()) : null,
  async TAG_LINK(context, userId, { productUrl }) {
    if (!productUrl || !URL.canParse(productUrl)) return null;
    const key = toLinkKey(productUrl);
    return (await hasOwnLink(context.db, userId, (url) => toLinkKey(url) === key)) ? key : null;
  },
  async STREAK_BONUS(context, userId) {
    const account = (await findAccount(context.db, userId)) ?? fail("auth.required");
    return subjectOf(pointsDayAt(account.timeZone, account.dayStart, context.clock.now()));
  },
};

/**
 * What an action would earn the caller right now, by the engine's own rules. Writes nothing.
 *
 * @throws auth.required
 */
export async function dryRun(context: RequestContext, source: (typeof dryRunSources)[number]): Promise<DryRun> {
  const { userId } = requireMember(context);
  const { award, pointsDrawn } = await previewAward(context.db, context, source, userId);
  return { ...award, source, pointsDrawn };
}
