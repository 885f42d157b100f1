import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { Author, Done, Id, IsoTime, page, PageQuery } from "./page.ts";

/** How the caller stands to a member: `requested` waits for the owner of a private profile. */
export const FollowState = z.enum(["none", "requested", "following"]);
export type FollowState = z.infer<typeof FollowState>;

export const FollowOutcome = z.object({
  state: FollowState,
  followersCount: z.number().int().describe("The member's"),
});
export type FollowOutcome = z.infer<typeof FollowOutcome>;

/** A member in a list of followers, of those who are followed, or of those who ask. */
export const Follow = z.object({
  id: Id.describe("The member's"),
  member: Author,
  state: FollowState.describe("How the caller stands to the member"),
  createdAt: IsoTime.describe("Since when, or when they asked"),
});
export type Follow = z.infer<typeof Follow>;

const ofMember = z.strictObject({ memberId: Id });
const ofProfile = z.strictObject({ username: z.string().max(limits.nameCharsMax) });

export const followEndpoints = {
  follow: endpoint("PUT", "/api/follows/:memberId", {
    summary: "Follows a member, or asks to where the profile is private; twice is once",
    params: ofMember,
    reply: FollowOutcome,
    errors: ["auth.required", "profile.not_found", "member.is_self", "rate.limited"],
  }),
  unfollow: endpoint("DELETE", "/api/follows/:memberId", {
    summary: "Follows a member no longer, or takes the request back",
    params: ofMember,
    reply: FollowOutcome,
    errors: ["auth.required", "profile.not_found"],
  }),
  requests: endpoint("GET", "/api/follow-requests", {
    summary: "Who asks to follow the caller, newest first",
    query: PageQuery,
    reply: page(Follow),
    errors: ["auth.required"],
  }),
  accept: endpoint("PUT", "/api/follow-requests/:memberId", {
    summary: "Lets a member follow the caller",
    params: ofMember,
    reply: Done,
    errors: ["auth.required", "follow.request_not_found"],
  }),
  decline: endpoint("DELETE", "/api/follow-requests/:memberId", {
    summary: "Declines a request; the member is not told",
    params: ofMember,
    reply: Done,
    errors: ["auth.required", "follow.request_not_found"],
  }),
  removeFollower: endpoint("DELETE", "/api/followers/:memberId", {
    summary: "Makes a member follow the caller no longer; the member is not told",
    params: ofMember,
    reply: Done,
    errors: ["auth.required"],
  }),
  followers: endpoint("GET", "/api/profiles/:username/followers", {
    summary: "Who follows a member, newest first; empty where the profile is not visible to the caller",
    params: ofProfile,
    query: PageQuery,
    reply: page(Follow),
    errors: ["auth.required", "profile.not_found"],
  }),
  following: endpoint("GET", "/api/profiles/:username/following", {
    summary: "Whom a member follows, newest first; empty where the profile is not visible to the caller",
    params: ofProfile,
    query: PageQuery,
    reply: page(Follow),
    errors: ["auth.required", "profile.not_found"],
  }),
};
