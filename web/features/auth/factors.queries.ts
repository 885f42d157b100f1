import { queryOptions } from "@tanstack/react-query";
import { authCall } from "#web/api/auth-call.ts";

/** The authenticators that may answer for the second step. */
export const factorsQuery = queryOptions({
  queryKey: ["second-step"],
  queryFn: async () => (await authCall((auth) => auth.mfa.listFactors())).totp,
  gcTime: 0,
  staleTime: 0,
});
