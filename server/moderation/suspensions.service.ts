import { dayMs } from "#contract/durations.ts";
import { banMember, isPermanentBan, permanentEnd, unbanMember } from "#server/bans/bans.service.ts";
import type { Tx } from "#server/db/db.ts";
import type { AppContext, RequestContext } from "#server/http/context.ts";
import { fail } from "#server/lib/app-error.ts";
import { revokeActions } from "./actions.service.ts";
import { lockMemberAccount, type LockedMember } from "./suspensions.store.ts";

export { lockMemberAccount } from "./suspensions.store.ts";

/** The end of a suspension that starts now; without days it is permanent. */
export function suspensionEnd(now: Date, days: number | null): Date {
  return days === null ? permanentEnd(now) : new Date(now.getTime() + days * dayMs);
}

/** When a ban ends, for people to read; null for a permanent one. */
export function readableEnd(until: Date | null, now: Date): Date | null {
  return until !== null && !isPermanentBan(until, now) ? until : null;
}

/**
 * Suspends a member in the caller's transaction: all sessions and live connections end, their outfits leave every list,
 * and they can sign in only to see why; a permanent suspension cancels their events. Of two suspensions the longer one counts;
 * a ban by the service API stays what it is, and what is left of the suspension follows it. Sockets and caches follow its
 * commit. Writes `auth.users`, `auth.sessions`, `outfits`, `styles` and `events`.
 *
 * @throws profile.not_found, member.is_admin
 */
export async function suspendMember(tx: Tx, app: AppContext, memberId: string, until: Date): Promise<LockedMember> {
  const member = (await lockMemberAccount(tx, memberId)) ?? fail("profile.not_found");
  if (member.role === "admin") fail("member.is_admin");
  const { bannedUntil, isSuspension } = member;
  const current = bannedUntil !== null && bannedUntil > app.clock.now() ? bannedUntil : null;
  if (current !== null && !isSuspension) return member;
  await banMember(tx, app, memberId, current !== null && current > until ? current : until, { isSuspension: true });
  return member;
}

/**
 * Ends all suspensions of a member in the caller's transaction and lists their outfits again. A ban by the service API is
 * left alone, and no suspension follows it. Writes `auth.users`, `moderation_actions`, `appeals`, `outfits` and `styles`.
 *
 * @returns False where there was no suspension.
 */
export async function reinstateMember(tx: Tx, context: RequestContext, memberId: string): Promise<boolean> {
  const member = await lockMemberAccount(tx, memberId);
  if (!member) return false;
  const hasRevoked = await revokeActions(tx, { suspensionsOf: memberId }, context);
  if (!member.isSuspension) return hasRevoked;
  await unbanMember(tx, context, memberId);
  return true;
}

/**
 * Ends a suspension that was revoked in the caller's transaction, or shortens it to the others in force. A ban by the
 * service API is left alone. Writes `auth.users`, `outfits`, `styles` and `events`.
 */
export async function endRevokedSuspension(tx: Tx, app: AppContext, memberId: string): Promise<void> {
  const member = await lockMemberAccount(tx, memberId);
  if (member?.isSuspension) await unbanMember(tx, app, memberId);
}
