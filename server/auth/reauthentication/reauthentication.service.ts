import { listFactors } from "#server/auth/accounts/accounts.service.ts";
import type { AppContext } from "#server/http/context.ts";
import { failAuth } from "#server/auth/http/auth-error.ts";
import { listMethods, type SessionRow } from "#server/auth/sessions/sessions.service.ts";

/** Whether the user authenticated in this session within the last minutes. */
async function isRecentSignIn(app: AppContext, session: SessionRow): Promise<boolean> {
  const [newest] = await listMethods(app.db, session.id);
  if (!newest) return false;
  const ageMs = app.clock.now().getTime() - newest.usedAt.getTime();
  return ageMs <= app.config.auth.session.fresh * 1_000;
}

/**
 * Requires a recent sign-in before a change to how a user signs in.
 *
 * @throws reauthentication_needed
 * @see docs/security.md#s-28
 */
export async function requireRecentSignIn(app: AppContext, session: SessionRow): Promise<void> {
  if (await isRecentSignIn(app, session)) return;
  failAuth(400, "reauthentication_needed", "Please sign in again to change how you sign in.");
}

interface Refusal {
  status: number;
  message: string;
}

/**
 * Requires the second step if the account has one.
 *
 * @throws insufficient_aal
 */
export async function requireSecondStep(
  app: AppContext,
  session: SessionRow,
  refusal: Refusal = { status: 403, message: "AAL2 session is required for this change" },
): Promise<void> {
  if (session.assurance === "aal2") return;
  const factors = await listFactors(app.db, session.user_id);
  const hasSecondStep = factors.some((factor) => factor.status === "verified");
  if (hasSecondStep) failAuth(refusal.status, "insufficient_aal", refusal.message);
}

/**
 * Requires a recent sign-in, and the second step if the account has one, before identities or factors change.
 *
 * @throws reauthentication_needed, insufficient_aal
 */
export async function requireStepUp(app: AppContext, session: SessionRow, refusal?: Refusal): Promise<void> {
  await requireSecondStep(app, session, refusal);
  await requireRecentSignIn(app, session);
}
