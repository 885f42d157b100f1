import { dayMs } from "#contract/durations.ts";
import { limits } from "#contract/limits.ts";
import type { AccountStatus, Appeal } from "#contract/moderation.ts";
import type { Done, Page } from "#contract/page.ts";
import { auditOrigin, recordAudit } from "#server/admin/audit-log.service.ts";
import { hasOtherAdmin, requireAdmin, requireRecentAdmin } from "#server/admin/require-admin.service.ts";
import { transact, type Tx } from "#server/db/db.ts";
import type { RequestContext } from "#server/http/context.ts";
import { requireMember } from "#server/http/require-member.ts";
import { fail } from "#server/lib/app-error.ts";
import { newId } from "#server/lib/ids.ts";
import { notify } from "#server/notifications/notifications.service.ts";
import { getAccountStatus } from "./account-status.service.ts";
import { lockAction } from "./actions.store.ts";
import { insertAppeal, listOpenAppeals, lockAppeal, updateAppeal } from "./appeals.store.ts";
import { takeBackAction } from "./reversals.service.ts";

/**
 * Appeals against a decision about the caller: once, and within 20 days. Content withheld by the image screening is about to
 * be looked at anyway.
 *
 * @throws auth.required, action.not_found, appeal.too_late, appeal.already_made
 */
export async function appeal(
  context: RequestContext,
  { actionId, message }: { actionId: string; message: string },
): Promise<AccountStatus> {
  const { userId } = requireMember(context);
  const now = context.clock.now();
  await transact(context.db, async (tx) => {
    const action = (await lockAction(tx, actionId)) ?? fail("action.not_found");
    const isFinal = action.kind !== "held" && action.revoked_at === null;
    if (action.member_id !== userId || !isFinal) fail("action.not_found");
    if (now.getTime() - action.created_at.getTime() > limits.appealDays * dayMs) fail("appeal.too_late");
    if (!(await insertAppeal(tx, { id: newId(), actionId, memberId: userId, message, now }))) {
      fail("appeal.already_made");
    }
  });
  return getAccountStatus(context);
}

/**
 * One page of open appeals, the oldest first.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required
 */
export async function listAppeals(
  context: RequestContext,
  query: { cursor?: string | undefined; limit: number },
): Promise<Page<Appeal>> {
  const { userId } = await requireAdmin(context);
  return listOpenAppeals(context.db, userId, query);
}

/**
 * Decides an appeal, once and by another admin than the one who decided or who appeals, where there is another one; of these
 * two, the one who decided.
 * A granted appeal revokes the action: content is shown again, a suspension ends unless another one is in force. To end a
 * suspension needs a recent sign-in.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required, auth.recent_sign_in_required, appeal.not_found,
 *   appeal.decided, appeal.own_decision
 */
export async function decideAppeal(
  context: RequestContext,
  appealId: string,
  { decision, answer }: { decision: "granted" | "upheld"; answer: string },
): Promise<Done> {
  const { userId } = await requireAdmin(context);
  const now = context.clock.now();
  await transact(context.db, async (tx) => {
    const found = (await lockAppeal(tx, appealId)) ?? fail("appeal.not_found");
    if (found.status !== "open") fail("appeal.decided");
    const action = (await lockAction(tx, found.actionId)) ?? fail("appeal.not_found");
    if (await isForAnother(tx, userId, { memberId: found.memberId, deciderId: action.decided_by })) {
      fail("appeal.own_decision");
    }
    if (decision === "granted" && action.kind === "suspended") await requireRecentAdmin({ ...context, db: tx });
    await updateAppeal(tx, appealId, { status: decision, answer, by: userId, now });
    if (decision === "granted") await takeBackAction(tx, context, action);
    await recordAudit(tx, {
      ...auditOrigin(context),
      action: decision === "granted" ? "appeal.granted" : "appeal.upheld",
      target: { type: "appeal", id: appealId, memberId: found.memberId },
      before: { action: action.kind, targetType: action.target_type, targetId: action.target_id },
      reason: answer,
    });
    if (found.memberId === userId) return;
    const message = `${decision === "granted" ? "Your appeal was granted" : "Your appeal wasn't granted"}: ${answer}`;
    await notify(tx, context, {
      userId: found.memberId,
      type: "moderation",
      actorId: null,
      referenceId: action.id,
      message,
    });
  });
  return { ok: true };
}

/** Whether another admin has to decide. Of two who are both involved it is the one who does not appeal. */
async function isForAnother(
  tx: Tx,
  userId: string,
  { memberId, deciderId }: { memberId: string; deciderId: string | null },
): Promise<boolean> {
  if (memberId === userId) return hasOtherAdmin(tx, [userId]);
  return deciderId === userId && hasOtherAdmin(tx, [userId, memberId]);
}
