import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { limits } from "#contract/limits.ts";
import type { Me } from "#contract/profiles.ts";
import { call } from "#web/api/call.ts";
import { useSession } from "#web/api/session.ts";

export const meKey = ["me"] as const;

/** The caller's own account: name and picture in the navigation, unread counts, rights. */
export const meQuery = queryOptions({
  queryKey: meKey,
  queryFn: ({ signal }) => call("GET /api/me", undefined, signal),
  staleTime: limits.accountCacheMs,
});

/** The member's own account; undefined for a visitor and while it loads. */
export function useMe() {
  const session = useSession();
  return useQuery({ ...meQuery, enabled: session.status === "signed-in" }).data;
}

/** Changes the cached account, if there is one. */
export function patchMe(client: QueryClient, changes: Partial<Me>): void {
  client.setQueryData<Me>(meKey, (me) => me && { ...me, ...changes });
}
