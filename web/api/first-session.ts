import { getStoredUser } from "./session.ts";

/** A sign-in this soon after the account was made is its first. */
const firstSignInMs = 10_000;

/**
 * Whether this session began by making the account, if `provider` is given by this way of signing in. Both times are the
 * server's.
 */
export function isFirstSession(provider?: string): boolean {
  const { created_at: madeAt, last_sign_in_at: signedInAt, app_metadata: made } = getStoredUser() ?? {};
  if (madeAt === undefined || signedInAt === undefined) return false;
  if (provider !== undefined && made?.provider !== provider) return false;
  return Math.abs(Date.parse(signedInAt) - Date.parse(madeAt)) < firstSignInMs;
}
