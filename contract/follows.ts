import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { Author, Done, Id, IsoTime, page, PageQuery } from "./page.ts";

/** The caller's follow state for a member; `requested` is pending with the owner of a private profile. */
export const FollowState = z.enum(["none", "requested", "following"]);
export type FollowState = z.infer<typeof FollowState>;

export const FollowOutcome = z.object({
  state: FollowState,
  followersCount: z.number().int().describe("The member's"),
});
export type FollowOutcome = z.infer<typeof FollowOutcome>;

/** A member in a list of followers, followed members or follow requests. */
export const Follow = z.object({
  id: Id.describe("The member's"),
  member: Author,
  state: FollowState.describe("The caller's follow state for the member"),
  createdAt: IsoTime.describe("Since when, or when requested"),
});
export type Follow = z.infer<typeof Follow>;

const FollowPage = page(Follow).extend({
  count: z.number().int().describe("With the members whom the list leaves out"),
});
export type FollowPage = z.infer<typeof FollowPage>;

const ofMember = z.strictObject({ memberId: Id });
const ofProfile = z.strictObject({ username: z.string().max(limits.nameCharsMax) });

export const followEndpoints = {
  follow: endpoint("PUT", "/api/follows/:memberId", {
    summary: "Follows a member, or requests to if the profile is private. Idempotent",
    params: ofMember,
    reply: FollowOutcome,
    limit: "follows",
    errors: ["auth.required", "profile.not_found", "member.is_self"],
  }),
  unfollow: endpoint("DELETE", "/api/follows/:memberId", {
    summary: "Unfollows a member, or withdraws the request",
    params: ofMember,
    reply: FollowOutcome,
    errors: ["auth.required", "profile.not_found"],
  }),
  requests: endpoint("GET", "/api/follow-requests", {
    summary: "Lists the caller's follow requests, newest first",
    query: PageQuery,
    reply: page(Follow),
    errors: ["auth.required"],
  }),
  accept: endpoint("PUT", "/api/follow-requests/:memberId", {
    summary: "Accepts a follow request",
    params: ofMember,
    reply: Done,
    errors: ["auth.required", "follow.request_not_found"],
  }),
  decline: endpoint("DELETE", "/api/follow-requests/:memberId", {
    summary: "Declines a follow request without notifying the member",
    params: ofMember,
    reply: Done,
    errors: ["auth.required", "follow.request_not_found"],
  }),
  removeFollower: endpoint("DELETE", "/api/followers/:memberId", {
    summary: "Removes a follower without notifying the member",
    params: ofMember,
    reply: Done,
    errors: ["auth.required"],
  }),
  followers: endpoint("GET", "/api/profiles/:username/followers", {
    summary: "Lists a member's followers, newest first; empty if the profile is not visible to the caller",
    params: ofProfile,
    query: PageQuery,
    reply: FollowPage,
    errors: ["auth.required", "profile.not_found"],
  }),
  following: endpoint("GET", "/api/profiles/:username/following", {
    summary: "Lists the members that a member follows, newest first; empty if the profile is not visible to the caller",
    params: ofProfile,
    query: PageQuery,
    reply: FollowPage,
    errors: ["auth.required", "profile.not_found"],
  }),
};
