import { rewardEndpoints } from "#contract/rewards.ts";
import type { Serve } from "#server/http/serve.ts";
import { listRedemptions, listRewards, redeem } from "./rewards.service.ts";

export function rewardRoutes(serve: Serve) {
  serve(rewardEndpoints.list, (call) => listRewards(call));
  serve(rewardEndpoints.redeem, (call, { params, body }) => redeem(call, { ...params, ...body }));
  serve(rewardEndpoints.redemptions, (call, { query }) => listRedemptions(call, query));
}
