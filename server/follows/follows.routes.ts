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
  serve(followEndpoints.follow, (context, { params }) => followMember(context, params.memberId));
  serve(followEndpoints.unfollow, (context, { params }) => unfollowMember(context, params.memberId));
  serve(followEndpoints.requests, (context, { query }) => listRequests(context, query));
  serve(followEndpoints.accept, (context, { params }) => acceptRequest(context, params.memberId));
  serve(followEndpoints.decline, (context, { params }) => declineRequest(context, params.memberId));
  serve(followEndpoints.removeFollower, (context, { params }) => removeFollower(context, params.memberId));
  serve(followEndpoints.followers, (context, { params, query }) =>
    listFollowsOf(context, "followers", params.username, query),
  );
  serve(followEndpoints.following, (context, { params, query }) =>
    listFollowsOf(context, "following", params.username, query),
  );
}
