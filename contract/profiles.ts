import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { DisplayName } from "./display-names.ts";
import { FollowState } from "./follows.ts";
import { limits } from "./limits.ts";
import { Id, IsoTime } from "./page.ts";

const Url = z.string().nullable();

/**
 * Zoom 1 to 3; offsets in percent of the distance from the centre to the picture's edge, so that any frame can be
 * filled.
 */
export const BannerAdjustments = z.strictObject({
  zoom: z.number().min(limits.bannerZoomMin).max(limits.bannerZoomMax),
  offsetX: z.number().min(-100).max(100),
  offsetY: z.number().min(-100).max(100),
});
export type BannerAdjustments = z.infer<typeof BannerAdjustments>;

/** A member's profile. For a private profile that the caller does not follow, only the first fields have values. */
export const Profile = z.object({
  id: Id,
  username: z.string(),
  displayName: z.string().nullable().describe("Shown beside the username, in any script"),
  avatarUrl: z.string().nullable(),
  isVerified: z.boolean(),
  isPrivate: z.boolean(),
  isSelf: z.boolean(),
  isVisible: z.boolean().describe("Whether the caller may see outfits, bio and closet"),
  followState: FollowState.describe("The caller's follow state for the member"),
  postsCount: z.number().int(),
  followersCount: z.number().int(),
  followingCount: z.number().int(),
  likesCount: z.number().int(),
  isFollowingYou: z.boolean(),
  isMuted: z.boolean().describe("By the caller"),
  createdAt: IsoTime.nullable(),
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

/** A member's own account, with private fields. */
export const Me = Profile.extend({
  email: z.string().nullable(),
  points: z.number().int(),
  unreadNotificationsCount: z.number().int(),
  unreadMessagesCount: z.number().int(),
  isNotifiedByEmail: z.boolean(),
  isNotifiedByPush: z.boolean(),
  usernameChangeableAt: IsoTime.nullable().describe("Null: at once"),
  siteName: z.string().describe("As admins named the site: a precached document has no name"),
});
export type Me = z.infer<typeof Me>;

/** A URL on one of the site's hosts (docs/security.md#s-45); empty becomes null. */
const SocialUrl = (article: "a" | "an", site: string, hosts: readonly string[]) =>
  z
    .string()
    .trim()
    .max(limits.socialUrlCharsMax, `${site} link is too long`)
    .refine((text) => text === "" || isOnHost(text, hosts), `Must be ${article} ${site} link starting with https://`)
    .transform((text) => (text === "" ? null : text.replace(/^https/i, "https")))
    .nullable()
    .optional();

function isOnHost(text: string, hosts: readonly string[]): boolean {
  if (/\s/.test(text)) return false;
  const { host } = /^https:\/\/(?<host>[a-z0-9.-]+)(?:[/?#]|$)/i.exec(text)?.groups ?? {};
  const name = host?.toLowerCase().replace(/^(www|m|mobile)\./, "");
  return name !== undefined && hosts.includes(name);
}

/** Letters, digits, dot and underscore; converted to lower case. */
const Username = z
  .string()
  .trim()
  .toLowerCase()
  .min(limits.usernameCharsMin, "Username must be at least 3 characters")
  .max(limits.usernameCharsMax, "Username must be at most 30 characters")
  .regex(/^[a-z0-9][a-z0-9._]*[a-z0-9_]$/, "Use letters, digits, dots and underscores");

/** Only the given fields change; an empty URL or text is stored as null. */
export const ProfileEdit = z.strictObject({
  username: Username.optional(),
  displayName: DisplayName.nullable().optional().describe("An empty one is stored as null: the username is shown"),
  bio: z.string().trim().max(limits.bioCharsMax, "Bio must be less than 200 characters").nullable().optional(),
  location: z
    .string()
    .trim()
    .max(limits.locationCharsMax, "Location must be less than 80 characters")
    .nullable()
    .optional(),
  instagramUrl: SocialUrl("an", "Instagram", ["instagram.com"]),
  twitterUrl: SocialUrl("a", "Twitter/X", ["twitter.com", "x.com"]),
  facebookUrl: SocialUrl("a", "Facebook", ["facebook.com", "fb.com"]),
  youtubeUrl: SocialUrl("a", "YouTube", ["youtube.com", "youtu.be"]),
  tiktokUrl: SocialUrl("a", "TikTok", ["tiktok.com"]),
  avatarImageId: z
    .uuid("Must be a valid image URL")
    .nullable()
    .optional()
    .describe("An own upload of kind avatar; null removes the picture"),
  bannerImageId: z
    .uuid("Must be a valid image URL")
    .nullable()
    .optional()
    .describe("An own upload of kind banner; null removes the picture"),
  bannerAdjustments: BannerAdjustments.nullable().optional(),
  isClosetPrivate: z.boolean().optional(),
  isPrivate: z.boolean().optional(),
  isNotifiedByEmail: z.boolean().optional(),
  isNotifiedByPush: z.boolean().optional(),
});
export type ProfileEdit = z.input<typeof ProfileEdit>;

export const profileEndpoints = {
  me: endpoint("GET", "/api/me", { summary: "Gets the caller's own account", reply: Me, errors: ["auth.required"] }),
  get: endpoint("GET", "/api/profiles/:username", {
    summary: "Gets a member by username; a former username resolves to the current one",
    params: z.strictObject({ username: z.string().max(limits.nameCharsMax) }),
    reply: Profile,
    errors: ["auth.required", "profile.not_found"],
  }),
  edit: endpoint("PATCH", "/api/me", {
    limit: "edits",
    summary: "Changes the caller's own profile",
    body: ProfileEdit,
    reply: Me,
    errors: ["auth.required", "image.not_yours", "username.taken", "username.too_soon"],
  }),
};
