import { recordAudit } from "#server/admin/audit-log.service.ts";
import { transact } from "#server/db/db.ts";
import { ensureProfile, findUser } from "#server/auth/accounts/accounts.service.ts";
import { audit } from "#server/auth/audit/audit.service.ts";
import type { UserRole } from "#server/db/schema.ts";
import type { AppContext } from "#server/http/context.ts";
import { lockRole, replaceRole } from "#server/auth/roles/roles.service.ts";
import { lockMemberAccount } from "#server/moderation/suspensions.service.ts";

/** The roles that a member can have. */
export const roleNames = ["user", "business", "admin"] as const satisfies UserRole[];

/**
 * Gives the member with this e-mail address a role, as the operator of the server. Writes `user_roles`, `auth.audit` and
 * `audit_log`.
 *
 * @returns One sentence that describes the result.
 * @throws Error with a message, if there is no such member, the last admin would be removed, or a suspended or banned member
 *   would become an admin.
 */
export async function grantRole(app: AppContext, email: string, role: UserRole): Promise<string> {
  const user = await findUser(app.db, { email });
  if (!user) throw new Error(`No member has the address ${email}`);
  const before = await transact(app.db, async (tx) => {
    // A sign-up that is not confirmed yet has none.
    await ensureProfile(tx, user.id, app.clock.now());
    // In the order of deletions (prevents deadlocks).
    await lockRole(tx, user.id);
    const bannedUntil = (await lockMemberAccount(tx, user.id))?.bannedUntil ?? null;
    if (role === "admin" && bannedUntil !== null && bannedUntil > app.clock.now()) {
      throw new Error(`${email} is suspended or banned: end that first`);
    }
    const replaced = await replaceRole(tx, user.id, role);
    if (replaced !== "last-admin" && replaced !== role) {
      const details = { before: replaced, after: role };
      await audit({ ...app, ip: "", userAgent: "" }, "role_granted", user.id, { actor: "admin-cli", details, tx });
      await recordAudit(tx, {
        actor: null,
        action: "member.role_changed",
        target: { type: "member", id: user.id },
        before: { role: replaced },
        after: { role },
        reason: "By the operator, on the command line",
        address: "",
        requestId: "",
      });
    }
    return replaced;
  });
  if (before === "last-admin") throw new Error(`${email} is the last admin: make another one first`);
  return before === role
    ? `${email} has the role ${role} already`
    : `${email} now has the role ${role} (was ${before})`;
}
