import { rewardEndpoints } from "#contract/rewards.ts";
import type { Serve } from "#server/http/serve.ts";
import { getStanding, listOwnRedemptions, listRewards, redeem, reveal, withdraw } from "./redemptions.service.ts";

export function rewardRoutes(serve: Serve) {
  serve(rewardEndpoints.list, (context) => listRewards(context));
  serve(rewardEndpoints.standing, (context) => getStanding(context));
  serve(rewardEndpoints.redeem, (context, { params, body }) => redeem(context, { ...params, ...body }));
  serve(rewardEndpoints.redemptions, (context, { query }) => listOwnRedemptions(context, query));
  serve(rewardEndpoints.withdraw, (context, { params }) => withdraw(context, params.redemptionId));
  serve(rewardEndpoints.reveal, (context, { params }) => reveal(context, params.redemptionId));
}
