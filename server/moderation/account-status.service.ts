import { dayMs } from "#contract/durations.ts";
import { limits } from "#contract/limits.ts";
import type { AccountStatus } from "#contract/moderation.ts";
import type { RequestContext } from "#server/http/context.ts";
import { requireMember } from "#server/http/require-member.ts";
import { fail } from "#server/lib/app-error.ts";
import { findAccountStanding } from "./account-status.store.ts";
import { type ActionRow, listActions } from "./actions.store.ts";
import { mapAppeals } from "./appeals.store.ts";
import { readableEnd } from "./suspensions.service.ts";

const actionsShownMax = 100;

/**
 * What was done to the caller or to something of theirs and why, and whether they are suspended. Suspended members get
 * it as well.
 *
 * @throws auth.required
 */
export async function getAccountStatus(context: RequestContext): Promise<AccountStatus> {
  const { userId } = requireMember(context);
  const now = context.clock.now();
  const standing = (await findAccountStanding(context.db, userId)) ?? fail("auth.required");
  const [actions, appeals] = await Promise.all([
    listActions(context.db, userId, actionsShownMax),
    mapAppeals(context.db, userId),
  ]);
  const { bannedUntil } = standing;
  const isSuspended = bannedUntil !== null && bannedUntil > now;
  return {
    username: standing.username,
    isSuspended,
    suspendedUntil: isSuspended ? (readableEnd(bannedUntil, now)?.toISOString() ?? null) : null,
    actions: actions.map((action) => {
      const appeal = appeals.get(action.id) ?? null;
      return { ...toAction(action), appeal, appealUntil: appeal ? null : appealEnd(action, now) };
    }),
  };
}

function toAction(action: ActionRow) {
  return {
    id: action.id,
    kind: action.kind,
    targetType: action.target_type,
    targetId: action.target_id,
    excerpt: action.excerpt,
    reason: action.reason,
    endsAt: action.ends_at?.toISOString() ?? null,
    purgeAt: action.purge_at?.toISOString() ?? null,
    revokedAt: action.revoked_at?.toISOString() ?? null,
    createdAt: action.created_at.toISOString(),
  };
}

/** Until when a member can still appeal; null if it is too late or the action was revoked. */
function appealEnd(action: ActionRow, now: Date): string | null {
  const end = new Date(action.created_at.getTime() + limits.appealDays * dayMs);
  const isFinal = action.kind !== "held" && action.revoked_at === null;
  return isFinal && end > now ? end.toISOString() : null;
}
