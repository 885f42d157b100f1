import { isBannedFromSignIn, lockUser } from "#server/auth/accounts/accounts.service.ts";
import { audit } from "#server/auth/audit/audit.service.ts";
import { sendSecurityAlert } from "#server/auth/mails/auth-mails.service.ts";
import { requireSecondStep } from "#server/auth/reauthentication/reauthentication.service.ts";
import { checkCodeAttempt } from "#server/auth/limits/code-attempts.service.ts";
import { spendRequest } from "#server/auth/http/request-limits.service.ts";
import type { AuthenticatedUser } from "#server/auth/sessions/authenticate.service.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { type AuthContext, requireUnanswered } from "#server/auth/http/auth-http.ts";
import { AuthError, failAuth } from "#server/auth/http/auth-error.ts";
import {
  deleteSessions,
  isLeaving,
  raiseAssurance,
  lockSession,
  replyToSignIn,
  type SessionReply,
  upsertMethod,
} from "#server/auth/sessions/sessions.service.ts";
import { isChallengeCode, isStale } from "./factors.service.ts";
import {
  type ChallengeRow,
  countChallengeTry,
  deleteChallenge,
  deleteUnverifiedFactors,
  type FactorRow,
  findFactor,
  lockChallenge,
  lockFactor,
  updateFactor,
} from "./factors.store.ts";
import { findStep } from "./totp.ts";

const triesMax = 5;
const wrongCodesMax = 10;
const wrongCodesWindowMs = 60 * 60_000;
const lockMs = 15 * 60_000;

/**
 * Verifies a factor's challenge: the right code elevates the session to aal2 with new tokens, ends the user's sessions below
 * it, and verifies the factor if it was not yet.
 *
 * @throws mfa_factor_not_found, mfa_verification_failed, mfa_challenge_expired, mfa_ip_address_mismatch, user_banned,
 *   insufficient_aal, over_request_rate_limit, validation_failed, request_timeout
 * @see docs/auth.md#second-factors
 */
export async function verifyFactor(
  context: AuthContext,
  me: AuthenticatedUser,
  factorId: string,
  given: { challenge_id: string; code: string },
): Promise<SessionReply> {
  await spendRequest(context, "factorsPerAddress");
  if (given.code === "") failAuth(400, "validation_failed", "Code needs to be non-empty");
  const factor = await findFactor(context.db, me.user.id, factorId);
  // An enrolment from before the account had a second step must not become a way around it.
  if (factor?.status === "unverified") await requireSecondStep(context, me.session);
  const phone = factor?.phone ?? null;
  const attempt = () => answerChallenge(context, me, factorId, given);
  const outcome = phone === null ? await attempt() : await answerWithinDay(context, phone, attempt);
  if (outcome instanceof AuthError) throw outcome;
  return outcome;
}

/** Wrong codes per number and day, for the first and second step together. */
async function answerWithinDay(context: AuthContext, phone: string, attempt: () => Promise<Outcome>): Promise<Outcome> {
  let wrong: Outcome = new AuthError(422, "mfa_verification_failed", "Invalid MFA Phone code entered");
  const right = await checkCodeAttempt(context, phone, true, async () => {
    const outcome = await attempt();
    if (!(outcome instanceof AuthError && outcome.code === "mfa_verification_failed")) return outcome;
    wrong = outcome;
    return null;
  });
  return right ?? wrong;
}

/** Wrong answers are counted, so their error is returned as a value and the transaction commits. */
async function answerChallenge(
  context: AuthContext,
  me: AuthenticatedUser,
  factorId: string,
  given: { challenge_id: string; code: string },
): Promise<Outcome> {
  return transact(context.db, async (tx): Promise<Outcome> => {
    const factor = await lockFactor(tx, me.user.id, factorId);
    if (!factor || isStale(factor, context.clock.now()))
      return new AuthError(404, "mfa_factor_not_found", "Factor not found");
    const challenge = await lockChallenge(tx, factor.id, given.challenge_id);
    const refusal = await challengeRefusal(context, tx, factor, challenge);
    if (refusal) return refusal;
    if (!challenge)
      return new AuthError(422, "mfa_factor_not_found", "MFA factor with the provided challenge ID not found");
    const proof = prove(context, factor, challenge, given.code);
    if (proof === null) return countWrong(context, tx, { factor, challenge, email: me.user.email });
    await deleteChallenge(tx, challenge.id);
    await updateFactor(tx, factor.id, { ...proof, status: "verified", wrong_codes: 0 }, context.clock.now());
    const elevated = await elevateSession(context, tx, me, factor);
    requireUnanswered(context);
    return elevated;
  });
}

type Outcome = SessionReply | AuthError;

async function challengeRefusal(
  context: AuthContext,
  tx: Tx,
  factor: FactorRow,
  challenge: ChallengeRow | undefined,
): Promise<AuthError | null> {
  const now = context.clock.now();
  if (factor.locked_until && factor.locked_until > now) {
    const retryAfterSeconds = Math.ceil((factor.locked_until.getTime() - now.getTime()) / 1_000);
    return new AuthError(429, "over_request_rate_limit", "Too many wrong codes, please wait", { retryAfterSeconds });
  }
  if (!challenge) return null;
  if (challenge.ip !== context.ip) {
    return new AuthError(422, "mfa_ip_address_mismatch", "Challenge and verify IP addresses mismatch.");
  }
  const ageMs = now.getTime() - challenge.created_at.getTime();
  if (ageMs <= context.config.auth.factors.challenge * 1_000 && challenge.tries < triesMax) return null;
  await deleteChallenge(tx, challenge.id);
  const words = `MFA challenge ${challenge.id} has expired, verify against another challenge or create a new challenge.`;
  return new AuthError(422, "mfa_challenge_expired", words);
}

/** The changes to the factor after the right answer, or null for a wrong one. */
function prove(
  context: AuthContext,
  factor: FactorRow,
  challenge: ChallengeRow,
  code: string,
): { last_step?: number } | null {
  if (factor.factor_type === "phone") {
    return challenge.code_hash && isChallengeCode(context, challenge.id, challenge.code_hash, code) ? {} : null;
  }
  const secret = factor.secret ? context.secrets.open(factor.secret, factor.id) : null;
  if (!secret) throw new Error("AUTH_SECRET: is not the one that this factor was sealed with");
  const step = findStep(secret, code, { now: context.clock.now(), lastStep: factor.last_step });
  return step === null ? null : { last_step: step };
}

async function countWrong(
  context: AuthContext,
  tx: Tx,
  { factor, challenge, email }: { factor: FactorRow; challenge: ChallengeRow; email: string | null },
): Promise<AuthError> {
  const now = context.clock.now();
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
  await audit(context, isLocked ? "factor_locked" : "sign_in_failed", factor.user_id, {
    details: { method: factor.factor_type },
    tx,
  });
  if (isLocked) await sendSecurityAlert(tx, context, email, "factor_locked");
  const kind = factor.factor_type === "totp" ? "TOTP" : "MFA Phone";
  return new AuthError(422, "mfa_verification_failed", `Invalid ${kind} code entered`);
}

/** @throws session_not_found, user_banned: the factor then stays as it was */
async function elevateSession(
  context: AuthContext,
  tx: Tx,
  me: AuthenticatedUser,
  factor: FactorRow,
): Promise<SessionReply> {
  const now = context.clock.now();
  const user = await lockUser(tx, me.user.id);
  const session = await lockSession(tx, me.session.id);
  if (!session || !user) {
    return failAuth(403, "session_not_found", "Session from session_id claim in JWT does not exist");
  }
  // Since the request was admitted: the second step would keep an account whose erasure has begun.
  if (isBannedFromSignIn(user, now)) failAuth(403, "user_banned", "User is banned");
  const wasLeaving = await isLeaving(tx, user.id);
  const elevated = await raiseAssurance(context, tx, session, factor.id);
  await upsertMethod(tx, session.id, factor.factor_type === "totp" ? "totp" : "mfa/phone", now);
  await deleteSessions(tx, me.user.id, { except: session.id, below: "aal2" });
  // Anyone who began another enrolment may have been a stranger.
  await deleteUnverifiedFactors(tx, me.user.id, { except: factor.id });
  const isNew = factor.status === "unverified";
  if (isNew) await sendSecurityAlert(tx, context, me.user.email, "factor_added");
  await audit(context, isNew ? "factor_added" : "factor_verified", me.user.id, {
    details: { type: factor.factor_type },
    tx,
  });
  return replyToSignIn(context, tx, elevated, { wasLeaving });
}
