import { z } from "zod";
import { limits } from "./limits.ts";
import { NewOutfitItem, OutfitItem } from "./outfits.ts";
import { Id } from "./page.ts";

/** An https address without credentials. */
const HttpsLink = z
  .string()
  .trim()
  .max(limits.productUrlCharsMax, "The link is too long")
  .pipe(z.url("Must be a valid URL"))
  .refine((text) => /^https:\/\//i.test(text), { error: "Links must use HTTPS", abort: true })
  .refine((text) => !/^https:\/\/[^/?#]*@/i.test(text), "Must be a valid URL");

/** A run of characters that look the same. */
export const ArticleSpan = z.strictObject({
  text: z
    .string()
    .min(1)
    .max(limits.articleBlockCharsMax, "A piece of text has at most 5,000 characters: please split it"),
  isBold: z.literal(true).optional(),
  isItalic: z.literal(true).optional(),
  link: HttpsLink.optional(),
});
export type ArticleSpan = z.infer<typeof ArticleSpan>;

const Spans = z.array(ArticleSpan).max(500, "This paragraph changes its look too often");
const Caption = z.string().trim().max(limits.articleCaptionCharsMax, "Caption must be at most 300 characters");
const AltText = z.string().trim().max(limits.altTextCharsMax, "Alt text must be at most 300 characters");

/** A picture of an article. The alt text may be missing in a draft, never in what is published. */
export const ArticleImage = z.strictObject({ imageId: Id, alt: AltText, caption: Caption });
export type ArticleImage = z.infer<typeof ArticleImage>;

const textBlocks = [
  z.strictObject({ type: z.literal("paragraph"), text: Spans }),
  z.strictObject({ type: z.literal("heading"), level: z.union([z.literal(2), z.literal(3)]), text: Spans }),
  z.strictObject({ type: z.literal("quote"), text: Spans }),
  z.strictObject({
    type: z.literal("list"),
    isOrdered: z.boolean(),
    items: z.array(Spans).min(1).max(limits.articleListItemsMax, "A list has at most 100 items"),
  }),
  ArticleImage.extend({ type: z.literal("image") }),
  z.strictObject({ type: z.literal("outfit"), outfitId: Id }),
] as const;

/**
 * One block of an article, in the order of reading. This is the stored form: no markup, so that whatever is in it can only
 * ever be shown as text, a picture, an outfit or a link.
 */
export const ArticleBlock = z.discriminatedUnion("type", [
  ...textBlocks,
  NewOutfitItem.extend({ type: z.literal("product") }),
]);
export type ArticleBlock = z.output<typeof ArticleBlock>;

/** A block as it is answered: what was checked when it was written is not changed again. */
export const StoredBlock = z.discriminatedUnion("type", [
  ...textBlocks,
  OutfitItem.omit({ id: true }).extend({ type: z.literal("product") }),
]);
