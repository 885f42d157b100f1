/** The error codes of the auth API that `@supabase/auth-js` knows; see docs/auth.md. */
export type AuthErrorCode =
  | "anonymous_provider_disabled"
  | "bad_code_verifier"
  | "bad_json"
  | "bad_jwt"
  | "bad_oauth_callback"
  | "bad_oauth_state"
  | "conflict"
  | "email_exists"
  | "email_not_confirmed"
  | "email_provider_disabled"
  | "flow_state_expired"
  | "flow_state_not_found"
  | "identity_already_exists"
  | "identity_not_found"
  | "insufficient_aal"
  | "invalid_credentials"
  | "current_password_invalid"
  | "current_password_required"
  | "manual_linking_disabled"
  | "mfa_challenge_expired"
  | "mfa_factor_name_conflict"
  | "mfa_factor_not_found"
  | "mfa_ip_address_mismatch"
  | "mfa_phone_enroll_not_enabled"
  | "mfa_verification_failed"
  | "mfa_verified_factor_exists"
  | "no_authorization"
  | "not_admin"
  | "not_found"
  | "otp_disabled"
  | "otp_expired"
  | "over_email_send_rate_limit"
  | "over_request_rate_limit"
  | "over_sms_send_rate_limit"
  | "phone_exists"
  | "phone_locked"
  | "phone_not_confirmed"
  | "phone_provider_disabled"
  | "reauthentication_needed"
  | "reauthentication_not_valid"
  | "refresh_token_already_used"
  | "refresh_token_not_found"
  | "request_entity_too_large"
  | "request_timeout"
  | "same_password"
  | "saml_provider_disabled"
  | "service_busy"
  | "session_expired"
  | "session_not_found"
  | "signup_disabled"
  | "single_identity_not_deletable"
  | "sms_send_failed"
  | "too_many_enrolled_mfa_factors"
  | "unexpected_failure"
  | "user_already_exists"
  | "user_banned"
  | "user_not_found"
  | "validation_failed"
  | "weak_password"
  | "web3_provider_disabled";

export type WeakPasswordReason = "length" | "characters" | "pwned";

interface Extra {
  weakPassword?: WeakPasswordReason[];
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** An error of the auth API: HTTP status, code and the message that the client library passes on. */
export class AuthError extends Error {
  readonly status: number;
  readonly code: AuthErrorCode;
  readonly weakPassword: WeakPasswordReason[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, code: AuthErrorCode, message: string, extra: Extra = {}) {
    super(message, { cause: extra.cause });
    this.name = "AuthError";
    this.status = status;
    this.code = code;
    this.weakPassword = extra.weakPassword;
    this.retryAfterSeconds = extra.retryAfterSeconds;
  }
}

/** Throws the refusal; usable as an expression: `row ?? failAuth(404, "user_not_found", "User not found")`. */
export function failAuth(status: number, code: AuthErrorCode, message: string, extra?: Extra): never {
  throw new AuthError(status, code, message, extra);
}
