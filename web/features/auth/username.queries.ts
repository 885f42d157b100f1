import { queryOptions, skipToken } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";

/** The username that this name would become; asked for once the name stands still. */
export function usernameQuery(name: string) {
  return queryOptions({
    queryKey: ["usernames", name],
    queryFn: name === "" ? skipToken : ({ signal }) => call("GET /api/usernames", { query: { name } }, signal),
    placeholderData: (shown) => shown,
    retry: false,
  });
}
