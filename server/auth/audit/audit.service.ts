import type { Db } from "#server/db/db.ts";
import type { RequestContext } from "#server/http/context.ts";
import { insertAuditEntry } from "./audit.store.ts";

/** What the trail tells of; details never hold a password, token, code or whole phone number. */
export type AuditEvent =
  | "account_created"
  | "account_changed_by_admin"
  | "account_deleted"
  | "email_changed"
  | "email_confirmed"
  | "factor_added"
  | "factor_locked"
  | "factor_removed"
  | "factor_verified"
  | "identity_linked"
  | "identity_unlinked"
  | "password_changed"
  | "phone_changed"
  | "phone_confirmed"
  | "recovery_requested"
  | "refresh_token_reused"
  | "role_granted"
  | "session_ended"
  | "sign_in"
  | "sign_in_failed"
  | "sign_out"
  | "code_sent"
  | "code_failed";

type Actor = Pick<RequestContext, "db" | "ip" | "userAgent" | "clock">;

/**
 * Writes one line of the audit trail, in the caller's transaction when `tx` is given.
 *
 * @param entry.actor Who did it, when that is not the user themselves: `service`, `admin-cli`.
 * @see docs/security.md#s-74 and docs/security.md#s-75
 */
export async function audit(
  context: Actor,
  event: AuditEvent,
  userId: string | null,
  entry: { details?: Record<string, unknown>; actor?: string; tx?: Db } = {},
): Promise<void> {
  await insertAuditEntry(entry.tx ?? context.db, {
    event,
    userId,
    actor: entry.actor ?? null,
    ip: context.ip,
    userAgent: context.userAgent,
    details: entry.details ?? {},
    now: context.clock.now(),
  });
}

/** A phone number of which only the end can be read. */
export function maskPhone(phone: string): string {
  return `…${phone.slice(-2)}`;
}
