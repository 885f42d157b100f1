import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import { signOutOnPurpose } from "#web/lib/expected-sign-out.ts";
import { forgetMember } from "./forget-member.ts";
import { meKey } from "./me.ts";
import { withRecentSignIn } from "./recent-sign-in.ts";

const accountDataKey = ["account-data"] as const;
const waitingPollMs = 3_000;

export const accountDataQuery = queryOptions({
  queryKey: accountDataKey,
  queryFn: ({ signal }) => call("GET /api/me/data", undefined, signal),
  refetchInterval: ({ state }) => (state.data?.export?.status === "waiting" ? waitingPollMs : false),
});

export function useRequestExport() {
  const client = useQueryClient();
  return useMutation({
    meta: { success: "We are preparing your data", failure: "Failed to prepare your data" },
    mutationFn: () => call("POST /api/me/data/exports"),
    onSuccess: (data) => client.setQueryData(accountDataKey, data),
    // Another tab may have asked already.
    onError: () => client.invalidateQueries({ queryKey: accountDataKey }),
  });
}

/** Schedules the deletion; every session ends, this one too, and this device forgets the member. */
export function useDeleteAccount() {
  const client = useQueryClient();
  return useMutation({
    meta: { failure: "Failed to delete your account" },
    mutationFn: (username: string) =>
      withRecentSignIn(() => signOutOnPurpose(() => call("POST /api/me/deletion", { body: { username } }))),
    onSuccess: () => forgetMember(client, "#deletion-scheduled"),
    // Another tab may have changed the username, which is to be typed.
    onError: () => client.invalidateQueries({ queryKey: meKey }),
  });
}
