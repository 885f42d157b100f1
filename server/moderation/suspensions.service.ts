import { dayMs } from "#contract/durations.ts";
import { banMember, isPermanentBan, permanentBanYears, unbanMember } from "#server/bans/bans.service.ts";
import type { Tx } from "#server/db/db.ts";
import type { AppContext } from "#server/http/context.ts";
import { fail } from "#server/lib/app-error.ts";
import { lockMemberAccount, type SuspendableMember } from "./suspensions.store.ts";

export { lockMemberAccount, type SuspendableMember } from "./suspensions.store.ts";

/** The end of a suspension that starts now; without days it is permanent. */
export function suspensionEnd(now: Date, days: number | null): Date {
  return new Date(now.getTime() + (days ?? permanentBanYears * 365) * dayMs);
}

/** When a suspension ends, for people to read; null for a permanent one. */
export function readableEnd(until: Date | null, now: Date): Date | null {
  return until !== null && !isPermanentBan(until, now) ? until : null;
}

/**
 * Suspends a member in the caller's transaction: all sessions and live connections end, their outfits leave every list,
 * and they can sign in only to see why; a permanent suspension cancels their events. Call `dropFeedPages` after the commit.
 * Writes `auth.users`, `auth.sessions`, `outfits`, `styles` and `events`.
 *
 * @throws profile.not_found, member.is_admin
 */
export async function suspendMember(
  tx: Tx,
  app: AppContext,
  memberId: string,
  until: Date,
): Promise<SuspendableMember> {
  const member = (await lockMemberAccount(tx, memberId)) ?? fail("profile.not_found");
  if (member.role === "admin") fail("member.is_admin");
  await banMember(tx, app, memberId, until, { isSuspension: true });
  return member;
}

/**
 * Ends a suspension in the caller's transaction and lists the member's outfits again. A ban by the service API is left alone. Writes `auth.users`, `outfits` and `styles`.
 *
 * @returns False where the member was not suspended.
 */
export async function reinstateMember(tx: Tx, app: AppContext, memberId: string): Promise<boolean> {
  const member = await lockMemberAccount(tx, memberId);
  if (!member?.isSuspension) return false;
  await unbanMember(tx, app, memberId);
  return true;
}
