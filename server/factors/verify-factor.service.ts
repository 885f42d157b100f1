import { findUser } from "#server/accounts/accounts.service.ts";
import { audit } from "#server/audit/audit.service.ts";
import { mailNotice } from "#server/auth/letters.service.ts";
import { spendRequest } from "#server/auth/limits.service.ts";
import type { SignedIn } from "#server/auth/signed-in.service.ts";
import type { Tx } from "#server/db/db.ts";
import type { AuthCall } from "#server/http/serve-auth.ts";
import { AuthError, refuse } from "#server/lib/auth-error.ts";
import {
  deleteSessions,
  lockSession,
  replyWithTokens,
  type SessionReply,
  updateAssurance,
  upsertMethod,
} from "#server/sessions/sessions.service.ts";
import { isChallengeCode, isStale } from "./factors.service.ts";
import {
  type ChallengeRow,
  countChallengeTry,
  deleteChallenge,
  deleteUnverifiedFactors,
  type FactorRow,
  lockChallenge,
  lockFactor,
  updateFactor,
} from "./factors.store.ts";
import { findStep } from "./totp.service.ts";

const triesMax = 5;
const wrongCodesMax = 10;
const wrongCodesWindowMs = 60 * 60_000;
const lockMs = 15 * 60_000;
/** The token from before the second step must not be «one behind» the one after it. */
const counterStep = 2;

/**
 * Answers a factor's question: the right code lifts the session to aal2 with new tokens, ends the user's sessions below
 * it, and makes the factor count if it did not yet.
 *
 * @throws mfa_factor_not_found, mfa_verification_failed, mfa_challenge_expired, mfa_ip_address_mismatch,
 *   over_request_rate_limit, validation_failed
 * @see auth-contract section 8
 */
export async function verifyFactor(
  call: AuthCall,
  me: SignedIn,
  factorId: string,
  given: { challenge_id: string; code: string },
): Promise<SessionReply> {
  await spendRequest(call, "factorsPerAddress", call.ip);
  if (given.code === "") refuse(400, "validation_failed", "Code needs to be non-empty");
  // Wrong answers are counted, so what is refused comes back as a value and the transaction commits.
  const outcome = await call.db.transaction().execute(async (tx): Promise<Outcome> => {
    const factor = await lockFactor(tx, me.user.id, factorId);
    if (!factor || isStale(factor, call.clock.now()))
      return new AuthError(404, "mfa_factor_not_found", "Factor not found");
    const challenge = await lockChallenge(tx, factor.id, given.challenge_id);
    const refusal = await whyNotAskable(call, tx, factor, challenge);
    if (refusal) return refusal;
    if (!challenge)
      return new AuthError(422, "mfa_factor_not_found", "MFA factor with the provided challenge ID not found");
    const proof = prove(call, factor, challenge, given.code);
    if (proof === null) return countWrong(call, tx, factor, challenge);
    await deleteChallenge(tx, challenge.id);
    await updateFactor(tx, factor.id, { ...proof, status: "verified", wrong_codes: 0 }, call.clock.now());
    return lift(call, tx, me, factor);
  });
  if (outcome instanceof AuthError) {
    if (outcome.code === "mfa_verification_failed") await tellIfLocked(call, me, factorId);
    throw outcome;
  }
  if (outcome.isNew) mailNotice(call, me.user.email, "factor_added");
  return outcome.session;
}

type Outcome = { session: SessionReply; isNew: boolean } | AuthError;

async function whyNotAskable(
  call: AuthCall,
  tx: Tx,
  factor: FactorRow,
  challenge: ChallengeRow | undefined,
): Promise<AuthError | null> {
  const now = call.clock.now();
  if (factor.locked_until && factor.locked_until > now) {
    const retryAfterSeconds = Math.ceil((factor.locked_until.getTime() - now.getTime()) / 1_000);
    return new AuthError(429, "over_request_rate_limit", "Too many wrong codes, please wait", { retryAfterSeconds });
  }
  if (!challenge) return null;
  if (challenge.ip !== call.ip) {
    return new AuthError(422, "mfa_ip_address_mismatch", "Challenge and verify IP addresses mismatch.");
  }
  const ageMs = now.getTime() - challenge.created_at.getTime();
  if (ageMs <= call.config.auth.factors.challenge * 1_000 && challenge.tries < triesMax) return null;
  await deleteChallenge(tx, challenge.id);
  const words = `MFA challenge ${challenge.id} has expired, verify against another challenge or create a new challenge.`;
  return new AuthError(422, "mfa_challenge_expired", words);
}

/** What the right answer changes in the factor, or null for a wrong one. */
function prove(
  call: AuthCall,
  factor: FactorRow,
  challenge: ChallengeRow,
  code: string,
): { last_step?: number } | null {
  if (factor.factor_type === "phone") {
    return challenge.code_hash && isChallengeCode(call, challenge.id, challenge.code_hash, code) ? {} : null;
  }
  const secret = factor.secret ? call.secrets.open(factor.secret, factor.id) : null;
  if (!secret) throw new Error("AUTH_SECRET: is not the one that this factor was sealed with");
  const step = findStep(secret, code, { now: call.clock.now(), lastStep: factor.last_step });
  return step === null ? null : { last_step: step };
}

async function countWrong(call: AuthCall, tx: Tx, factor: FactorRow, challenge: ChallengeRow): Promise<AuthError> {
  const now = call.clock.now();
  await countChallengeTry(tx, challenge.id);
  const isSameHour =
    factor.wrong_codes_since !== null && now.getTime() - factor.wrong_codes_since.getTime() < wrongCodesWindowMs;
  const wrongCodes = isSameHour ? factor.wrong_codes + 1 : 1;
  const isLocked = wrongCodes >= wrongCodesMax;
  await updateFactor(
    tx,
    factor.id,
    {
      wrong_codes: isLocked ? 0 : wrongCodes,
      wrong_codes_since: isSameHour ? factor.wrong_codes_since : now,
      ...(isLocked ? { locked_until: new Date(now.getTime() + lockMs) } : {}),
    },
    now,
  );
  await audit(call, isLocked ? "factor_locked" : "sign_in_failed", factor.user_id, {
    details: { method: factor.factor_type },
    tx,
  });
  const kind = factor.factor_type === "totp" ? "TOTP" : "MFA Phone";
  return new AuthError(422, "mfa_verification_failed", `Invalid ${kind} code entered`);
}

async function tellIfLocked(call: AuthCall, me: SignedIn, factorId: string): Promise<void> {
  const factor = await call.db.transaction().execute((tx) => lockFactor(tx, me.user.id, factorId));
  if (factor?.locked_until && factor.locked_until > call.clock.now()) mailNotice(call, me.user.email, "factor_locked");
}

async function lift(call: AuthCall, tx: Tx, me: SignedIn, factor: FactorRow): Promise<Outcome> {
  const now = call.clock.now();
  const session = await lockSession(tx, me.session.id);
  const user = await findUser(tx, { id: me.user.id });
  if (!session || !user) {
    return new AuthError(403, "session_not_found", "Session from session_id claim in JWT does not exist");
  }
  const counter = session.refresh_counter + counterStep;
  await updateAssurance(tx, session.id, { assurance: "aal2", factorId: factor.id, counter });
  await upsertMethod(tx, session.id, factor.factor_type === "totp" ? "totp" : "mfa/phone", now);
  await deleteSessions(tx, me.user.id, { except: session.id, below: "aal2" });
  await deleteUnverifiedFactors(tx, me.user.id, { type: factor.factor_type, except: factor.id });
  const isNew = factor.status === "unverified";
  await audit(call, isNew ? "factor_added" : "factor_verified", me.user.id, {
    details: { type: factor.factor_type },
    tx,
  });
  const lifted = { ...session, assurance: "aal2" as const, factor_id: factor.id, refresh_counter: counter };
  return { session: await replyWithTokens(call, tx, lifted), isNew };
}
