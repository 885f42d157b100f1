import { queryOptions } from "@tanstack/react-query";
import { authCall } from "#web/api/auth-call.ts";

/** How the member can prove who they are without leaving the page. */
export const identityQuery = queryOptions({
  queryKey: ["identity"],
  staleTime: 0,
  gcTime: 0,
  queryFn: async () => {
    const { totp } = await authCall((auth) => auth.mfa.listFactors());
    const { user } = await authCall((auth) => auth.getUser());
    const factorId = totp[0]?.id ?? null;
    return { factorId, email: user.email ?? null };
  },
});

/** Proves it with a password, or with an authenticator's code where the account has one. */
export async function proveIdentity(
  how: { email: string; password: string } | { factorId: string; code: string },
): Promise<void> {
  if ("password" in how) await authCall((auth) => auth.signInWithPassword(how));
  else await authCall((auth) => auth.mfa.challengeAndVerify(how));
}
