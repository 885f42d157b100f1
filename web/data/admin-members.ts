import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import type { MemberFilter, Role } from "#contract/admin-members.ts";
import { call, type ReplyOf } from "#web/api/call.ts";
import { getUserId } from "#web/api/session.ts";
import { isAtOneOf } from "./is-at-one-of.ts";
import { meKey } from "./me.ts";
import { pagedQuery } from "./paged.ts";
import { withRecentSignIn } from "./recent-sign-in.ts";

const adminMemberKeys = { all: ["admin", "members"], list: ["admin", "members", "list"] } as const;
const keyOf = (memberId: string) => [...adminMemberKeys.all, memberId] as const;

export const adminMemberQueries = {
  list: (filter: MemberFilter) =>
    pagedQuery(
      [...adminMemberKeys.list, filter],
      (cursor, signal) => call("GET /api/admin/members", { query: { ...filter, cursor } }, signal),
      { meta: { failure: "Failed to load users" } },
    ),
  detail: (memberId: string) =>
    queryOptions({
      queryKey: [...keyOf(memberId), "detail"],
      queryFn: ({ signal }) => call("GET /api/admin/members/:memberId", { params: { memberId } }, signal),
    }),
  ledger: (memberId: string) =>
    pagedQuery([...keyOf(memberId), "ledger"], (cursor, signal) =>
      call("GET /api/admin/members/:memberId/ledger", { params: { memberId }, query: { cursor } }, signal),
    ),
  reports: (memberId: string, side: "by" | "against") =>
    pagedQuery([...keyOf(memberId), "reports", side], (cursor, signal) =>
      call("GET /api/admin/members/:memberId/reports", { params: { memberId }, query: { side, cursor } }, signal),
    ),
};

/** A change of one member; everything about members is asked for again afterwards, unless `refresh` says otherwise. */
function useMemberChange<Input extends { memberId: string }>(
  meta: { success: string; failure: string; isAtField?: (error: Error) => boolean },
  change: (input: Input) => Promise<unknown>,
  then: {
    onSuccess?: (done: unknown, input: Input) => Promise<void>;
    refresh?: (input: Input) => Promise<unknown> | undefined;
  } = {},
) {
  const client = useQueryClient();
  return useMutation({
    meta,
    mutationFn: (input: Input) => withRecentSignIn(() => change(input)),
    ...(then.onSuccess && { onSuccess: then.onSuccess }),
    onSettled: (_reply, error, input) =>
      (error ? undefined : then.refresh?.(input)) ?? client.invalidateQueries({ queryKey: ["admin"] }),
  });
}

export type MemberReply = ReplyOf<"GET /api/admin/members/:memberId">;

export function useSetRole() {
  const client = useQueryClient();
  const router = useRouter();
  return useMemberChange(
    { success: "User role updated successfully", failure: "Failed to update user role" },
    ({ memberId, ...body }: { memberId: string; role: Role; reason: string | null }) =>
      call("PUT /api/admin/members/:memberId/role", { params: { memberId }, body }),
    {
      refresh({ memberId }) {
        if (memberId !== getUserId()) return undefined;
        // The guard leads who is no admin any more out of the area, whose lists would be refused to them.
        return Promise.all([client.invalidateQueries({ queryKey: meKey }), router.invalidate()]);
      },
    },
  );
}
export const useSuspend = () =>
  useMemberChange(
    { success: "Member suspended", failure: "Failed to suspend the member" },
    ({ memberId, ...body }: { memberId: string; days: number | null; reason: string }) =>
      call("PUT /api/admin/members/:memberId/suspension", { params: { memberId }, body }),
  );
export const useReinstate = () =>
  useMemberChange(
    { success: "Suspension ended", failure: "Failed to end the suspension" },
    ({ memberId, reason }: { memberId: string; reason: string }) =>
      call("DELETE /api/admin/members/:memberId/suspension", { params: { memberId }, body: { reason } }),
  );
export const useEndMemberSessions = () =>
  useMemberChange(
    { success: "All sessions ended", failure: "Failed to end the sessions" },
    ({ memberId, reason }: { memberId: string; reason: string }) =>
      call("DELETE /api/admin/members/:memberId/sessions", { params: { memberId }, body: { reason } }),
  );
export const useResetFactors = () =>
  useMemberChange(
    { success: "Second factor reset", failure: "Failed to reset the second factor" },
    ({ memberId, reason }: { memberId: string; reason: string }) =>
      call("DELETE /api/admin/members/:memberId/factors", { params: { memberId }, body: { reason } }),
  );
export const useCorrectPoints = () =>
  useMemberChange(
    { success: "Points corrected", failure: "Failed to correct the points", isAtField: isAtOneOf("points") },
    ({ memberId, ...body }: { memberId: string; id: string; points: number; reason: string }) =>
      call("POST /api/admin/members/:memberId/points", { params: { memberId }, body }),
  );
/** @param leave Takes the member's page off the screen, where they would be asked for again. */
export function useDeleteMember(leave: () => Promise<void>) {
  const client = useQueryClient();
  return useMemberChange(
    { success: "Account deleted", failure: "Failed to delete the account" },
    ({ memberId, ...body }: { memberId: string; username: string; reason: string }) =>
      call("DELETE /api/admin/members/:memberId", { params: { memberId }, body }),
    {
      async onSuccess(_done, { memberId }) {
        await leave();
        client.removeQueries({ queryKey: keyOf(memberId) });
      },
    },
  );
}
