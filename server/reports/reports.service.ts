import { findReadableArticle } from "#server/articles/articles.service.ts";
import { lookUpSeenComment } from "#server/comments/open-comments.service.ts";
import type { Done } from "#contract/page.ts";
import type { NewReport } from "#contract/reports.ts";
import { type Tx, transact } from "#server/db/db.ts";
import type { RequestContext } from "#server/http/context.ts";
import { requireMember } from "#server/http/require-member.ts";
import { fail } from "#server/lib/app-error.ts";
import { findEventFor } from "#server/events/events.service.ts";
import { findMember } from "#server/members/members.service.ts";
import { updateReportWeights } from "#server/moderation/case-weights.service.ts";
import { upsertCase } from "#server/moderation/cases.service.ts";
import { findVisibleOutfit, toOutfitViewer } from "#server/outfits/outfits.service.ts";
import { weighReport } from "./report-weight.ts";
import { findReporterRecord, findSenderOfOwn, insertReport, listReportsOf, updateReportCase } from "./reports.store.ts";

/**
 * Puts an outfit, a comment, a profile, a message, an article or an event into the moderators' queue. Only what the caller
 * can see can be reported, except their own content; a profile also across a block or of a banned member. Idempotent until it
 * is decided.
 *
 * @throws auth.required, report.target_not_found
 */
export async function reportTarget(context: RequestContext, report: Required<NewReport>): Promise<Done> {
  const { userId: reporterId } = requireMember(context);
  const memberId = await findOwner(context, reporterId, report);
  if (memberId === undefined || memberId === reporterId) fail("report.target_not_found");
  const now = context.clock.now();
  await transact(context.db, async (tx) => {
    const reportId = await insertReport(tx, { ...report, reporterId, memberId, now });
    if (reportId === undefined) return;
    const weight = weighReport(report.reason, await findReporterRecord(tx, reporterId));
    const target = { type: report.targetType, id: report.targetId };
    await updateReportCase(tx, reportId, await upsertCase(tx, { target, memberId, reports: 1, weight }, now));
  });
  return { ok: true };
}

/** Weighs cases, which are locked, anew after some of their reports were deleted. Writes `moderation_cases`. */
export async function reweighCases(tx: Tx, caseIds: string[]): Promise<void> {
  const weights = new Map(caseIds.map((id) => [id, 0]));
  for (const { caseId, reason, ...record } of await listReportsOf(tx, caseIds)) {
    weights.set(caseId, (weights.get(caseId) ?? 0) + weighReport(reason, record));
  }
  await updateReportWeights(tx, weights);
}

/** Whose the reported thing is, when the caller can see it. */
async function findOwner(
  context: RequestContext,
  userId: string,
  { targetType, targetId }: Pick<NewReport, "targetType" | "targetId">,
): Promise<string | undefined> {
  switch (targetType) {
    case "outfit":
      return (await findVisibleOutfit(context.db, toOutfitViewer(context), targetId))?.ownerId;
    case "profile":
      // Without a viewer: a block, by either side, hides the profile, and may follow from what is reported.
      // A banned member is still seen in conversations and among comments.
      return (await findMember(context.db, null, { id: targetId }, { includesBanned: true }))?.id;
    case "message":
      return (await findSenderOfOwn(context.db, userId, targetId))?.ownerId;
    case "article":
      return (await findReadableArticle(context, targetId))?.authorId;
    case "event":
      return (await findEventFor(context, context.db, targetId))?.organiserId;
    case "comment":
      return findCommentOwner(context, targetId);
  }
}

const findCommentOwner = async (context: RequestContext, commentId: string): Promise<string | undefined> =>
  (await lookUpSeenComment(context, commentId))?.comment.author.id;
