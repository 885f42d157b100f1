import { deleteUser } from "#server/auth/accounts/accounts.service.ts";
import { findCountedWith, recountRows } from "#server/counts/recount.service.ts";
import { afterCommit, allowLong, type Tx } from "#server/db/db.ts";
import { announceErasureOfEvents } from "#server/events/organiser-events.service.ts";
import type { AppContext } from "#server/http/context.ts";
import { lockMembers } from "#server/members/members.service.ts";
import { dropFeedPages } from "#server/outfits/page-cache.service.ts";
import { forgetMemberInLedgers } from "#server/points/points.service.ts";
import { reweighCases } from "#server/reports/reports.service.ts";
import { moveSharedRows } from "./erasure.store.ts";

/**
 * Erases an account and all that belongs to it in the caller's transaction: profile, content, reactions, sessions, files.
 * The other member of a conversation keeps it, with 'Deleted member' as the name; redemptions keep what
 * accounting needs, without a name; the ledgers of others forget the member. Everyone who replied to an event of theirs is told
 * that it is cancelled. Every count that included the member, and the urgency of what they reported, is correct at the commit,
 * after which cached feeds are dropped; the files go with the next collection.
 */
export async function eraseAccount(
  tx: Tx,
  { clock, pool }: Pick<AppContext, "clock" | "pool">,
  userId: string,
): Promise<void> {
  const now = clock.now();
  await allowLong(tx);
  // In the order of decisions about redemptions, which lock the member first (prevents deadlocks).
  await lockMembers(tx, [userId]);
  const counted = await findCountedWith(tx, userId);
  await announceErasureOfEvents(tx, userId, now);
  await forgetMemberInLedgers(tx, userId);
  await moveSharedRows(tx, userId, now);
  await deleteUser(tx, userId);
  await recountRows(tx, counted);
  const cases = counted.filter(({ count }) => count === "moderation_cases.reports_count");
  await reweighCases(
    tx,
    cases.map(({ id }) => id),
  );
  afterCommit(tx, () => dropFeedPages(pool));
}
