import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { authCall, type SocialProvider } from "#web/api/auth-call.ts";
import { call } from "#web/api/call.ts";
import { authErrorWords, isRefusal } from "#web/text/auth-errors.ts";
import { notify } from "#web/ui/notify.ts";

export const securityQueries = {
  authenticators: queryOptions({
    queryKey: ["security", "authenticators"],
    queryFn: async () => (await authCall((auth) => auth.mfa.listFactors())).totp,
  }),
  identities: queryOptions({
    queryKey: ["security", "identities"],
    queryFn: async () => (await authCall((auth) => auth.getUserIdentities())).identities,
  }),
  sessions: queryOptions({
    queryKey: ["security", "sessions"],
    queryFn: ({ signal }) => call("GET /api/me/sessions", undefined, signal),
  }),
};

/**
 * What a refused change of the ways in leads to: its words or, where the last sign-in is too long ago, a new one that
 * comes back here.
 */
export function useRefusal(): (refusal: unknown) => void {
  const navigate = useNavigate();
  return (refusal) => {
    notify.error(authErrorWords(refusal));
    if (!isRefusal(refusal, "reauthentication_needed")) return;
    void authCall((auth) => auth.signOut({ scope: "local" }))
      .catch(() => undefined)
      .then(() => navigate({ to: "/auth", search: { next: "/settings" } }));
  };
}

/** A change of the account through auth-js: its refusals have their own words. */
function useAccountChange<Input>(success: string, change: (input: Input) => Promise<unknown>) {
  const client = useQueryClient();
  const tellRefusal = useRefusal();
  return useMutation({
    meta: { isQuiet: true, success },
    mutationFn: change,
    onError: tellRefusal,
    onSettled: () => client.invalidateQueries({ queryKey: ["security"] }),
  });
}

export const useRemoveAuthenticator = () =>
  useAccountChange("Authenticator removed", (factorId: string) => authCall((auth) => auth.mfa.unenroll({ factorId })));

export const useDisconnect = (name: string) =>
  useAccountChange(`${name} is disconnected`, async (provider: SocialProvider) => {
    const { identities } = await authCall((auth) => auth.getUserIdentities());
    const identity = identities.find((known) => known.provider === provider);
    // Gone already, in another tab.
    if (identity) await authCall((auth) => auth.unlinkIdentity(identity));
  });

function useSessionEnd<Input>(success: string, end: (input: Input) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    meta: { success, failure: "Failed to log out that device" },
    mutationFn: end,
    onSettled: () => client.invalidateQueries({ queryKey: securityQueries.sessions.queryKey }),
  });
}

export const useEndSession = () =>
  useSessionEnd("That device is logged out", (sessionId: string) =>
    call("DELETE /api/me/sessions/:sessionId", { params: { sessionId } }),
  );
export const useEndOtherSessions = () =>
  useSessionEnd("All other devices are logged out", () => call("DELETE /api/me/sessions"));
