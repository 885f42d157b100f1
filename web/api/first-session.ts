import { getStoredUser } from "./session.ts";

/** A sign-in this soon after the account was made is its first. */
const firstSignInMs = 10_000;
/** A provider's account is made before the browser redeems its code, for which it has five minutes. */
const firstSocialSignInMs = 300_000;

/**
 * Whether this session began by making the account, if `provider` is given by this way of signing in. Both times are the
 * server's.
 */
export function isFirstSession(provider?: string): boolean {
  const { created_at: madeAt, last_sign_in_at: signedInAt, app_metadata: made } = getStoredUser() ?? {};
  if (madeAt === undefined || signedInAt === undefined) return false;
  if (provider !== undefined && made?.provider !== provider) return false;
  const ageMs = Math.abs(Date.parse(signedInAt) - Date.parse(madeAt));
  return ageMs < (provider === undefined ? firstSignInMs : firstSocialSignInMs);
}
