import type { FastifyBaseLogger } from "fastify";
import { eraseAccount } from "#server/account/erasure.service.ts";
import { deletePendingUsers, listUnconfirmedMembers, lockUser } from "#server/auth/accounts/accounts.service.ts";
import { deleteExpiredCodes } from "#server/auth/codes/codes.service.ts";
import { deleteStaleEnrolments } from "#server/auth/factors/factors.service.ts";
import { deleteFlowsBefore } from "#server/auth/flows/flows.service.ts";
import { deleteExpiredPendingSignUps, waitingSeconds } from "#server/auth/proofs/pending-sign-ups.service.ts";
import { transact } from "#server/db/db.ts";
import type { AppContext } from "#server/http/context.ts";
import { deleteEndedSessions } from "#server/auth/sessions/sessions.service.ts";

/**
 * Deletes expired sessions, codes, flows, unfinished factors and sign-ups that nobody confirmed. Safe to run in several
 * servers at once.
 */
export async function deleteExpiredAuthData(app: AppContext, log: FastifyBaseLogger): Promise<void> {
  const now = app.clock.now();
  const { idle, absolute } = app.config.auth.session;
  await deleteEndedSessions(app.db, { now, idleSince: new Date(now.getTime() - Math.min(idle, absolute) * 1_000) });
  await deleteExpiredCodes(app.db, now);
  // A flow started by a mailed link is valid as long as the link.
  const longestMs = waitingSeconds(app) * 1_000;
  await deleteFlowsBefore(app.db, new Date(now.getTime() - longestMs));
  await deleteStaleEnrolments(app.db, now);
  const ages = { madeBefore: new Date(now.getTime() - longestMs), now };
  await deleteExpiredPendingSignUps(app.db, ages);
  await deleteUnconfirmedSignUps(app, log, ages);
}

/** More might take longer than a statement may. */
const deletedAtOnce = 1_000;
const erasedAtOnce = 20;

async function deleteUnconfirmedSignUps(
  app: AppContext,
  log: FastifyBaseLogger,
  ages: { madeBefore: Date; now: Date },
): Promise<void> {
  while ((await deletePendingUsers(app.db, ages, deletedAtOnce)) === deletedAtOnce);
  for (const userId of await listUnconfirmedMembers(app.db, ages, erasedAtOnce)) {
    try {
      await eraseIfUnconfirmed(app, userId);
    } catch (error) {
      log.error({ err: error, userId }, "an unconfirmed sign-up could not be erased");
    }
  }
}

async function eraseIfUnconfirmed(app: AppContext, userId: string): Promise<void> {
  await transact(app.db, async (tx) => {
    const user = await lockUser(tx, userId);
    if (user && user.email_confirmed_at === null && user.phone_confirmed_at === null) {
      await eraseAccount(tx, app, userId);
    }
  });
}
