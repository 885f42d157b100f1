import { dayMs } from "#contract/durations.ts";
import { limits } from "#contract/limits.ts";
import {
  type FoundPicture,
  type ModerationCase,
  type ModerationCaseDetail,
  outcomesFor,
} from "#contract/moderation.ts";
import type { Done, Page } from "#contract/page.ts";
import { auditOrigin, recordAudit } from "#server/admin/audit-log.service.ts";
import { requireAdmin, requireOtherAdmin, requireRecentAdmin } from "#server/admin/require-admin.service.ts";
import { transact, type Tx } from "#server/db/db.ts";
import type { CaseStatus } from "#server/db/schema.ts";
import type { AppContext, RequestContext } from "#server/http/context.ts";
import { fail } from "#server/lib/app-error.ts";
import { notify } from "#server/notifications/notifications.service.ts";
import { rememberRemovedPictures } from "#server/screening/picture-records.service.ts";
import { getSettings } from "#server/settings/settings.service.ts";
import { notifyOfShowing, recordAction } from "./actions.service.ts";
import { endHold } from "./actions.store.ts";
import { type CaseListQuery, findCase, listDecidedCases, listOpenCases, getExcerpt } from "./cases.store.ts";
import { forgetOtherFindings, listFoundPictures } from "./found-pictures.store.ts";
import { closeCase, type LockedCase, lockCaseRow, updateLock } from "./case-decisions.store.ts";
import { suspendMember, suspensionEnd } from "./suspensions.service.ts";
import { setTargetHidden, takeOut } from "./targets.service.ts";

export { upsertCase } from "./case-openings.store.ts";

/**
 * One page of the queue: open cases with the most urgent first, or decided ones with the newest first.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required
 */
export async function listCases(
  context: RequestContext,
  query: CaseListQuery & { state: "open" | "decided" },
): Promise<Page<ModerationCase>> {
  await requireAdmin(context);
  const list = query.state === "open" ? listOpenCases : listDecidedCases;
  return list(context.db, query, context.clock.now());
}

/**
 * One case with its content, context, reports and the owner's history. Who reported the caller stays unknown to them.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required, case.not_found
 */
export async function getCase(context: RequestContext, caseId: string): Promise<ModerationCaseDetail> {
  const { userId } = await requireAdmin(context);
  const found = (await findCase(context.db, caseId, { userId, now: context.clock.now() })) ?? fail("case.not_found");
  const foundPictures = await listFoundPictures(context.db, caseId, (await getSettings(context)).screeningQueuePercent);
  return { ...found, foundPictures, reports: found.member.id === userId ? [] : found.reports };
}

/**
 * Reserves an open case for the caller for ten minutes; again extends it. The first lock is the first response. One about
 * the caller is for another admin, where there is one.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required, case.not_found, case.locked, case.decided,
 *   decision.own
 */
export async function lockCase(context: RequestContext, caseId: string): Promise<{ lockedUntil: string }> {
  const { userId } = await requireAdmin(context);
  const now = context.clock.now();
  const until = new Date(now.getTime() + limits.caseLockMinutes * 60_000);
  await transact(context.db, async (tx) => {
    await holdOpenCase(tx, caseId, { userId, now });
    await updateLock(tx, caseId, { by: userId, until, now });
  });
  return { lockedUntil: until.toISOString() };
}

/**
 * Gives a case of the caller's back; another moderator's stays locked.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required, case.not_found
 */
export async function unlockCase(context: RequestContext, caseId: string): Promise<Done> {
  const { userId } = await requireAdmin(context);
  await transact(context.db, async (tx) => {
    const found = (await lockCaseRow(tx, caseId)) ?? fail("case.not_found");
    if (found.lockedBy === userId) await updateLock(tx, caseId, null);
  });
  return { ok: true };
}

/** The case, locked in the database, when it is open, for the caller to decide, and no other moderator works on it. */
async function holdOpenCase(
  tx: Tx,
  caseId: string,
  { userId, now }: { userId: string; now: Date },
): Promise<LockedCase> {
  const found = (await lockCaseRow(tx, caseId)) ?? fail("case.not_found");
  if (found.status !== "open") fail("case.decided");
  await requireOtherAdmin(tx, { userId, memberId: found.memberId });
  const isLocked = found.lockedUntil !== null && found.lockedUntil > now;
  if (isLocked && found.lockedBy !== null && found.lockedBy !== userId) fail("case.locked");
  return found;
}

export interface Decision {
  outcome: Exclude<CaseStatus, "open">;
  message: string;
  suspensionDays: number | null;
}

/**
 * Decides a case, once: carries out the outcome, closes its reports, notifies the owner with the reason and the other
 * reporters of the result, and records it, atomically. What is removed is hidden at once and deleted after the time
 * for an appeal. A suspension needs a recent sign-in. A case about the caller is for another admin; without one, they can only
 * dismiss it. With `tag`, only of the pictures that it names.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required, auth.recent_sign_in_required, case.not_found,
 *   case.locked, case.decided, case.conflict, decision.own, case.outcome_not_possible, member.is_admin, member.is_self
 */
export async function decideCase(
  context: RequestContext,
  caseId: string,
  decision: Decision,
  tag: string | undefined,
): Promise<Done> {
  const isSensitive = decision.outcome === "suspended";
  const { userId } = await (isSensitive ? requireRecentAdmin(context) : requireAdmin(context));
  const { screeningQueuePercent } = await getSettings(context);
  await transact(context.db, async (tx) => {
    const found = await holdOpenCase(tx, caseId, { userId, now: context.clock.now() });
    // What was found while another transaction had the case is among these pictures, so the decision is later.
    const now = context.clock.now();
    const pictures = await listFoundPictures(tx, caseId, screeningQueuePercent);
    if (tag !== undefined && pictures.some(({ id }) => !tag.includes(id))) fail("case.conflict");
    if (!outcomesFor[found.targetType].includes(decision.outcome)) fail("case.outcome_not_possible");
    if (found.memberId === userId && decision.outcome !== "dismissed") fail("member.is_self");
    await carryOut(tx, context, { found, pictures, decision, userId });
    // Last, as the rows of the target are locked before those of its pictures.
    await forgetOtherFindings(
      tx,
      caseId,
      pictures.map(({ id }) => id),
    );
    const reporters = await closeCase(tx, caseId, { status: decision.outcome, by: userId, now });
    await notify(
      tx,
      context,
      reporters.filter((id) => id !== userId).map((reporterId) => toOutcome(reporterId, found, decision)),
    );
    await recordAudit(tx, {
      ...auditOrigin(context),
      action: decision.outcome === "dismissed" ? "case.dismissed" : "case.decided",
      target: { type: "case", id: caseId, memberId: found.memberId },
      after: { outcome: decision.outcome, targetType: found.targetType, targetId: found.targetId, ...daysOf(decision) },
      reason: decision.message,
    });
  });
  return { ok: true };
}

const daysOf = ({ outcome, suspensionDays }: Decision) => (outcome === "suspended" ? { suspensionDays } : {});

/** The reporter's notification: the moderator's message if the report was dismissed, else that action was taken. */
function toOutcome(reporterId: string, found: LockedCase, decision: Decision) {
  const message =
    decision.outcome === "dismissed"
      ? decision.message
      : `Thank you for your report. We looked at the ${found.targetType} and took action.`;
  return { userId: reporterId, type: "moderation" as const, actorId: null, referenceId: null, message };
}

async function carryOut(
  tx: Tx,
  context: RequestContext,
  {
    found,
    pictures,
    decision,
    userId,
  }: { found: LockedCase; pictures: FoundPicture[]; decision: Decision; userId: string },
): Promise<void> {
  const { outcome, message: reason } = decision;
  const target = { type: found.targetType, id: found.targetId, caseId: found.id };
  const now = context.clock.now();
  const isTakenOut = outcome === "hidden" || outcome === "deleted";
  const wasHeld = (await endHold(tx, target, now)) !== undefined;
  if (wasHeld && !isTakenOut) await showAgain(tx, context, found);
  if (outcome === "dismissed") return;
  const wasHidden = isTakenOut && !(await takeOutOf(tx, context, { found, pictures, wasHeld }));
  const excerpt = await getExcerpt(tx, target);
  const action = {
    memberId: found.memberId,
    caseId: found.id,
    kind: outcome,
    target,
    excerpt,
    reason,
    decidedBy: userId,
    wasHidden,
  };
  if (outcome === "warned") return recordAction(tx, context, action);
  if (outcome === "suspended") {
    const until = suspensionEnd(now, decision.suspensionDays);
    await suspendMember(tx, context, found.memberId, until);
    return recordAction(tx, context, { ...action, endsAt: decision.suspensionDays === null ? null : until });
  }
  if (speaksAgainstPictures(found, pictures)) await rememberRemovedPictures(tx, target);
  const purgeAt = outcome === "deleted" ? new Date(now.getTime() + limits.appealDays * dayMs) : null;
  return recordAction(tx, context, { ...action, purgeAt });
}

/** Whether anything speaks against the pictures that are there: not where the screening alone found one that is gone. */
const speaksAgainstPictures = ({ screenedImageId, reportsCount }: LockedCase, pictures: FoundPicture[]): boolean =>
  screenedImageId === null || reportsCount > 0 || pictures.length > 0;

/** Hides what a case is about. @returns False if somebody else had hidden it before */
async function takeOutOf(
  tx: Tx,
  app: Pick<AppContext, "db" | "live" | "pool">,
  { found, pictures, wasHeld }: { found: LockedCase; pictures: FoundPicture[]; wasHeld: boolean },
): Promise<boolean> {
  // The screening withheld one picture of a profile, and the reports or another finding may be about the other one.
  const isAboutMore = found.reportsCount > 0 || pictures.some(({ state }) => state !== "withheld");
  const hasMore = found.targetType === "profile" && isAboutMore;
  if (wasHeld && !hasMore) return true;
  const isTakenOut = await takeOut(tx, app, { type: found.targetType, id: found.targetId, caseId: found.id });
  return isTakenOut || wasHeld;
}

/** Shows what the image screening withheld and notifies its owner. */
async function showAgain(tx: Tx, app: RequestContext, found: LockedCase): Promise<void> {
  const isShown = await setTargetHidden(
    tx,
    app,
    { type: found.targetType, id: found.targetId, caseId: found.id },
    false,
  );
  const { memberId, targetType, id: referenceId } = found;
  if (isShown && memberId !== app.userId) await notifyOfShowing(tx, app, { memberId, targetType, referenceId });
}
