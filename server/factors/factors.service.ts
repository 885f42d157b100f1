import { randomInt, randomUUID, timingSafeEqual } from "node:crypto";
import { listFactors, lockUser } from "#server/accounts/accounts.service.ts";
import { audit } from "#server/audit/audit.service.ts";
import { requireFresh, requireTrusted } from "#server/auth/fresh.service.ts";
import { mailNotice, textCode } from "#server/auth/letters.service.ts";
import { spendRequest, spendSms } from "#server/auth/limits.service.ts";
import { readChannel } from "#server/auth/send-codes.service.ts";
import type { SignedIn } from "#server/auth/signed-in.service.ts";
import { readPhone } from "#server/auth/auth-inputs.service.ts";
import type { Db, Tx } from "#server/db/db.ts";
import type { AuthCall } from "#server/http/serve-auth.ts";
import { refuse } from "#server/lib/auth-error.ts";
import { deleteMethods, deleteSessions, lowerSessionsOfFactor } from "#server/sessions/sessions.service.ts";
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
import { createEnrolment } from "./totp.service.ts";

export { deleteFactorsOf } from "./factors.store.ts";

export interface NewFactor {
  factor_type: string;
  friendly_name: string;
  issuer?: string | undefined;
  phone?: string | undefined;
}

const unverifiedLivesSeconds = 300;

/** Begun too long ago to be finished, and only not yet swept away. */
export function isStale(factor: FactorRow, now: Date): boolean {
  return factor.status === "unverified" && now.getTime() - factor.created_at.getTime() > unverifiedLivesSeconds * 1_000;
}

/**
 * Begins to add a second step: a secret for an authenticator app, or a phone number. It counts once a code proved it.
 *
 * @throws validation_failed, insufficient_aal, reauthentication_needed, mfa_factor_name_conflict,
 *   too_many_enrolled_mfa_factors, mfa_verified_factor_exists, mfa_phone_enroll_not_enabled
 */
export async function enrolFactor(call: AuthCall, me: SignedIn, given: NewFactor): Promise<object> {
  const type = given.factor_type;
  if (type !== "totp" && type !== "phone") {
    return refuse(400, "validation_failed", "factor_type needs to be totp, phone, or webauthn");
  }
  if (me.user.is_anonymous) refuse(403, "validation_failed", "MFA is not available to anonymous users");
  await requireTrusted(call, me.session, { status: 403, message: "AAL2 required to enroll a new factor" });
  const phone = type === "phone" ? await checkPhoneFactor(call, me, given.phone ?? "") : null;
  const now = call.clock.now();
  const id = randomUUID();
  const label = me.user.email ?? me.user.phone ?? me.user.id;
  const totp = type === "totp" ? createEnrolment(given.issuer || call.config.auth.factors.issuer, label) : null;
  await call.db.transaction().execute(async (tx) => {
    // Many at once must not find room for more than the most that may be.
    await lockUser(tx, me.user.id);
    await makeRoom(call, tx, me, now);
    const isInserted = await insertFactor(tx, {
      id,
      user_id: me.user.id,
      factor_type: type,
      friendly_name: given.friendly_name,
      phone,
      secret: totp ? call.secrets.seal(totp.secret, id) : null,
      created_at: now,
      updated_at: now,
    });
    if (!isInserted) {
      refuse(
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

async function checkPhoneFactor(call: AuthCall, me: SignedIn, given: string): Promise<string> {
  if (!call.config.auth.factors.isPhoneOn || !call.sms.isOn) {
    refuse(422, "mfa_phone_enroll_not_enabled", "MFA enroll is disabled for Phone");
  }
  const phone = readPhone(given);
  const factors = await listFactors(call.db, me.user.id);
  if (factors.some((factor) => factor.phone === phone && factor.status === "verified")) {
    refuse(
      422,
      "mfa_verified_factor_exists",
      "A verified phone factor already exists, unenroll the existing factor to continue",
    );
  }
  return phone;
}

async function makeRoom(call: AuthCall, tx: Tx, { user }: SignedIn, now: Date): Promise<void> {
  await deleteUnverifiedFactors(tx, user.id, { before: new Date(now.getTime() - unverifiedLivesSeconds * 1_000) });
  const factors = await listFactors(tx, user.id);
  if (factors.length < call.config.auth.factors.max) return;
  refuse(422, "too_many_enrolled_mfa_factors", "Maximum number of enrolled factors reached, unenroll to continue");
}

/**
 * Asks a factor its question; a phone gets a code.
 *
 * @returns The question's id and its end in unix seconds.
 * @throws mfa_factor_not_found, over_request_rate_limit, over_sms_send_rate_limit, sms_send_failed, validation_failed
 */
export async function challengeFactor(
  call: AuthCall,
  me: SignedIn,
  factorId: string,
  given: { channel: string },
): Promise<{ id: string; type: string; expires_at: number }> {
  await spendRequest(call, "factorsPerAddress", call.ip);
  const now = call.clock.now();
  const factor = (await findFactor(call.db, me.user.id, factorId)) ?? notFound();
  if (isStale(factor, now)) notFound();
  const id = randomUUID();
  let codeHash: Buffer | null = null;
  if (factor.factor_type === "phone") {
    const phone = factor.phone ?? notFound();
    await spendSms(call, phone);
    const code = randomInt(10 ** phoneDigits)
      .toString()
      .padStart(phoneDigits, "0");
    codeHash = hashChallengeCode(call, id, code);
    await textCode(call, phone, { code, channel: readChannel(given.channel) });
  }
  await insertChallenge(call.db, { id, factor_id: factor.id, ip: call.ip, code_hash: codeHash, created_at: now });
  await updateFactor(call.db, factor.id, { last_challenged_at: now }, now);
  const endsAt = now.getTime() / 1_000 + call.config.auth.factors.challenge;
  return { id, type: factor.factor_type, expires_at: Math.floor(endsAt) };
}

/** Removes second steps that were begun and not finished. Writes `auth.factors` and `auth.challenges`. */
export async function deleteStaleEnrolments(db: Db, now: Date): Promise<void> {
  const hourMs = 3_600_000;
  await deleteUnfinished(db, {
    factors: new Date(now.getTime() - unverifiedLivesSeconds * 1_000),
    challenges: new Date(now.getTime() - hourMs),
  });
}

/** The second step has six digits whatever the first one has. */
const phoneDigits = 6;

/** Whether this is the code that was sent for that question. */
export function isChallengeCode(call: AuthCall, challengeId: string, codeHash: Buffer, code: string): boolean {
  return timingSafeEqual(codeHash, hashChallengeCode(call, challengeId, code));
}

const hashChallengeCode = (call: AuthCall, challengeId: string, code: string) =>
  call.secrets.digest(`challenge ${challengeId} ${code}`);

/** No such factor here; someone else's is the same. */
function notFound(): never {
  return refuse(404, "mfa_factor_not_found", "Factor not found");
}

/**
 * Removes one of the caller's factors; sessions that rest on it fall to aal1.
 *
 * @throws mfa_factor_not_found, insufficient_aal, reauthentication_needed
 */
export async function unenrolFactor(call: AuthCall, me: SignedIn, factorId: string): Promise<{ id: string }> {
  const factor = (await findFactor(call.db, me.user.id, factorId)) ?? notFound();
  if (factor.status === "verified") {
    if (me.session.assurance !== "aal2") {
      refuse(422, "insufficient_aal", "AAL2 required to unenroll verified factor");
    }
    await requireFresh(call, me.session);
  }
  await removeFactor(call, factor);
  if (factor.status === "verified") mailNotice(call, me.user.email, "factor_removed");
  return { id: factor.id };
}

/** Removes a factor and what rests on it. Writes `auth.factors`, `auth.sessions`, `auth.session_methods`, `auth.audit`. */
async function removeFactor(call: AuthCall, factor: FactorRow, actor?: string): Promise<void> {
  await call.db.transaction().execute(async (tx) => {
    for (const sessionId of await lowerSessionsOfFactor(tx, factor.id)) {
      await deleteMethods(tx, sessionId, ["totp", "mfa/phone"]);
    }
    await deleteFactor(tx, factor.id);
    if (factor.status !== "verified") return;
    await audit(call, "factor_removed", factor.user_id, {
      details: { type: factor.factor_type },
      ...(actor ? { actor } : {}),
      tx,
    });
  });
}

/**
 * Removes a factor that its owner lost, and tells them.
 *
 * @throws mfa_factor_not_found
 * @see security.md row 15
 */
export async function removeLostFactor(
  call: AuthCall,
  given: { userId: string; email: string | null; factorId: string; actor: string },
): Promise<FactorRow> {
  const factor = (await findFactor(call.db, given.userId, given.factorId)) ?? notFound();
  await removeFactor(call, factor, given.actor);
  // Whoever stole the device or the password must not stay signed in beside it.
  await deleteSessions(call.db, given.userId);
  mailNotice(call, given.email, "factor_removed_by_admin");
  return factor;
}
