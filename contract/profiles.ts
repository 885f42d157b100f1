import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { FollowState } from "./follows.ts";
import { limits } from "./limits.ts";
import { Id, IsoTime } from "./page.ts";

const Url = z.string().nullable();

/** Zoom 1 to 3; offsets in percent of the way from the middle to the picture's edge, so that any frame can be filled. */
export const BannerAdjustments = z.strictObject({
  zoom: z.number().min(limits.bannerZoomMin).max(limits.bannerZoomMax),
  offsetX: z.number().min(-100).max(100),
  offsetY: z.number().min(-100).max(100),
});
export type BannerAdjustments = z.infer<typeof BannerAdjustments>;

/** A member as others see them. Of a private profile that the caller does not follow only the first part is filled. */
export const Profile = z.object({
  id: Id,
  username: z.string(),
  avatarUrl: z.string().nullable(),
  isVerified: z.boolean(),
  isPrivate: z.boolean(),
  isSelf: z.boolean(),
  isVisible: z.boolean().describe("Whether the caller may see outfits, bio and closet"),
  followState: FollowState.describe("How the caller stands to the member"),
  postsCount: z.number().int(),
  followersCount: z.number().int(),
  followingCount: z.number().int(),
  likesCount: z.number().int(),
  createdAt: IsoTime,
  isClosetPrivate: z.boolean(),
  membershipTier: z.enum(["free", "premium", "pro"]).nullable(),
  role: z.enum(["user", "business", "admin"]).nullable(),
  bio: z.string().nullable(),
  location: z.string().nullable(),
  bannerUrl: z.string().nullable(),
  bannerAdjustments: BannerAdjustments.nullable(),
  instagramUrl: Url,
  twitterUrl: Url,
  facebookUrl: Url,
  youtubeUrl: Url,
  tiktokUrl: Url,
});
export type Profile = z.infer<typeof Profile>;

/** What only the member sees of their own account. */
export const Me = Profile.extend({
  email: z.string().nullable(),
  points: z.number().int(),
  unreadNotificationsCount: z.number().int(),
  unreadMessagesCount: z.number().int(),
  usernameChangeableAt: IsoTime.nullable().describe("Null: at once"),
});
export type Me = z.infer<typeof Me>;

/** Only the named fields change; an empty address is stored as none. */
export const ProfileEdit = z.strictObject({
  bio: z.string().trim().max(limits.bioCharsMax, "Bio must be less than 200 characters").nullable().optional(),
  isClosetPrivate: z.boolean().optional(),
  isPrivate: z.boolean().optional(),
  avatarImageId: z.uuid("Must be a valid image URL").nullable().optional().describe("An own upload of kind avatar"),
  bannerImageId: z.uuid("Must be a valid image URL").nullable().optional().describe("An own upload of kind banner"),
  bannerAdjustments: BannerAdjustments.nullable().optional(),
});
export type ProfileEdit = z.input<typeof ProfileEdit>;

export const profileEndpoints = {
  me: endpoint("GET", "/api/me", { summary: "The caller's own account", reply: Me, errors: ["auth.required"] }),
  get: endpoint("GET", "/api/profiles/:username", {
    summary: "A member by username; a former username answers with the present one",
    params: z.strictObject({ username: z.string().max(limits.nameCharsMax) }),
    reply: Profile,
    errors: ["auth.required", "profile.not_found"],
  }),
  edit: endpoint("PATCH", "/api/me", {
    summary: "Changes the caller's own profile",
    body: ProfileEdit,
    reply: Me,
    errors: ["auth.required", "image.not_yours"],
  }),
};
