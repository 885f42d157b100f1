/** The numbers of docs/product.md: `limits.titleCharsMax`. */
export * as limits from "./limit-values.ts";

/** The six item categories, in display order. */
export const itemCategories = ["Shirt", "Pants", "Shoes", "Cap", "Jacket", "Accessories"] as const;
export type ItemCategory = (typeof itemCategories)[number];

/** The closet's fixed style filters, docs/product.md#closet. */
export const closetStyles = ["All", "Streetwear", "Casual", "Business Casual", "Retro"] as const;

/** The styles that events are filtered by: the closet's, without 'All'. */
export const eventStyles = ["Streetwear", "Casual", "Business Casual", "Retro"] as const;
export type EventStyle = (typeof eventStyles)[number];

/** The rows of a member's points activity: what earned, what was taken back or corrected, and rewards that were requested. */
export const pointsKinds = [
  "POST_OUTFIT",
  "TAG_LINK",
  "COMMENT",
  "FAVORITE",
  "LIKE",
  "DAILY_LOGIN",
  "STREAK_BONUS",
  "ATTEND_EVENT",
  "REVERSAL",
  "CORRECTION",
  "REDEMPTION",
] as const;
