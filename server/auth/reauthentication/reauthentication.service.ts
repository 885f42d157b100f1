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

/**
 * Requires a recent sign-in, and the second step if the account has one, before identities or factors change.
 *
 * @throws reauthentication_needed, insufficient_aal
 */
export async function requireStepUp(
  app: AppContext,
  session: SessionRow,
  refusal: { status: number; message: string } = { status: 403, message: "AAL2 session is required for this change" },
): Promise<void> {
  const factors = await listFactors(app.db, session.user_id);
  const hasSecondStep = factors.some((factor) => factor.status === "verified");
  if (hasSecondStep && session.assurance !== "aal2") failAuth(refusal.status, "insufficient_aal", refusal.message);
  await requireRecentSignIn(app, session);
}
