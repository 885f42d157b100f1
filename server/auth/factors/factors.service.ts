import { randomInt, randomUUID, timingSafeEqual } from "node:crypto";
import { hourMs } from "#contract/durations.ts";
import { findUser, listFactors, lockUser } from "#server/auth/accounts/accounts.service.ts";
import { audit } from "#server/auth/audit/audit.service.ts";
import { requireRecentSignIn, requireStepUp } from "#server/auth/reauthentication/reauthentication.service.ts";
import { sendSecurityAlert, textCode } from "#server/auth/mails/auth-mails.service.ts";
import { spendRequest } from "#server/auth/http/request-limits.service.ts";
import { spendSent, spendSms } from "#server/auth/limits/sends.service.ts";
import { readChannel } from "#server/auth/codes/send-codes.service.ts";
import type { AuthenticatedUser } from "#server/auth/sessions/authenticate.service.ts";
import { readPhone } from "#server/auth/http/auth-inputs.ts";
import { transact, type Db, type Tx } from "#server/db/db.ts";
import type { AuthContext } from "#server/auth/http/auth-http.ts";
import type { RequestContext } from "#server/http/context.ts";
import { failAuth } from "#server/auth/http/auth-error.ts";
import { deleteMethods, deleteSessions, lowerSessionsOfFactor } from "#server/auth/sessions/sessions.service.ts";
import {
  deleteFactor,
  deleteUnfinished,
  deleteUnverifiedFactors,
  type FactorRow,
  findFactor,
  insertChallenge,
  insertFactor,
  updateFactor,
} from "./factors.store.ts";
import { createEnrolment } from "./totp.ts";

export { deleteFactor, deleteFactorsOf, listSealedFactors } from "./factors.store.ts";

export interface NewFactor {
  factor_type: string;
  friendly_name: string;
  issuer?: string | undefined;
  phone?: string | undefined;
}

const unverifiedLivesSeconds = 300;

/** Expired, but not deleted yet. */
export function isStale(factor: FactorRow, now: Date): boolean {
  return factor.status === "unverified" && now.getTime() - factor.created_at.getTime() > unverifiedLivesSeconds * 1_000;
}

/**
 * Starts the enrolment of a factor: a secret for an authenticator app, or a phone number. A code then verifies it.
 *
 * @throws validation_failed, insufficient_aal, reauthentication_needed, mfa_factor_name_conflict,
 *   too_many_enrolled_mfa_factors, mfa_verified_factor_exists, mfa_phone_enroll_not_enabled
 */
export async function enrolFactor(context: AuthContext, me: AuthenticatedUser, given: NewFactor): Promise<object> {
  const type = given.factor_type;
  if (type !== "totp" && type !== "phone") {
    return failAuth(400, "validation_failed", "factor_type needs to be totp, phone, or webauthn");
  }
  if (me.user.is_anonymous) failAuth(403, "validation_failed", "MFA is not available to anonymous users");
  await requireStepUp(context, me.session, { status: 403, message: "AAL2 required to enroll a new factor" });
  const phone = type === "phone" ? await checkPhoneFactor(context, me, given.phone ?? "") : null;
  const now = context.clock.now();
  const id = randomUUID();
  const label = me.user.email ?? me.user.phone ?? me.user.id;
  const totp = type === "totp" ? createEnrolment(given.issuer || context.config.auth.factors.issuer, label) : null;
  await transact(context.db, async (tx) => {
    // Concurrent enrolments must not exceed the maximum.
    await lockUser(tx, me.user.id);
    await makeRoom(context, tx, me, { named: given.friendly_name, now });
    const isInserted = await insertFactor(tx, {
      id,
      user_id: me.user.id,
      factor_type: type,
      friendly_name: given.friendly_name,
      phone,
      secret: totp ? context.secrets.seal(totp.secret, id) : null,
      created_at: now,
      updated_at: now,
    });
    if (!isInserted) {
      failAuth(
        422,
        "mfa_factor_name_conflict",
        `A factor with the friendly name "${given.friendly_name}" for this user already exists`,
      );
    }
  });
  const base = { id, type, friendly_name: given.friendly_name };
  return totp
    ? { ...base, totp: { qr_code: totp.qrCode, secret: totp.secretText, uri: totp.uri } }
    : { ...base, phone };
}

async function checkPhoneFactor(context: AuthContext, me: AuthenticatedUser, given: string): Promise<string> {
  if (!context.config.auth.factors.isPhoneOn || !context.sms.isOn) {
    failAuth(422, "mfa_phone_enroll_not_enabled", "MFA enroll is disabled for Phone");
  }
  const phone = readPhone(given);
  const factors = await listFactors(context.db, me.user.id);
  if (factors.some((factor) => factor.phone === phone && factor.status === "verified")) {
    failAuth(
      422,
      "mfa_verified_factor_exists",
      "A verified phone factor already exists, unenroll the existing factor to continue",
    );
  }
  return phone;
}

async function makeRoom(
  context: AuthContext,
  tx: Tx,
  { user }: AuthenticatedUser,
  { named, now }: { named: string; now: Date },
): Promise<void> {
  const before = new Date(now.getTime() - unverifiedLivesSeconds * 1_000);
  // No list shows an enrolment that was interrupted, so it must not keep its name.
  await deleteUnverifiedFactors(tx, user.id, { before, named });
  const factors = await listFactors(tx, user.id);
  if (factors.length < context.config.auth.factors.max) return;
  failAuth(422, "too_many_enrolled_mfa_factors", "Maximum number of enrolled factors reached, unenroll to continue");
}

/**
 * Creates a challenge for a factor; a phone is sent a code.
 *
 * @returns The challenge's id and its expiry in unix seconds.
 * @throws mfa_factor_not_found, over_request_rate_limit, over_sms_send_rate_limit, phone_locked, sms_send_failed,
 *   validation_failed
 */
export async function challengeFactor(
  context: AuthContext,
  me: AuthenticatedUser,
  factorId: string,
  given: { channel: string },
): Promise<{ id: string; type: string; expires_at: number }> {
  await spendRequest(context, "factorsPerAddress");
  const now = context.clock.now();
  const factor = (await findFactor(context.db, me.user.id, factorId)) ?? notFound();
  if (isStale(factor, now)) notFound();
  const id = randomUUID();
  let codeHash: Buffer | null = null;
  if (factor.factor_type === "phone") {
    const phone = factor.phone ?? notFound();
    await spendSms(context, phone);
    const isConfirmed = factor.status === "verified";
    if (!(await spendSent(context, "sms", { isConfirmed, accountId: me.user.id }))) {
      failAuth(422, "sms_send_failed", "Error sending confirmation OTP to provider: please try again later");
    }
    const code = randomInt(10 ** phoneDigits)
      .toString()
      .padStart(phoneDigits, "0");
    codeHash = hashChallengeCode(context, id, code);
    await textCode(context, phone, {
      code,
      channel: readChannel(given.channel),
      purpose: "second_step",
    });
  }
  await insertChallenge(context.db, { id, factor_id: factor.id, ip: context.ip, code_hash: codeHash, created_at: now });
  await updateFactor(context.db, factor.id, { last_challenged_at: now }, now);
  const endsAt = now.getTime() / 1_000 + context.config.auth.factors.challenge;
  return { id, type: factor.factor_type, expires_at: Math.floor(endsAt) };
}

/** Deletes unfinished enrolments. Writes `auth.factors` and `auth.challenges`. */
export async function deleteStaleEnrolments(db: Db, now: Date): Promise<void> {
  await deleteUnfinished(db, {
    factors: new Date(now.getTime() - unverifiedLivesSeconds * 1_000),
    challenges: new Date(now.getTime() - hourMs),
  });
}

/** The second step always has six digits, independent of the first. */
const phoneDigits = 6;

/** Whether this is the code that was sent for that challenge. */
export function isChallengeCode(context: AuthContext, challengeId: string, codeHash: Buffer, code: string): boolean {
  return timingSafeEqual(codeHash, hashChallengeCode(context, challengeId, code));
}

const hashChallengeCode = (context: AuthContext, challengeId: string, code: string) =>
  context.secrets.digest(`challenge ${challengeId} ${code}`);

/** No such factor; the same for another user's. */
function notFound(): never {
  return failAuth(404, "mfa_factor_not_found", "Factor not found");
}

/**
 * Removes one of the caller's factors; the session falls to aal1 if it is based on it. Other sessions do so, too, or end if
 * another verified factor remains, which they would owe.
 *
 * @throws mfa_factor_not_found, insufficient_aal, reauthentication_needed
 */
export async function unenrolFactor(
  context: AuthContext,
  me: AuthenticatedUser,
  factorId: string,
): Promise<{ id: string }> {
  const factor = (await findFactor(context.db, me.user.id, factorId)) ?? notFound();
  if (factor.status === "verified") {
    if (me.session.assurance !== "aal2") {
      failAuth(422, "insufficient_aal", "AAL2 required to unenroll verified factor");
    }
    await requireRecentSignIn(context, me.session.id);
  }
  await transact(context.db, async (tx) => {
    await removeFactor(context, tx, factor, { sessionId: me.session.id });
    if (factor.status === "verified") await sendSecurityAlert(tx, context, me.user.email, "factor_removed");
  });
  return { id: factor.id };
}

/**
 * Removes a factor and downgrades or ends sessions based on it, in the caller's transaction. Writes `auth.factors`, `auth.sessions`,
 * `auth.session_methods`, `auth.audit`.
 */
async function removeFactor(
  context: AuthContext,
  tx: Tx,
  factor: FactorRow,
  by: { actor?: string; sessionId?: string },
): Promise<void> {
  const lowered = await lowerSessionsOfFactor(tx, factor.id);
  for (const sessionId of lowered) await deleteMethods(tx, sessionId, ["totp", "mfa/phone"]);
  await deleteFactor(tx, factor.id);
  const isStepOwed = (await listFactors(tx, factor.user_id)).some(({ status }) => status === "verified");
  const stranded = isStepOwed ? lowered.filter((id) => id !== by.sessionId) : [];
  for (const only of stranded) await deleteSessions(tx, factor.user_id, { only });
  if (factor.status !== "verified") return;
  await audit(context, "factor_removed", factor.user_id, {
    details: { type: factor.factor_type },
    ...(by.actor ? { actor: by.actor } : {}),
    tx,
  });
}

/**
 * Removes all factors of a member who lost theirs, in the caller's transaction, ends their sessions and notifies them.
 * Writes `auth.factors`, `auth.sessions` and `auth.audit`.
 *
 * @returns How many verified factors there were.
 */
export async function removeAllFactors(tx: Tx, context: RequestContext, userId: string): Promise<number> {
  const factors = await listFactors(tx, userId);
  for (const factor of factors) await deleteFactor(tx, factor.id);
  await deleteSessions(tx, userId);
  const verified = factors.filter(({ status }) => status === "verified");
  for (const factor of verified) {
    const details = { type: factor.factor_type };
    await audit(context, "factor_removed", userId, { details, actor: context.userId ?? "admin", tx });
  }
  const user = await findUser(tx, { id: userId });
  if (verified.length > 0) {
    await sendSecurityAlert(tx, context, user?.email ?? null, "factor_removed_by_admin");
  }
  return verified.length;
}

/**
 * Removes a factor that its owner lost, and notifies them.
 *
 * @throws mfa_factor_not_found
 * @see docs/security.md#s-15
 */
export async function removeLostFactor(
  context: AuthContext,
  given: { userId: string; email: string | null; factorId: string; actor: string },
): Promise<FactorRow> {
  const factor = (await findFactor(context.db, given.userId, given.factorId)) ?? notFound();
  await transact(context.db, async (tx) => {
    await removeFactor(context, tx, factor, { actor: given.actor });
    // A thief of the device or the password must not stay signed in.
    await deleteSessions(tx, given.userId);
    await sendSecurityAlert(tx, context, given.email, "factor_removed_by_admin");
  });
  return factor;
}
