import { queryOptions } from "@tanstack/react-query";
import { authCall } from "#web/api/auth-call.ts";

/**
 * Whether this session must prove the current password to set a new one: not after a recovery link, and not where the
 * account never had one. The server decides in the end; this only chooses the form.
 */
export const passwordRightsQuery = queryOptions({
  queryKey: ["password-rights"],
  queryFn: async () => {
    const { currentAuthenticationMethods } = await authCall((auth) => auth.mfa.getAuthenticatorAssuranceLevel());
    const { session } = await authCall((auth) => auth.getSession());
    const methods = currentAuthenticationMethods.map((entry) => (typeof entry === "string" ? entry : entry.method));
    const hasPassword = session?.user.identities?.some(({ provider }) => provider === "email") ?? true;
    return { isCurrentNeeded: hasPassword && !methods.some((method) => method === "recovery") };
  },
  staleTime: 0,
  gcTime: 0,
  retry: false,
});
