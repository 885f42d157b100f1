import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { AdminReward, NewReward, RedemptionRules } from "#contract/reward-admin.ts";
import type { RedemptionStatus } from "#contract/rewards.ts";
import { call } from "#web/api/call.ts";
import { changesOf } from "#web/lib/changes-of.ts";
import { toast } from "#web/lib/toast.ts";
import { isAtOneOf } from "./is-at-one-of.ts";
import { pagedQuery } from "./paged.ts";
import { withRecentSignIn } from "./recent-sign-in.ts";

const keys = { all: ["admin", "rewards"] } as const;

export const adminRewardQueries = {
  catalogue: queryOptions({
    queryKey: [...keys.all, "catalogue"],
    queryFn: ({ signal }) => call("GET /api/admin/rewards", undefined, signal),
  }),
  batches: (rewardId: string) =>
    queryOptions({
      queryKey: [...keys.all, "batches", rewardId],
      queryFn: ({ signal }) => call("GET /api/admin/rewards/:rewardId/batches", { params: { rewardId } }, signal),
    }),
  rules: queryOptions({
    queryKey: [...keys.all, "rules"],
    queryFn: ({ signal }) => call("GET /api/admin/rewards/rules", undefined, signal),
  }),
  counts: queryOptions({
    queryKey: [...keys.all, "counts"],
    queryFn: ({ signal }) => call("GET /api/admin/redemptions/counts", undefined, signal),
  }),
  queue: (status: RedemptionStatus) =>
    pagedQuery(
      [...keys.all, "queue", status],
      (cursor, signal) => call("GET /api/admin/redemptions", { query: { status, cursor } }, signal),
      { staleTime: 0 },
    ),
  redemption: (redemptionId: string) =>
    queryOptions({
      queryKey: [...keys.all, "redemption", redemptionId],
      queryFn: ({ signal }) => call("GET /api/admin/redemptions/:redemptionId", { params: { redemptionId } }, signal),
      staleTime: 0,
    }),
};

/**
 * A change after which every list of the page, and the dashboard, is read again; `onSuccess` comes before that, which may take
 * away the form that asked for the change.
 */
function useChange<Given, Reply>(
  meta: { success?: string; failure: string; isAtField?: (error: Error) => boolean },
  change: (given: Given) => Promise<Reply>,
  onSuccess?: (reply: Reply) => void,
) {
  const client = useQueryClient();
  return useMutation({
    meta,
    mutationFn: (given: Given) => withRecentSignIn(() => change(given)),
    ...(onSuccess && { onSuccess }),
    onSettled: () => client.invalidateQueries({ queryKey: ["admin"] }),
  });
}

const isAtRewardField = isAtOneOf(
  "name",
  "description",
  "giftCardType",
  "pointsRequired",
  "valueCents",
  "currency",
  "serviceProductId",
);

/** Adds a reward, or changes the given one. */
export const useSaveReward = (reward: AdminReward | null) =>
  useChange(
    { success: "Reward saved", failure: "Failed to save the reward", isAtField: isAtRewardField },
    (body: NewReward) =>
      reward === null
        ? call("POST /api/admin/rewards", { body })
        : call("PATCH /api/admin/rewards/:rewardId", {
            params: { rewardId: reward.id },
            body: changesOf<NewReward>(reward, body),
          }),
  );

export const useRetireReward = () =>
  useChange(
    { success: "Reward saved", failure: "Failed to save the reward" },
    ({ rewardId, isRetired }: { rewardId: string; isRetired: boolean }) =>
      call("PUT /api/admin/rewards/:rewardId/retired", { params: { rewardId }, body: { isRetired } }),
  );

/** The dialog shows what became of each line. */
export const useImportCodes = (rewardId: string) =>
  useChange({ failure: "Failed to import the codes", isAtField: isAtOneOf("text") }, (text: string) =>
    call("POST /api/admin/rewards/:rewardId/codes", { params: { rewardId }, body: { text } }),
  );

export const useRemoveBatch = (rewardId: string) =>
  useChange({ success: "Unused codes removed", failure: "Failed to remove the codes" }, (batchId: string) =>
    call("DELETE /api/admin/rewards/:rewardId/batches/:batchId", { params: { rewardId, batchId } }),
  );

export function useSaveRules() {
  const client = useQueryClient();
  return useChange(
    { success: "Rules saved", failure: "Failed to save the rules" },
    (body: Partial<RedemptionRules>) => call("PATCH /api/admin/rewards/rules", { body }),
    (rules) => client.setQueryData(adminRewardQueries.rules.queryKey, rules),
  );
}

export const useApprove = (redemptionId: string, onDone: () => void) =>
  useChange(
    { failure: "Failed to approve the request", isAtField: isAtOneOf("code", "pin") },
    (body: { code?: string; pin?: string }) =>
      call("POST /api/admin/redemptions/:redemptionId/approve", { params: { redemptionId }, body }),
    ({ status }) => {
      // Without a code, one is bought first, which may fail.
      toast.success(status === "approved" ? "Request approved" : "The card is being bought");
      onDone();
    },
  );

export const useReject = (redemptionId: string, onDone: () => void) =>
  useChange(
    { success: "Request rejected", failure: "Failed to reject the request" },
    (reason: string) =>
      call("POST /api/admin/redemptions/:redemptionId/reject", { params: { redemptionId }, body: { reason } }),
    onDone,
  );

export const useCancelOrder = (redemptionId: string) =>
  useChange({ success: "Cancellation requested", failure: "Failed to cancel the purchase" }, () =>
    call("POST /api/admin/redemptions/:redemptionId/cancel-order", { params: { redemptionId } }),
  );
