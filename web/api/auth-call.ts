import type { AuthError, GoTrueClient } from "@supabase/auth-js";
import { ApiError, toApiError } from "./api-error.ts";
import { getAccessToken, getSession, isTokenFresh, loadAuth, refreshAccessToken } from "./session.ts";

interface Answer {
  error: AuthError | null;
}
type DataOf<A> = Extract<A, { error: null }> extends { data: infer Data } ? Data : undefined;

/**
 * The data of an auth-js call; its error is thrown: `authCall((auth) => auth.signInWithPassword({ email, password }))`.
 */
export async function authCall<A extends Answer>(ask: (auth: GoTrueClient) => Promise<A>): Promise<DataOf<A>> {
  const token = await waitForToken();
  const auth = await loadAuthOrFail();
  let answer = await ask(auth);
  // The clock of this device is slow: only the server knows that the token has expired.
  if (answer.error?.code === "bad_jwt") {
    if ((await refreshAccessToken()) === token) throw new ApiError("connection.lost", { status: 0 });
    answer = await ask(auth);
  }
  if (answer.error) throw answer.error;
  return ("data" in answer ? answer.data : undefined) as DataOf<A>;
}

/**
 * With an expired token, auth-js would refresh it itself, as soon as it is created, repeat that for 25 seconds and keep a failure
 * for a minute.
 *
 * @throws connection.lost if a member's token cannot be refreshed
 */
async function waitForToken(): Promise<string | null> {
  const token = await getAccessToken();
  const isExpired = () => getSession().status === "signed-in" && !isTokenFresh();
  if (!isExpired()) return token;
  const refreshed = await refreshAccessToken();
  if (isExpired()) throw new ApiError("connection.lost", { status: 0 });
  return refreshed;
}

async function loadAuthOrFail(): Promise<GoTrueClient> {
  try {
    return await loadAuth();
  } catch (cause) {
    throw new ApiError("connection.lost", { status: 0, cause });
  }
}

export const socialProviders = ["google", "facebook"] as const;
export type SocialProvider = (typeof socialProviders)[number];
export const providerNames: Record<SocialProvider, string> = { google: "Google", facebook: "Facebook" };

/** Whether this provider is configured on the server; otherwise the browser must not be redirected. */
export async function isProviderOn(provider: SocialProvider): Promise<boolean> {
  const response = await fetch("/auth/v1/settings", { headers: { accept: "application/json" } });
  if (!response.ok) throw await toApiError(response);
  const settings = (await response.json()) as { external?: Record<string, boolean> };
  return settings.external?.[provider] === true;
}
