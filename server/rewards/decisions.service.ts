import { toSentence } from "#contract/sentence.ts";
import { type AuditRecord, recordAudit } from "#server/admin/audit-log.service.ts";
import type { Tx } from "#server/db/db.ts";
import { type Notifier, notify } from "#server/notifications/notifications.service.ts";
import { lockMembers } from "#server/members/members.service.ts";
import { emitRedemption } from "./redemptions.service.ts";
import {
  decideRedemption,
  findRequester,
  type LockedRedemption,
  lockRedemption,
  queueDecisionMail,
} from "./redemptions.store.ts";
import { returnedText } from "./returned-points.ts";

/** A request, locked after its member until the transaction ends; undefined if there is none. */
export async function lockWithMember(tx: Tx, redemptionId: string): Promise<LockedRedemption | undefined> {
  const userId = await findRequester(tx, redemptionId);
  if (userId === undefined) return undefined;
  await lockMembers(tx, [userId]);
  return lockRedemption(tx, redemptionId);
}

/**
 * Approves a request that is locked and has its code. Writes `reward_redemptions`, the audit log, the notification, and
 * queues the mail.
 */
export async function approveLocked(
  tx: Tx,
  app: Notifier,
  redemption: LockedRedemption,
  given: {
    decidedBy: string | null;
    origin: Pick<AuditRecord, "actor" | "address" | "requestId">;
    codeFrom: "typed" | "stock" | "service";
    now: Date;
  },
): Promise<void> {
  const { decidedBy, origin, codeFrom, now } = given;
  await decideRedemption(tx, redemption.id, { status: "approved", decidedBy, now });
  await recordAudit(tx, {
    ...origin,
    action: "redemption.approved",
    target: { type: "redemption", id: redemption.id, memberId: redemption.userId },
    before: { status: redemption.status },
    after: { status: "approved", codeFrom, pointsSpent: redemption.points },
  });
  await notifyOfDecision(tx, app, redemption, { status: "approved" });
}

/**
 * Notifies the member of a decision and queues its mail, in the transaction of the decision; their open tabs show it after the
 * commit.
 *
 * @param decision.settledPoints How many of the returned points a debt took.
 */
export async function notifyOfDecision(
  tx: Tx,
  app: Notifier,
  { id, userId, rewardName, points }: LockedRedemption,
  decision: { status: "approved" } | { status: "rejected"; reason: string; settledPoints: number },
): Promise<void> {
  // A long message is cut at its end: the list of requests has the reason in full.
  const message =
    decision.status === "approved"
      ? `Your ${rewardName} is ready. Open Rewards to see the code.`
      : `Your request for the ${rewardName} was declined, and you get ${returnedText(points, decision.settledPoints)}. Reason: ${toSentence(decision.reason)}`;
  const about = { userId, type: "reward", actorId: null, referenceId: id } as const;
  await notify(tx, app, { ...about, message, hasOwnMail: true });
  await queueDecisionMail(tx, id, decision.status === "rejected" ? decision.settledPoints : 0);
  await emitRedemption(tx, app, userId, id);
}
