import type { FastifyBaseLogger } from "fastify";
import { dayMs } from "#contract/durations.ts";
import { updateUser } from "#server/auth/accounts/accounts.service.ts";
import { deleteSessions } from "#server/auth/sessions/sessions.service.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { cancelEventsOf } from "#server/events/organiser-events.service.ts";
import type { AppContext } from "#server/http/context.ts";
import { rotateImages } from "#server/media/image-rotations.service.ts";
import { relistAuthor } from "#server/outfits/outfits.service.ts";
import { findLastSuspension, listExpiredBans, lockExpiredBan } from "./bans.store.ts";

/** A permanent ban is a very long one, so that every rule about bans applies to it too. */
const permanentYears = 200;

/** Whether a ban that lasts until then is permanent. */
export function isPermanentBan(until: Date, now: Date): boolean {
  return until.getTime() - now.getTime() >= (permanentYears / 2) * 365 * dayMs;
}

/**
 * Bans a member until a moment: ends their sessions, takes their outfits out of every list and gives their pictures new
 * addresses; a permanent ban cancels their events. Part of the caller's transaction; sockets and caches follow its commit.
 * Writes `auth.users`, `auth.sessions`, `outfits`, `styles` and `events`.
 *
 * @param options.isSuspension Whether moderators decided it: the member can sign in to see why and to appeal.
 * @see docs/product.md#bans
 */
export async function banMember(
  tx: Tx,
  app: AppContext,
  userId: string,
  until: Date,
  { isSuspension = false } = {},
): Promise<void> {
  const now = app.clock.now();
  await updateUser(tx, userId, { banned_until: until, is_suspension: isSuspension }, now);
  await deleteSessions(tx, userId);
  await relistAuthor(tx, app, userId);
  await rotateImages(tx, { userId, kinds: ["avatar", "article", "outfit"] });
  if (isPermanentBan(until, now)) await cancelEventsOf(tx, userId, now);
}

/** When a permanent ban that starts now ends. */
export function permanentEnd(now: Date): Date {
  return new Date(now.getTime() + permanentYears * 365 * dayMs);
}

/**
 * Lifts a ban and lists the member's outfits again, unless a suspension that moderators decided is still in force: that one
 * continues, and cancels their events where it is permanent. Part of the caller's transaction. Writes `auth.users`, `outfits`,
 * `styles` and `events`.
 */
export async function unbanMember(tx: Tx, app: AppContext, userId: string): Promise<void> {
  const now = app.clock.now();
  const suspension = await findLastSuspension(tx, userId, now);
  const until = suspension ? (suspension.endsAt ?? permanentEnd(now)) : null;
  await updateUser(tx, userId, { banned_until: until, is_suspension: until !== null }, now);
  await relistAuthor(tx, app, userId);
  if (until && isPermanentBan(until, now)) await cancelEventsOf(tx, userId, now);
}

/**
 * Lifts expired bans and relists their outfits. Idempotent; safe to run on several servers concurrently.
 *
 * @returns The number of lifted bans.
 */
export async function liftExpiredBans(app: AppContext, log?: FastifyBaseLogger): Promise<number> {
  let lifted = 0;
  for (const userId of await listExpiredBans(app.db, app.clock.now())) {
    const isLifted = await transact(app.db, async (tx) => {
      if (!(await lockExpiredBan(tx, userId, app.clock.now()))) return false;
      await unbanMember(tx, app, userId);
      return true;
    });
    if (isLifted) lifted += 1;
  }
  if (lifted > 0) log?.info({ lifted }, "expired bans lifted");
  return lifted;
}
