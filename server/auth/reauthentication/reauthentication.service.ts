import { listFactors } from "#server/auth/accounts/accounts.service.ts";
import type { AppContext } from "#server/http/context.ts";
import { failAuth } from "#server/auth/http/auth-error.ts";
import { listMethods, type SessionRow } from "#server/auth/sessions/sessions.service.ts";
import { fail } from "#server/lib/app-error.ts";

/**
 * Until when this session counts as a recent sign-in; in the past where it does not. Each proof of identity in it counts: a
 * password, a code, a provider, a second factor.
 */
export async function findRecentUntil(app: Pick<AppContext, "db" | "config">, sessionId: string): Promise<Date> {
  const [newest] = await listMethods(app.db, sessionId);
  return new Date((newest?.usedAt.getTime() ?? 0) + app.config.auth.session.recentSignIn * 1_000);
}

/**
 * Requires a recent sign-in in this session, for what an unattended device must not do: change how a member signs in, delete
 * the account, act as an admin on roles, payouts, settings and the like.
 *
 * @throws auth.recent_sign_in_required, which is reauthentication_needed in the sign-in API
 * @see docs/security.md#s-28
 */
export async function requireRecentSignIn(
  app: Pick<AppContext, "db" | "config" | "clock">,
  sessionId: string,
): Promise<void> {
  if ((await findRecentUntil(app, sessionId)) < app.clock.now()) fail("auth.recent_sign_in_required");
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
  await requireRecentSignIn(app, session.id);
}
