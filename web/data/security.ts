import type { User, UserIdentity } from "@supabase/auth-js";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { authCall, type SocialProvider } from "#web/api/auth-call.ts";
import { call } from "#web/api/call.ts";
import { refreshAccessToken } from "#web/api/session.ts";
import { toast } from "#web/lib/toast.ts";
import { authErrorMessage } from "#web/text/auth-errors.ts";
import { hasPassword } from "./identity.ts";
import { withRecentSignIn } from "./recent-sign-in.ts";

const securityKeys = {
  all: ["security"],
  authenticators: ["security", "authenticators"],
  identities: ["security", "identities"],
  sessions: ["security", "sessions"],
} as const;

export const securityQueries = {
  authenticators: queryOptions({
    queryKey: securityKeys.authenticators,
    queryFn: async () => (await authCall((auth) => auth.mfa.listFactors())).totp,
  }),
  identities: queryOptions({
    queryKey: securityKeys.identities,
    queryFn: async () => {
      const { user } = await authCall((auth) => auth.getUser());
      const identities = user.identities ?? [];
      return identities.map((identity) => ({ ...identity, isWayIn: isWayIn(user, identity) }));
    },
  }),
  sessions: queryOptions({
    queryKey: securityKeys.sessions,
    queryFn: ({ signal }) => call("GET /api/me/sessions", undefined, signal),
  }),
};

/** Whether it signs in, by the server's rule: an address or a number that was set for the member, but never verified, does not. */
function isWayIn(user: User, { provider, identity_data: data }: UserIdentity): boolean {
  if (provider !== "email" && provider !== "phone") return true;
  if (user[`${provider}_confirmed_at`] === undefined) return false;
  return data?.[`${provider}_verified`] === true || hasPassword(user);
}

/** Reloads what a new authenticator changes. */
export function useAuthenticatorAdded(): () => void {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: securityKeys.authenticators });
    // Sessions that never gave a code have ended.
    void client.invalidateQueries({ queryKey: securityKeys.sessions });
  };
}

/** An account change through auth-js, whose errors have their own messages. */
function useAccountChange<Input>(success: string, change: (input: Input) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true, success },
    mutationFn: (input: Input) => withRecentSignIn(() => change(input)),
    onError: (error) => toast.error(authErrorMessage(error)),
    onSettled: () => client.invalidateQueries({ queryKey: securityKeys.all }),
  });
}

export const useRemoveAuthenticator = () =>
  useAccountChange("Authenticator removed", async (factorId: string) => {
    await authCall((auth) => auth.mfa.unenroll({ factorId }));
    // If another one remains, this session may owe its code now: the new token and user say so.
    await refreshAccessToken();
  });

export const useDisconnect = (name: string) =>
  useAccountChange(`${name} is disconnected`, async (provider: SocialProvider | "phone") => {
    const { identities } = await authCall((auth) => auth.getUserIdentities());
    const identity = identities.find((known) => known.provider === provider);
    // Already removed in another tab.
    if (identity) await authCall((auth) => auth.unlinkIdentity(identity));
  });

function useSessionEnd<Input>(meta: { success: string; failure: string }, end: (input: Input) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    meta,
    mutationFn: end,
    onSettled: () => client.invalidateQueries({ queryKey: securityKeys.sessions }),
  });
}

export const useEndSession = () =>
  useSessionEnd(
    { success: "That device is logged out", failure: "Failed to log out that device" },
    (sessionId: string) => call("DELETE /api/me/sessions/:sessionId", { params: { sessionId } }),
  );
export const useEndOtherSessions = () =>
  useSessionEnd({ success: "All other devices are logged out", failure: "Failed to log out the other devices" }, () =>
    call("DELETE /api/me/sessions"),
  );
