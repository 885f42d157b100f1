import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { FollowState } from "./follows.ts";
import { limits } from "./limits.ts";
import { OutfitCard, OutfitItem } from "./outfits.ts";
import { Author, Id, IsoTime, MemberPageQuery, page, PageQuery } from "./page.ts";
import { Award } from "./points.ts";

const params = z.strictObject({ outfitId: Id });

/** The state after the request. Idempotent. */
export const LikeState = z.object({ liked: z.boolean(), likesCount: z.number().int(), award: Award.nullable() });
export type LikeState = z.infer<typeof LikeState>;
export const SaveState = z.object({ saved: z.boolean(), savesCount: z.number().int(), award: Award.nullable() });
export type SaveState = z.infer<typeof SaveState>;

export const ClosetSave = z.object({ id: Id, isHidden: z.boolean(), savedAt: IsoTime, outfit: OutfitCard });
export type ClosetSave = z.infer<typeof ClosetSave>;

/** A member who liked an outfit. */
export const Liker = z.object({
  id: Id.describe("The member's"),
  member: Author,
  state: FollowState.describe("The caller's follow state for the member"),
  createdAt: IsoTime.describe("When they liked it"),
});
export type Liker = z.infer<typeof Liker>;

const LikerPage = page(Liker).extend({
  likesCount: z.number().int().describe("With the members whom the list leaves out"),
});
export type LikerPage = z.infer<typeof LikerPage>;

/** An item of a saved outfit that has a shop link. */
export const WishlistItem = z.object({
  id: Id.describe("The item's"),
  item: OutfitItem.extend({ productUrl: z.string() }),
  outfit: OutfitCard.pick({ id: true, title: true, altText: true, picture: true }),
  savedAt: IsoTime,
});
export type WishlistItem = z.infer<typeof WishlistItem>;

const ClosetQuery = PageQuery.extend({
  search: z.string().trim().max(limits.searchCharsMax).optional().describe("All of its words must occur"),
});

export const reactionEndpoints = {
  likers: endpoint("GET", "/api/outfits/:outfitId/likes", {
    summary:
      "Lists the members who liked an outfit, newest first, without private members whom the caller does not follow",
    params,
    query: PageQuery,
    reply: LikerPage,
    errors: ["auth.required", "outfit.not_found"],
  }),
  like: endpoint("PUT", "/api/outfits/:outfitId/like", {
    summary: "Likes an outfit. Idempotent",
    params,
    reply: LikeState,
    limit: "likes",
    errors: ["auth.required", "outfit.not_found"],
  }),
  unlike: endpoint("DELETE", "/api/outfits/:outfitId/like", {
    summary: "Unlikes an outfit. Idempotent",
    params,
    reply: LikeState,
    errors: ["auth.required", "outfit.not_found"],
  }),
  save: endpoint("PUT", "/api/outfits/:outfitId/save", {
    summary: "Saves an outfit to the caller's closet",
    params,
    reply: SaveState,
    limit: "likes",
    errors: ["auth.required", "outfit.not_found"],
  }),
  unsave: endpoint("DELETE", "/api/outfits/:outfitId/save", {
    summary: "Removes an outfit from the caller's closet",
    params,
    reply: SaveState,
    errors: ["auth.required", "outfit.not_found"],
  }),
  setSaveHidden: endpoint("PUT", "/api/closet/:saveId/hidden", {
    summary: "Hides one of the caller's saves from others, or shows it",
    params: z.strictObject({ saveId: Id }),
    body: z.strictObject({ isHidden: z.boolean() }),
    reply: z.object({ id: Id, isHidden: z.boolean() }),
    errors: ["auth.required", "save.not_found"],
  }),
  memberCloset: endpoint("GET", "/api/profiles/:username/closet", {
    summary: "Lists the saves that a member shows, newest first; empty for others if the closet is private",
    params: z.strictObject({ username: z.string().max(limits.nameCharsMax) }),
    query: MemberPageQuery,
    reply: page(ClosetSave),
    errors: ["auth.required", "profile.not_found"],
  }),
  closet: endpoint("GET", "/api/closet", {
    summary: "Lists the caller's saved outfits, newest first",
    query: ClosetQuery.extend({
      style: Id.optional(),
      outfit: Id.optional().describe("Only the caller's save of this outfit"),
    }),
    reply: page(ClosetSave),
    errors: ["auth.required"],
  }),
  topCloset: endpoint("GET", "/api/closet/top", {
    summary: "Lists the caller's saved outfits, most liked first",
    query: ClosetQuery.extend({ style: Id.optional() }),
    reply: page(ClosetSave),
    errors: ["auth.required"],
  }),
  wishlist: endpoint("GET", "/api/closet/wishlist", {
    summary: "Lists the items with a shop link of the caller's saved outfits, latest saved first",
    query: ClosetQuery,
    reply: page(WishlistItem),
    errors: ["auth.required"],
  }),
};
