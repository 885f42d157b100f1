import type { User } from "@supabase/auth-js";
import { queryOptions } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { authCall } from "#web/api/auth-call.ts";
import { provePassword } from "#web/api/prove-password.ts";
import { signOutOnPurpose } from "#web/lib/expected-sign-out.ts";
import { commitRemovals } from "#web/lib/removals.ts";

/** Whether the account has a password; unknown, it is asked for. */
export function hasPassword(user: Partial<Pick<User, "app_metadata" | "identities">>): boolean {
  // A session stored before the server said it, or a reply of such a server, has the identities only.
  const said = user.app_metadata?.["has_password"] as boolean | undefined;
  return said ?? user.identities?.some(({ provider }) => provider === "email") ?? true;
}

/** How the member can prove who they are without leaving the page. */
export const identityQuery = queryOptions({
  queryKey: ["identity"],
  staleTime: 0,
  gcTime: 0,
  queryFn: async () => {
    const { totp } = await authCall((auth) => auth.mfa.listFactors());
    const { user } = await authCall((auth) => auth.getUser());
    return { factors: totp, hasPassword: hasPassword(user) };
  },
});

/** Proves it with a password, or with an authenticator's code where the account has one. */
export async function proveIdentity(how: { password: string } | { factorId: string; code: string }): Promise<void> {
  if ("password" in how) await provePassword(how.password);
  else await authCall((auth) => auth.mfa.challengeAndVerify(how));
}

/** Signs out here and returns to this path after a new sign-in, which every account can do in some way. */
export function useSignInAgain(): (next: string) => Promise<void> {
  const navigate = useNavigate();
  return async (next) => {
    await commitRemovals();
    const leave = () => authCall((auth) => auth.signOut({ scope: "local" }));
    await signOutOnPurpose(leave).catch(() => undefined);
    await navigate({ to: "/auth", search: { next } });
  };
}
