import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import { pagedQuery } from "./paged.ts";

const findingKeys = { open: ["admin", "findings", "open"], accounts: ["admin", "findings", "accounts"] } as const;

export const findingQueries = {
  open: pagedQuery(findingKeys.open, (cursor, signal) =>
    call("GET /api/admin/findings", { query: { cursor } }, signal),
  ),
  accounts: (findingId: string) =>
    queryOptions({
      queryKey: [...findingKeys.accounts, findingId],
      queryFn: ({ signal }) => call("GET /api/admin/findings/:findingId/accounts", { params: { findingId } }, signal),
    }),
};

/** Marks a finding as looked at; it leaves the open ones. */
export function useResolveFinding() {
  const client = useQueryClient();
  return useMutation({
    meta: { success: "Marked as looked at", failure: "Failed to mark the finding" },
    mutationFn: (findingId: string) =>
      call("POST /api/admin/findings/:findingId/resolution", { params: { findingId } }),
    onSettled: () => client.invalidateQueries({ queryKey: ["admin"] }),
  });
}
