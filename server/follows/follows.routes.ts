import { followEndpoints } from "#contract/follows.ts";
import type { Serve } from "#server/http/serve.ts";
import {
  acceptRequest,
  declineRequest,
  followMember,
  listFollowsOf,
  listRequests,
  removeFollower,
  unfollowMember,
} from "./follows.service.ts";

export function followRoutes(serve: Serve) {
  serve(followEndpoints.follow, (call, { params }) => followMember(call, params.memberId));
  serve(followEndpoints.unfollow, (call, { params }) => unfollowMember(call, params.memberId));
  serve(followEndpoints.requests, (call, { query }) => listRequests(call, query));
  serve(followEndpoints.accept, (call, { params }) => acceptRequest(call, params.memberId));
  serve(followEndpoints.decline, (call, { params }) => declineRequest(call, params.memberId));
  serve(followEndpoints.removeFollower, (call, { params }) => removeFollower(call, params.memberId));
  serve(followEndpoints.followers, (call, { params, query }) =>
    listFollowsOf(call, "followers", params.username, query),
  );
  serve(followEndpoints.following, (call, { params, query }) =>
    listFollowsOf(call, "following", params.username, query),
  );
}
