import { queryOptions } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { ApiError } from "#web/api/api-error.ts";
import { authCall } from "#web/api/auth-call.ts";
import { getAccessToken } from "#web/api/session.ts";

/** How the member can prove who they are without leaving the page. */
export const identityQuery = queryOptions({
  queryKey: ["identity"],
  staleTime: 0,
  gcTime: 0,
  queryFn: async () => {
    const { totp } = await authCall((auth) => auth.mfa.listFactors());
    const { user } = await authCall((auth) => auth.getUser());
    const factorId = totp[0]?.id ?? null;
    const hasPassword = user.identities?.some(({ provider }) => provider === "email") ?? true;
    return { factorId, hasPassword };
  },
});

/** Proves it with a password, or with an authenticator's code where the account has one. */
export async function proveIdentity(how: { password: string } | { factorId: string; code: string }): Promise<void> {
  if ("password" in how) await provePassword(how.password);
  else await authCall((auth) => auth.mfa.challengeAndVerify(how));
}

/** In this session: auth-js could only open another one, and this device would be listed twice. */
async function provePassword(password: string): Promise<void> {
  const reply = await fetch("/auth/v1/reauthenticate", {
    method: "POST",
    headers: {
      authorization: `Bearer ${await getAccessToken()}`,
      "content-type": "application/json",
      // With it the answer has the form of auth-js's errors.
      "x-supabase-api-version": "2024-01-01",
    },
    body: JSON.stringify({ password }),
  }).catch((cause: unknown) => {
    throw new ApiError("connection.lost", { status: 0, cause });
  });
  if (reply.ok) return;
  const { code, message } = (await reply.json()) as { code?: string; message?: string };
  throw Object.assign(new Error(message), { code, status: reply.status });
}

/** Signs out here and returns to this path after a new sign-in, which every account can do in some way. */
export function useSignInAgain(): (next: string) => Promise<void> {
  const navigate = useNavigate();
  return async (next) => {
    await authCall((auth) => auth.signOut({ scope: "local" })).catch(() => undefined);
    await navigate({ to: "/auth", search: { next } });
  };
}
