import type { Done } from "#contract/page.ts";
import { auditOrigin, recordAudit } from "#server/admin/audit-log.service.ts";
import { requireAdmin } from "#server/admin/require-admin.service.ts";
import { transact, type Tx } from "#server/db/db.ts";
import type { RequestContext } from "#server/http/context.ts";
import { fail } from "#server/lib/app-error.ts";
import { notify } from "#server/notifications/notifications.service.ts";
import { forgetRemovedPictures } from "#server/screening/picture-records.service.ts";
import { revokeActions } from "./actions.service.ts";
import { type ActionRow, findHidingActions, lockRemovalOfCase } from "./actions.store.ts";
import { findCase } from "./cases.store.ts";
import { lockCaseRow } from "./case-decisions.store.ts";
import { endRevokedSuspension } from "./suspensions.service.ts";
import { setTargetHidden } from "./targets.service.ts";

/**
 * Takes an action back in the caller's transaction: content is shown again unless another decision, or somebody else before
 * the decision, hides it; a suspension ends unless another one is in force. An appeal that waits is granted.
 */
export async function takeBackAction(tx: Tx, context: RequestContext, action: ActionRow): Promise<void> {
  await revokeActions(tx, { id: action.id }, context);
  if (action.kind === "suspended") await endRevokedSuspension(tx, context, action.member_id);
  if (action.kind !== "hidden" && action.kind !== "deleted") return;
  const target = { type: action.target_type, id: action.target_id, caseId: action.case_id };
  const isProfile = target.type === "profile";
  // Another decision may still be in force; one about a profile concerns other pictures.
  if (!isProfile && (await findHidingActions(tx, target)).actions > 0) return;
  await forgetRemovedPictures(tx, target);
  if (isProfile || !action.was_hidden) await setTargetHidden(tx, context, target, false);
}

/**
 * Takes back what a case decided, if that was to hide or to delete, and tells the owner why. What was deleted comes back until
 * it is erased, and nothing that its owner deleted does. Something of the caller's own takes an appeal.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required, case.not_found, action.not_found,
 *   content.own_hidden
 */
export async function restoreCase(context: RequestContext, caseId: string, reason: string): Promise<Done> {
  const { userId } = await requireAdmin(context);
  await transact(context.db, async (tx) => {
    const found = (await lockCaseRow(tx, caseId)) ?? fail("case.not_found");
    const action = (await lockRemovalOfCase(tx, caseId)) ?? fail("action.not_found");
    const shown = await findCase(tx, caseId, { userId, now: context.clock.now() });
    if (shown?.decision !== "in_force") fail("action.not_found");
    if (found.memberId === userId) fail("content.own_hidden");
    await takeBackAction(tx, context, action);
    await recordAudit(tx, {
      ...auditOrigin(context),
      action: "case.taken_back",
      target: { type: "case", id: caseId, memberId: found.memberId },
      before: { outcome: action.kind, targetType: found.targetType, targetId: found.targetId },
      reason,
    });
    await notify(tx, context, {
      userId: found.memberId,
      type: "moderation",
      actorId: null,
      referenceId: action.id,
      message: `We took our decision back: ${reason}`,
    });
  });
  return { ok: true };
}
