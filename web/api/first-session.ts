import type { SocialProvider } from "./auth-call.ts";
import { getStoredUser } from "./session.ts";

/** A sign-in this soon after the account was made is its first. */
const firstSignInMs = 10_000;
/** A provider's account is made before the browser redeems its code, for which it has five minutes. */
const firstSocialSignInMs = 300_000;

/**
 * Whether this session began by making the account, if `provider` is given by this way of signing in. Both times are the
 * server's.
 */
export function isFirstSession(provider?: SocialProvider | "email"): boolean {
  const { created_at, email_confirmed_at, last_sign_in_at: signedInAt, app_metadata: made } = getStoredUser() ?? {};
  // An account by e-mail begins with the confirmation, which may come long after the sign-up.
  const madeAt = provider === "email" ? email_confirmed_at : created_at;
  if (madeAt === undefined || signedInAt === undefined) return false;
  if (provider !== undefined && made?.provider !== provider) return false;
  const ageMs = Math.abs(Date.parse(signedInAt) - Date.parse(madeAt));
  return ageMs < (provider === undefined || provider === "email" ? firstSignInMs : firstSocialSignInMs);
}
