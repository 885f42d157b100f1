import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { FollowState } from "./follows.ts";
import { limits } from "./limits.ts";
import { Award, OutfitCard, OutfitItem } from "./outfits.ts";
import { Author, Id, IsoTime, page, PageQuery } from "./page.ts";

const params = z.strictObject({ outfitId: Id });

/** How it stands after the deed; the same deed twice answers the same. */
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
  state: FollowState.describe("How the caller stands to the member"),
  createdAt: IsoTime.describe("When they liked it"),
});
export type Liker = z.infer<typeof Liker>;

/** A thing to buy out of a saved outfit. */
export const Wish = z.object({
  id: Id.describe("The item's"),
  item: OutfitItem.extend({ productUrl: z.string() }),
  outfit: OutfitCard.pick({ id: true, title: true, altText: true, picture: true }),
  savedAt: IsoTime,
});
export type Wish = z.infer<typeof Wish>;

export const reactionEndpoints = {
  likers: endpoint("GET", "/api/outfits/:outfitId/likes", {
    summary: "Who liked an outfit, newest first; without private members whom the caller does not follow",
    params,
    query: PageQuery,
    reply: page(Liker),
    errors: ["auth.required", "outfit.not_found"],
  }),
  like: endpoint("PUT", "/api/outfits/:outfitId/like", {
    summary: "Likes an outfit; liking twice counts once",
    params,
    reply: LikeState,
    errors: ["auth.required", "outfit.not_found", "rate.limited"],
  }),
  unlike: endpoint("DELETE", "/api/outfits/:outfitId/like", {
    summary: "Takes a like back",
    params,
    reply: LikeState,
    errors: ["auth.required", "outfit.not_found"],
  }),
  save: endpoint("PUT", "/api/outfits/:outfitId/save", {
    summary: "Saves an outfit to the caller's closet",
    params,
    reply: SaveState,
    errors: ["auth.required", "outfit.not_found", "rate.limited"],
  }),
  unsave: endpoint("DELETE", "/api/outfits/:outfitId/save", {
    summary: "Removes an outfit from the caller's closet",
    params,
    reply: SaveState,
    errors: ["auth.required", "outfit.not_found"],
  }),
  setSaveHidden: endpoint("PUT", "/api/closet/:saveId/hidden", {
    summary: "Hides one save of the caller from others, or shows it",
    params: z.strictObject({ saveId: Id }),
    body: z.strictObject({ isHidden: z.boolean() }),
    reply: z.object({ id: Id, isHidden: z.boolean() }),
    errors: ["auth.required", "save.not_found"],
  }),
  memberCloset: endpoint("GET", "/api/profiles/:username/closet", {
    summary: "What a member saved and shows; empty where the closet is private",
    params: z.strictObject({ username: z.string().max(limits.nameCharsMax) }),
    query: PageQuery,
    reply: page(ClosetSave),
    errors: ["profile.not_found"],
  }),
  closet: endpoint("GET", "/api/closet", {
    summary: "The caller's saved outfits, newest first",
    query: PageQuery.extend({ style: Id.optional() }),
    reply: page(ClosetSave),
    errors: ["auth.required"],
  }),
  topCloset: endpoint("GET", "/api/closet/top", {
    summary: "The caller's saved outfits, the most liked first",
    query: PageQuery.extend({ style: Id.optional() }),
    reply: page(ClosetSave),
    errors: ["auth.required"],
  }),
  wishlist: endpoint("GET", "/api/closet/wishes", {
    summary: "The items of the caller's saved outfits that have a shop link, the latest saved first",
    query: PageQuery,
    reply: page(Wish),
    errors: ["auth.required"],
  }),
};
