import { ApiError } from "#web/api/api-error.ts";
import { askForIdentity } from "#web/lib/confirm-identity.ts";

/** Runs a sensitive action; where the last sign-in is too long ago, it asks for one and tries again once. */
export async function withRecentSignIn<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    const isStale = error instanceof ApiError && error.code === "auth.recent_sign_in_required";
    if (!isStale || !(await askForIdentity())) throw error;
    return action();
  }
}
