import { adminRedemptionEndpoints, adminRewardEndpoints } from "#contract/reward-admin.ts";
import type { Serve } from "#server/http/serve.ts";
import { changeRules, createReward, editReward, getRules, listAllRewards } from "./catalogue.service.ts";
import { importCodes, listCodeBatches, removeCodeBatch } from "./codes.service.ts";
import { cancelOrder } from "./orders.service.ts";
import { approve, countQueue, getCase, listQueue, reject } from "./queue.service.ts";

export function rewardAdminRoutes(serve: Serve) {
  serve(adminRewardEndpoints.list, (context) => listAllRewards(context));
  serve(adminRewardEndpoints.create, (context, { body }) => createReward(context, body));
  serve(adminRewardEndpoints.edit, (context, { params, body }) => editReward(context, params.rewardId, body));
  serve(adminRewardEndpoints.retire, (context, { params, body }) => editReward(context, params.rewardId, body));
  serve(adminRewardEndpoints.importCodes, (context, { params, body }) =>
    importCodes(context, params.rewardId, body.text),
  );
  serve(adminRewardEndpoints.batches, (context, { params }) => listCodeBatches(context, params.rewardId));
  serve(adminRewardEndpoints.removeBatch, (context, { params }) => removeCodeBatch(context, params));
  serve(adminRewardEndpoints.rules, (context) => getRules(context));
  serve(adminRewardEndpoints.changeRules, (context, { body }) => changeRules(context, body));

  serve(adminRedemptionEndpoints.list, (context, { query }) => listQueue(context, query));
  serve(adminRedemptionEndpoints.counts, (context) => countQueue(context));
  serve(adminRedemptionEndpoints.get, (context, { params }) => getCase(context, params.redemptionId));
  serve(adminRedemptionEndpoints.approve, (context, { params, body }) => approve(context, params.redemptionId, body));
  serve(adminRedemptionEndpoints.reject, (context, { params, body }) =>
    reject(context, params.redemptionId, body.reason),
  );
  serve(adminRedemptionEndpoints.cancelOrder, (context, { params }) => cancelOrder(context, params.redemptionId));
}
