import { findUser } from "#server/accounts/accounts.service.ts";
import { audit } from "#server/audit/audit.service.ts";
import type { UserRole } from "#server/db/schema.ts";
import type { World } from "#server/http/call.ts";
import { replaceRole } from "./roles.service.ts";

/** The roles that a member can have. */
export const roleNames = ["user", "business", "admin"] as const satisfies UserRole[];

/**
 * Gives the member of this e-mail address a role, as whoever runs the server.
 *
 * @returns One sentence that says what happened.
 * @throws Error with a sentence, when there is no such member or the last admin would go.
 */
export async function grantRole(world: World, email: string, role: UserRole): Promise<string> {
  const user = await findUser(world.db, { email });
  if (!user) throw new Error(`No member has the address ${email}`);
  const before = await world.db.transaction().execute(async (tx) => {
    const replaced = await replaceRole(tx, user.id, role);
    if (replaced !== "last-admin" && replaced !== role) {
      const details = { before: replaced, after: role };
      await audit({ ...world, ip: "", userAgent: "" }, "role_granted", user.id, { actor: "admin-cli", details, tx });
    }
    return replaced;
  });
  if (before === "last-admin") throw new Error(`${email} is the last admin: make another one first`);
  return before === role
    ? `${email} has the role ${role} already`
    : `${email} now has the role ${role} (was ${before})`;
}
