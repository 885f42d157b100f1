import { queryOptions, useQuery } from "@tanstack/react-query";
import { limits } from "#contract/limits.ts";
import { call } from "./call.ts";
import { useSession } from "./session.ts";

/** The caller's own account: name and picture in the navigation, unread counts, rights. */
export const meQuery = queryOptions({
  queryKey: ["me"],
  queryFn: ({ signal }) => call("GET /api/me", undefined, signal),
  staleTime: limits.profileCacheMs,
});

/** The member's own account; undefined for a visitor and until it has come. */
export function useMe() {
  const session = useSession();
  return useQuery({ ...meQuery, enabled: session.status === "signed-in" }).data;
}
