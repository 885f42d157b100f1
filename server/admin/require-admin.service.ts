import { findRecentUntil, requireRecentSignIn } from "#server/auth/reauthentication/reauthentication.service.ts";
import type { Db } from "#server/db/db.ts";
import type { RequestContext } from "#server/http/context.ts";
import type { Viewer } from "#server/http/viewer.ts";
import { requireMember } from "#server/http/require-member.ts";
import { fail } from "#server/lib/app-error.ts";
import { getSettings } from "#server/settings/settings.service.ts";
import { findAdminAccess, hasOtherAdmin } from "./require-admin.store.ts";

export { hasOtherAdmin } from "./require-admin.store.ts";

type AdminContext = Pick<RequestContext, "viewer" | "db" | "config" | "clock">;

/**
 * The admin behind a request. The role is read from the database now, never from the token: a revoked role is refused on
 * the next request. An admin who has a second factor must have passed it in this session; with the setting
 * `twoFactorForAdmins` every admin must.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required
 */
export async function requireAdmin(context: AdminContext): Promise<Viewer> {
  const viewer = requireMember(context);
  const access = (await findAdminAccess(context.db, viewer.sessionId)) ?? fail("auth.session_ended");
  if (access.role !== "admin") fail("auth.forbidden");
  if (access.assurance !== "aal2") {
    const isNeeded = access.hasFactor || (await getSettings(context)).twoFactorForAdmins;
    if (isNeeded) fail("auth.second_factor_required");
  }
  return viewer;
}

/**
 * The admin behind a sensitive request (roles, suspensions, payouts, settings, exports): like `requireAdmin`, with a recent
 * sign-in.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required, auth.recent_sign_in_required
 */
export async function requireRecentAdmin(context: AdminContext): Promise<Viewer> {
  const viewer = await requireAdmin(context);
  await requireRecentSignIn(context, viewer.sessionId);
  return viewer;
}

/**
 * Until when the admin's sensitive actions need no new sign-in; in the past where they need one now.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required
 */
export async function getConfirmedUntil(context: AdminContext): Promise<Date> {
  const { sessionId } = await requireAdmin(context);
  return findRecentUntil(context, sessionId);
}

/**
 * Leaves what is about the admin to another one, where there is one who is not banned and does not leave.
 *
 * @throws decision.own
 */
export async function requireOtherAdmin(
  db: Db,
  { userId, memberId }: { userId: string; memberId: string },
): Promise<void> {
  if (memberId === userId && (await hasOtherAdmin(db, [userId]))) fail("decision.own");
}
