import { queryOptions, skipToken } from "@tanstack/react-query";
import { authCall } from "#web/api/auth-call.ts";
import { call } from "#web/api/call.ts";
import { hasPassword } from "./identity.ts";

/** The authenticators whose codes are accepted for the second step of a sign-in. */
export const secondStepQuery = queryOptions({
  queryKey: ["auth", "second-step"],
  queryFn: async () => (await authCall((auth) => auth.mfa.listFactors())).totp,
  gcTime: 0,
  staleTime: 0,
});

/** The username that this name would become; asked for once typing has paused. */
export function usernameQuery(name: string) {
  return queryOptions({
    queryKey: ["auth", "username", name],
    queryFn: name === "" ? skipToken : ({ signal }) => call("GET /api/usernames", { query: { name } }, signal),
    placeholderData: (shown) => shown,
    retry: false,
  });
}

/** What opens a session without the password: a recovery link, or a code by e-mail or text message. */
const passwordlessMethods = ["recovery", "otp"];

/**
 * Whether this session must prove the current password to set a new one: not after a recovery, and not where the account
 * never had one. This only chooses the form to begin with; the server decides, and the form follows its answer.
 */
export const passwordRightsQuery = queryOptions({
  queryKey: ["auth", "password-rights"],
  queryFn: async () => {
    const { currentAuthenticationMethods } = await authCall((auth) => auth.mfa.getAuthenticatorAssuranceLevel());
    const { session } = await authCall((auth) => auth.getSession());
    const methods = currentAuthenticationMethods.map((entry) => (typeof entry === "string" ? entry : entry.method));
    const mayHavePassword = session === null || hasPassword(session.user);
    return { isCurrentNeeded: mayHavePassword && !methods.some((method) => passwordlessMethods.includes(method)) };
  },
  staleTime: 0,
  gcTime: 0,
  retry: false,
});
