import { askForIdentity } from "#web/lib/confirm-identity.ts";
import { hasErrorCode } from "#web/text/auth-errors.ts";

/** Runs a sensitive action; where the last sign-in is too long ago, it asks for one and tries again once. */
export async function withRecentSignIn<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    // The second is what the sign-in API says.
    const isStale = hasErrorCode(error, "auth.recent_sign_in_required", "reauthentication_needed");
    if (!isStale || !(await askForIdentity())) throw error;
    return action();
  }
}
