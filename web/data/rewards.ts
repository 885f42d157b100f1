import { type InfiniteData, type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Page } from "#contract/page.ts";
import type { Redemption, Reward } from "#contract/rewards.ts";
import { call } from "#web/api/call.ts";
import { meKey } from "./me.ts";
import { pagedQuery } from "./paged.ts";
import { refreshPoints } from "./points-cache.ts";

export const rewardKeys = {
  all: ["rewards"],
  list: ["rewards", "list"],
  standing: ["rewards", "standing"],
  redemptions: ["rewards", "redemptions"],
} as const;

/** The rewards on offer. */
export const rewardsQuery = queryOptions({
  queryKey: rewardKeys.list,
  queryFn: async ({ signal }) => (await call("GET /api/rewards", undefined, signal)).items,
  meta: { failure: "Failed to load the rewards" },
});

/** Balance, held points, pace, and whether a reward can be requested. */
export const rewardStandingQuery = queryOptions({
  queryKey: rewardKeys.standing,
  queryFn: ({ signal }) => call("GET /api/me/reward-standing", undefined, signal),
  staleTime: 1_000,
});

type Pages = InfiniteData<Page<Redemption>, string | undefined>;

/** The member's own requests, newest first. */
export const redemptionsQuery = pagedQuery(
  rewardKeys.redemptions,
  (cursor, signal): Promise<Page<Redemption>> => call("GET /api/me/redemptions", { query: { cursor } }, signal),
  { staleTime: 1_000, meta: { failure: "Failed to load your requests" } },
);

/** Updates a request in every query with the server's version and refetches dependent queries. */
export function showRedemption(client: QueryClient, redemption: Redemption): void {
  client.setQueryData<Pages>(rewardKeys.redemptions, (known) => known && putFirst(known, redemption));
  refreshRewards(client);
}

function putFirst(known: Pages, redemption: Redemption): Pages {
  const isKnown = known.pages.some((page) => page.items.some(({ id }) => id === redemption.id));
  const pages = known.pages.map((page, index) => {
    const items = page.items.map((item) => (item.id === redemption.id ? redemption : item));
    return { ...page, items: !isKnown && index === 0 ? [redemption, ...items] : items };
  });
  return { ...known, pages };
}

/** Reads again all about rewards that is on screen, and the points. */
export function refreshRewards(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: rewardKeys.all });
  void client.invalidateQueries({ queryKey: meKey });
  refreshPoints(client);
}

/** What to request. The id is made once for each attempt, so that a repeated request changes nothing. */
export interface RedeemRequest {
  redemptionId: string;
  reward: Reward;
  mayWait?: boolean;
}

/** Requests a reward; the dialog that asks for it shows what went wrong. */
export function useRedeem() {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: ({ redemptionId, reward, mayWait = false }: RedeemRequest) =>
      call("PUT /api/me/redemptions/:redemptionId", {
        params: { redemptionId },
        body: { rewardId: reward.id, cost: reward.pointsRequired, mayWait },
      }),
    onSuccess: (redemption) => showRedemption(client, redemption),
    // The price, the stock or the balance may have changed: the cards then show it.
    onError: () => refreshRewards(client),
  });
}

/** Withdraws an open request; its points return, less what the member owes. */
export function useWithdraw() {
  const client = useQueryClient();
  return useMutation({
    meta: { success: "Request withdrawn", failure: "Failed to withdraw the request" },
    mutationFn: (redemptionId: string) =>
      call("POST /api/me/redemptions/:redemptionId/withdraw", { params: { redemptionId } }),
    onSuccess: (redemption) => showRedemption(client, redemption),
    onError: () => refreshRewards(client),
  });
}

/** Fetches the code of an approved request. It is stored only in the dialog that shows it. */
export function useReveal() {
  const client = useQueryClient();
  return useMutation({
    meta: { failure: "Failed to reveal the code" },
    gcTime: 0,
    mutationFn: (redemptionId: string) =>
      call("POST /api/me/redemptions/:redemptionId/reveal", { params: { redemptionId } }),
    // Not awaited: the code is shown at once.
    onSuccess: () => void client.invalidateQueries({ queryKey: rewardKeys.redemptions }),
  });
}
