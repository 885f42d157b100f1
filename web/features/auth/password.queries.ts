import { queryOptions } from "@tanstack/react-query";
import { authCall } from "#web/api/auth-call.ts";

/** What opens a session without the password: a recovery link, or a code by mail or message. */
const passwordlessMethods = ["recovery", "otp"];

/**
 * Whether this session must prove the current password to set a new one: not after a recovery, and not where the account
 * never had one. This only chooses the form to begin with; the server decides, and the form follows its answer.
 */
export const passwordRightsQuery = queryOptions({
  queryKey: ["password-rights"],
  queryFn: async () => {
    const { currentAuthenticationMethods } = await authCall((auth) => auth.mfa.getAuthenticatorAssuranceLevel());
    const { session } = await authCall((auth) => auth.getSession());
    const methods = currentAuthenticationMethods.map((entry) => (typeof entry === "string" ? entry : entry.method));
    const hasPassword = session?.user.identities?.some(({ provider }) => provider === "email") ?? true;
    return { isCurrentNeeded: hasPassword && !methods.some((method) => passwordlessMethods.includes(method)) };
  },
  staleTime: 0,
  gcTime: 0,
  retry: false,
});
