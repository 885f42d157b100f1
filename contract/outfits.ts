import { z } from "zod";
import { isBlankText, visible } from "./blank-text.ts";
import { colours, listUnknownColours } from "./colours.ts";
import { endpoint } from "./endpoint.ts";
import { itemCategories, limits } from "./limits.ts";
import { Picture } from "./media.ts";
import { Author, Done, Id, IsoTime, MemberPageQuery, page, PageQuery } from "./page.ts";
import { Award } from "./points.ts";

const StyleName = z.object({ id: Id, name: z.string() });

/** An outfit in a list. `liked` and `saved` refer to the caller; false for visitors. */
export const OutfitCard = z.object({
  id: Id,
  title: z.string(),
  altText: z.string().describe("As written by the author, or else title and items"),
  picture: Picture,
  author: Author,
  style: StyleName,
  tags: z.array(z.string()),
  likesCount: z.number().int(),
  commentsCount: z.number().int(),
  viewsCount: z.number().int(),
  isAiMade: z.boolean().describe("Whether the author says that an AI made the picture"),
  isActive: z.boolean().describe("False if hidden; only its owner and admins see it then"),
  createdAt: IsoTime,
  liked: z.boolean(),
  saved: z.boolean(),
});
export type OutfitCard = z.infer<typeof OutfitCard>;

/** Where an item is on a photo of its outfit. */
export const Spot = z.strictObject({
  imageId: Id.describe("Of one of the outfit's photos"),
  x: z.number().min(0).max(1).describe("Share of the photo's width, from the left"),
  y: z.number().min(0).max(1).describe("Share of the photo's height, from the top"),
});
export type Spot = z.infer<typeof Spot>;

export const OutfitItem = z.object({
  id: Id,
  category: z.enum(itemCategories),
  brand: z.string(),
  productName: z.string(),
  productUrl: z.string().nullable(),
});
export type OutfitItem = z.infer<typeof OutfitItem>;

/** An item with its place on a photo, if it is marked on one. */
export const PlacedItem = OutfitItem.extend({ spot: Spot.nullable() });
export type PlacedItem = z.infer<typeof PlacedItem>;

/** One of an outfit's photos. The first is its cover, the card's `picture`. */
export const OutfitPhoto = z.object({
  imageId: Id.describe("To keep it in an edit"),
  picture: Picture,
  altText: z.string().describe("As written by the author, or else made from title, items and place"),
  writtenAltText: z.string().nullable().describe("As written by the author, for the edit form"),
});
export type OutfitPhoto = z.infer<typeof OutfitPhoto>;

export const PaletteColour = z.object({
  key: z.enum(colours.map(({ key }) => key)).describe("The closest of the colours that feeds are filtered by"),
  hex: z.string().describe("As seen, `#rrggbb`"),
  share: z.number().describe("Of the clothes, 0 to 1"),
});
export type PaletteColour = z.infer<typeof PaletteColour>;

export const Outfit = OutfitCard.extend({
  description: z.string().nullable(),
  writtenAltText: z.string().nullable().describe("As written by the author, for the edit form"),
  savesCount: z.number().int(),
  updatedAt: IsoTime,
  photos: z.array(OutfitPhoto).describe("The cover first, at most six"),
  palette: z.array(PaletteColour).describe("Colours of its clothes, largest share first; empty until analysed"),
  items: z.array(PlacedItem),
  author: Author.extend({
    bio: z.string().nullable(),
    instagramUrl: z.string().nullable(),
    twitterUrl: z.string().nullable(),
    facebookUrl: z.string().nullable(),
    youtubeUrl: z.string().nullable(),
    tiktokUrl: z.string().nullable(),
  }),
});
export type Outfit = z.infer<typeof Outfit>;

/** Trimmed text, with the messages of docs/product.md#posting. */
const Title = z
  .string()
  .trim()
  .regex(visible, "Title is required")
  .max(limits.titleCharsMax, "Title must be less than 200 characters");
const Description = z
  .string()
  .trim()
  .max(limits.descriptionCharsMax, "Description must be less than 2000 characters")
  .nullable();

/** An https address without credentials. */
const ProductUrl = z
  .string()
  .trim()
  .max(limits.productUrlCharsMax, "Product URL is too long")
  .refine((text) => !/^(javascript|data|vbscript):/i.test(text), { error: "Invalid URL scheme", abort: true })
  .pipe(z.url("Must be a valid URL"))
  .refine((text) => /^https:\/\//i.test(text), { error: "Product URL must use HTTPS", abort: true })
  .refine((text) => !/^https:\/\/[^/?#]*@/i.test(text), "Must be a valid URL")
  // A scheme counts in any case, and is kept in one.
  .transform((text) => text.replace(/^https/i, "https"));

export const NewOutfitItem = z.strictObject({
  category: z.enum(itemCategories, "Category is required"),
  brand: z
    .string()
    .trim()
    .regex(visible, "Brand is required")
    .max(limits.brandCharsMax, "Brand must be less than 100 characters"),
  productName: z
    .string()
    .trim()
    .regex(visible, "Product name is required")
    .max(limits.productNameCharsMax, "Product name must be less than 200 characters"),
  productUrl: ProductUrl.nullable().default(null),
});
const NewPlacedItem = NewOutfitItem.extend({ spot: Spot.nullable().default(null) });
type NewPlacedItem = z.input<typeof NewPlacedItem>;

/** Trimmed; blank and repeated ones (without regard to case) are left out. */
export const Tags = z
  .array(z.string().trim().max(limits.tagCharsMax, "Tags must be at most 50 characters"))
  .max(limits.tagsMax, "Maximum 20 tags allowed")
  .transform((tags) => {
    const seen = new Set<string>();
    return tags.filter((tag) => {
      const key = tag.toLowerCase();
      if (isBlankText(key) || seen.has(key)) return false;
      seen.add(key);
      return true;
    });
  });

const AltText = z
  .string()
  .trim()
  .max(limits.altTextCharsMax, "Alt text must be less than 300 characters")
  .nullable()
  .default(null);

const NewPhoto = z.strictObject({ imageId: z.uuid("Must be a valid image URL"), altText: AltText });
const MorePhotos = z
  .array(NewPhoto)
  .max(limits.outfitPhotosMax - 1, "Maximum 6 photos allowed")
  .describe("The photos after the cover, in their order");

export const NewOutfit = z.strictObject({
  title: Title,
  description: Description.default(null),
  altText: AltText.describe("Of the cover"),
  styleId: z.uuid("Style is required"),
  imageId: z.uuid("Must be a valid image URL").describe("The cover"),
  morePhotos: MorePhotos.default([]),
  isAiMade: z.boolean().default(false).describe("Whether an AI made the pictures"),
  tags: Tags.default([]),
  items: z.array(NewPlacedItem).max(limits.itemsMax, "Maximum 10 items allowed").default([]),
});
export type NewOutfit = z.input<typeof NewOutfit>;
export type CheckedOutfit = z.output<typeof NewOutfit>;

/**
 * Replaces the whole outfit. The creation limits apply here; the tighter ones of an edit (title 100, description 500)
 * apply only to changed texts and are checked by the service. Without `imageId` the cover is kept, without `morePhotos`
 * the other photos, without `isAiMade` that mark. Ids of photos that the outfit already has keep them.
 */
const OutfitEdit = NewOutfit.extend({
  imageId: z.uuid("Must be a valid image URL").optional(),
  morePhotos: MorePhotos.optional(),
  isAiMade: z.boolean().optional(),
});
type OutfitEdit = z.input<typeof OutfitEdit>;
export type CheckedOutfitEdit = z.output<typeof OutfitEdit>;

/** Why a search found an outfit: the part that contains most of its words, in its original spelling. */
export const Match = z.object({
  in: z.enum(["title", "tag", "brand", "item", "style", "member", "description", "colour"]),
  text: z
    .string()
    .describe(
      "The tag, brand, item with its brand, username, or name of the style or colour; for a description, the words from the match on",
    ),
});
export type Match = z.infer<typeof Match>;

export const FeedCard = OutfitCard.extend({ match: Match.optional().describe("Only in searches") });
export type FeedCard = z.infer<typeof FeedCard>;

/** Filters are combined with AND. */
export const FeedQuery = PageQuery.extend({
  search: z.string().trim().max(limits.searchCharsMax).optional(),
  style: Id.optional(),
  tag: z.string().trim().min(1).max(limits.tagCharsMax).optional().describe("Case-insensitive"),
  brand: z.string().trim().min(1).max(limits.brandCharsMax).optional().describe("Of one of its items"),
  from: z.literal("following").optional().describe("Only of members whom the caller follows"),
  colours: z
    .string()
    .max(limits.coloursCharsMax)
    .refine((text) => listUnknownColours(text).length === 0, {
      error: ({ input }) => `Not a colour: ${listUnknownColours(String(input)).join(", ")}`,
    })
    .optional()
    .describe("Keys of colours, separated by commas; clothes must have all of them"),
  ai: z.literal("exclude").optional().describe("Without outfits whose pictures an AI made"),
  sort: z
    .literal("popular")
    .optional()
    .describe("Those of the last seven days by likes, comments and views; newest first if left out"),
});
export type FeedQuery = z.output<typeof FeedQuery>;

const params = z.strictObject({ outfitId: Id });

export const outfitEndpoints = {
  feed: endpoint("GET", "/api/outfits", {
    summary:
      "Lists outfits, newest or most popular first, by search, style, tag, brand, followed members or how they were made",
    query: FeedQuery,
    reply: page(FeedCard),
    errors: ["auth.required", "rate.limited"],
  }),
  covers: endpoint("GET", "/api/covers", {
    summary: "Lists the outfits of the covers in their order: those that admins chose, then those that members like",
    reply: z.object({ items: z.array(OutfitCard) }),
  }),
  similar: endpoint("GET", "/api/outfits/:outfitId/similar", {
    summary: "Lists similar outfits, which share most of its tags, brands and style, or look similar",
    params,
    reply: z.object({ items: z.array(OutfitCard) }),
    errors: ["outfit.not_found"],
  }),
  get: endpoint("GET", "/api/outfits/:outfitId", {
    summary: "Gets an outfit with all details",
    params,
    reply: Outfit,
    errors: ["outfit.not_found"],
  }),
  create: endpoint("POST", "/api/outfits", {
    summary: "Posts an outfit with an uploaded picture, tags and items, atomically",
    body: NewOutfit,
    reply: z.object({
      outfit: Outfit,
      award: Award,
      linkAwards: z.array(Award).describe("The awards for the shop links of its items, in their order"),
    }),
    limit: "posts",
    errors: ["auth.required", "style.not_found", "image.not_yours"],
  }),
  edit: endpoint("PUT", "/api/outfits/:outfitId", {
    limit: "edits",
    summary: "Replaces texts, style, tags and items of the caller's outfit, atomically",
    params,
    body: OutfitEdit,
    reply: z.object({
      outfit: Outfit,
      linkAwards: z.array(Award).describe("The awards for the shop links that it added, in the order of the items"),
    }),
    errors: ["auth.required", "outfit.not_found", "outfit.not_owner", "style.not_found", "image.not_yours"],
  }),
  remove: endpoint("DELETE", "/api/outfits/:outfitId", {
    summary: "Deletes the caller's outfit with its likes, saves and comments",
    params,
    reply: Done,
    errors: ["auth.required", "outfit.not_found", "outfit.not_owner"],
  }),
  view: endpoint("POST", "/api/outfits/:outfitId/views", {
    limit: "views",
    summary: "Counts a member's view, at most once an hour",
    params,
    reply: Done,
    errors: ["auth.required", "outfit.not_found"],
  }),
  byMember: endpoint("GET", "/api/profiles/:username/outfits", {
    summary: "Lists a member's outfits, newest first",
    params: z.strictObject({ username: z.string().max(limits.nameCharsMax) }),
    query: MemberPageQuery,
    reply: page(OutfitCard),
    errors: ["auth.required", "profile.not_found"],
  }),
};
