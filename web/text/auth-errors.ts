import { ApiError } from "#web/api/api-error.ts";
import { signInNumbers } from "#web/lib/sign-in-numbers.ts";
import { errorMessage } from "./errors.ts";

/** What of a refused auth call decides its words; auth-js's own errors have this shape. */
interface AuthRefusal {
  name?: string;
  code?: string | undefined;
  status?: number | undefined;
  message?: string;
  reasons?: readonly string[];
}

/** The messages of the error codes of the GoTrue-compatible API, docs/product.md#sign-in. */
const authErrorText: Record<string, string> = {
  invalid_credentials: "Invalid email or password",
  user_already_exists: "An account with this email already exists",
  email_exists: "An account with this email already exists",
  // The server does not say which of the two.
  otp_expired: "That code isn't right, or it is too old.",
  mfa_verification_failed: "That code isn't right. Try the newest one.",
  mfa_factor_not_found: "This authenticator was removed. Reload the page.",
  mfa_ip_address_mismatch: "Your connection changed in the meantime. Enter the newest code.",
  email_not_confirmed: "Please check your email to confirm your account",
  over_request_rate_limit: "Too many attempts. Try again in a few minutes.",
  sms_send_failed: "We couldn't send a text message to this number. Check it, or sign in another way.",
  phone_locked: "Too many wrong codes for this number. Try again tomorrow.",
  phone_provider_disabled: "Signing in with mobile isn't available right now",
  email_provider_disabled: "Signing in with email isn't available right now",
  signup_disabled: "New accounts can't be created right now",
  otp_disabled: "New accounts can't be created right now",
  single_identity_not_deletable: "This is your only way to sign in. Add another one first.",
  user_banned: "This account has been banned and can't sign in",
  reauthentication_needed: "Please sign in again to change how you sign in",
  unexpected_failure: "An unexpected error occurred",
  request_timeout: "An unexpected error occurred",
};

/** What the server says of these is meant for members: how long to wait, or what of the input is wrong. */
const inServersWords = [
  "over_email_send_rate_limit",
  "over_sms_send_rate_limit",
  "service_busy",
  "conflict",
  "same_password",
  "too_many_enrolled_mfa_factors",
  "validation_failed",
];

/** The codes of a server that could not check a link now. */
export const outageCodes = ["unexpected_failure", "request_timeout", "service_busy", "server_error"];

const weakPasswordText: Record<string, () => string> = {
  length: () => `Password must be at least ${signInNumbers().passwordCharsMin} characters`,
  characters: () => "Choose a password that is harder to guess",
};

export const unreachableText = "No connection. Check your network and try again.";
const unknownText = "An unexpected error occurred";

/**
 * The sentence to show for a failed auth call, picked by code and never by the English message.
 *
 * A call that never reached the server (status 0 or none on a retryable error) is distinguished from a rejection.
 */
export function authErrorMessage(thrown: unknown): string {
  if (typeof thrown !== "object" || thrown === null) return unknownText;
  if (thrown instanceof ApiError) return errorMessage(thrown, unknownText);
  const error: AuthRefusal = thrown;
  if (isUnreachable(error)) return unreachableText;
  if (error.code === "weak_password") return weakPasswordMessage(error);
  const known = error.code === undefined ? undefined : authErrorText[error.code];
  if (known) return known;
  return (hasErrorCode(error, ...inServersWords) && error.message) || unknownText;
}

function weakPasswordMessage({ reasons, message }: AuthRefusal): string {
  // The reason that asks most of the member decides: a leaked password may well be long enough. The server's message says
  // whether it is known from leaks or only easy to guess.
  const reason = ["length", "pwned", "characters"].find((name) => reasons?.includes(name));
  return (reason && weakPasswordText[reason]?.()) ?? message ?? unknownText;
}

/** Whether the call got no answer at all, so that nothing was decided and trying again may help. */
function isUnreachable(error: AuthRefusal): boolean {
  return error.name === "AuthRetryableFetchError" && !error.status;
}

/** Whether the server refused with this code. */
export function hasErrorCode(thrown: unknown, ...codes: string[]): boolean {
  const code = typeof thrown === "object" && thrown !== null ? (thrown as AuthRefusal).code : undefined;
  return code !== undefined && codes.includes(code);
}
