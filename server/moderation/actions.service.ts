import type { Tx } from "#server/db/db.ts";
import type { ReportTarget } from "#server/db/schema.ts";
import type { AppContext, RequestContext } from "#server/http/context.ts";
import { cutText } from "#server/lib/cut-text.ts";
import { newId } from "#server/lib/ids.ts";
import { type Notifier, notify } from "#server/notifications/notifications.service.ts";
import { insertAction, markRevoked, type RevocableActions } from "./actions.store.ts";
import { grantOpenAppeals } from "./appeals.store.ts";

export { listActions } from "./actions.store.ts";

export interface NewAction {
  memberId: string;
  caseId?: string | null;
  kind: "hidden" | "deleted" | "warned" | "suspended" | "held";
  target: { type: ReportTarget; id: string };
  excerpt: string;
  /** The member reads it. */
  reason: string;
  decidedBy: string | null;
  /** Whether somebody else had hidden it before. */
  wasHidden?: boolean;
  endsAt?: Date | null;
  purgeAt?: Date | null;
}

const titles = {
  hidden: "We hid something of yours",
  deleted: "We removed something of yours",
  warned: "You received a warning",
  suspended: "Your account was suspended",
  held: "Something of yours is being checked",
} as const;
const excerptCharsMax = 200;

/**
 * Records a moderation action and notifies the member, unless it is their own, with the reason, in the transaction that carries it out.
 * Writes `moderation_actions` and `notifications`.
 */
export async function recordAction(
  tx: Tx,
  app: Notifier & Pick<AppContext, "clock">,
  action: NewAction,
): Promise<void> {
  const id = newId();
  const now = app.clock.now();
  await insertAction(tx, {
    id,
    member_id: action.memberId,
    case_id: action.caseId ?? null,
    kind: action.kind,
    target_type: action.target.type,
    target_id: action.target.id,
    excerpt: cutText(action.excerpt, excerptCharsMax),
    reason: action.reason,
    decided_by: action.decidedBy,
    was_hidden: action.wasHidden ?? false,
    ends_at: action.endsAt ?? null,
    purge_at: action.purgeAt ?? null,
    created_at: now,
  });
  if (action.memberId === action.decidedBy) return;
  const message = `${titles[action.kind]}: ${action.reason}`;
  await notify(tx, app, { userId: action.memberId, type: "moderation", actorId: null, referenceId: id, message });
}

/**
 * Takes actions back: one, all on a target, or all suspensions of a member. An appeal that waits about one of them is thereby
 * granted. Writes `moderation_actions` and `appeals`.
 *
 * @param by.userId The admin.
 * @returns Whether there were any in force.
 */
export async function revokeActions(
  tx: Tx,
  which: RevocableActions,
  by: Pick<RequestContext, "clock" | "userId">,
): Promise<boolean> {
  const now = by.clock.now();
  const revoked = await markRevoked(tx, which, now);
  await grantOpenAppeals(tx, revoked, { answer: "We took this decision back.", by: by.userId, now });
  return revoked.length > 0;
}

/**
 * Notifies a member that something of theirs is shown again, in the transaction that shows it. Writes `notifications`.
 *
 * @param referenceId The case or the thing itself.
 */
export function notifyOfShowing(
  tx: Tx,
  app: Notifier,
  { memberId, targetType, referenceId }: { memberId: string; targetType: ReportTarget; referenceId: string },
): Promise<void> {
  const message =
    targetType === "profile"
      ? "We looked at your picture, and it is on your profile again."
      : `We looked at your ${targetType}, and everybody can see it now.`;
  return notify(tx, app, { userId: memberId, type: "moderation", actorId: null, referenceId, message });
}
