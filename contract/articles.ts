import { z } from "zod";
import { ArticleBlock, ArticleImage, StoredBlock } from "./article-body.ts";
import { spansOf } from "./article-text.ts";
import { visible } from "./blank-text.ts";
import { endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { Picture } from "./media.ts";
import { OutfitCard, Tags } from "./outfits.ts";
import { Author, Done, Id, IsoTime, page, PageQuery } from "./page.ts";

/** How far an article has come. A published one whose author has begun to change it is a draft again, and stays public. */
export const ArticleStatus = z.enum(["draft", "submitted", "changes_requested", "published", "withdrawn"]);
type ArticleStatus = z.infer<typeof ArticleStatus>;

/** What the author writes. A draft may lack anything; what is missing is asked for when it is submitted. */
export const ArticleContent = z.strictObject({
  title: z.string().trim().max(limits.articleTitleCharsMax, "Title must be at most 120 characters"),
  summary: z.string().trim().max(limits.articleSummaryCharsMax, "Summary must be at most 300 characters"),
  tags: Tags.refine((tags) => tags.length <= limits.articleTagsMax, "Maximum 10 tags allowed"),
  cover: ArticleImage.nullable(),
  body: z
    .array(ArticleBlock)
    .max(limits.articleBlocksMax, "An article has at most 300 paragraphs and pictures")
    .refine(
      (body) => body.flatMap(spansOf).reduce((sum, span) => sum + span.text.length, 0) <= limits.articleCharsMax,
      "An article has at most 60,000 characters",
    )
    .refine(
      (body) => JSON.stringify(body).length <= limits.articleStoredCharsMax,
      "This article has too many links, styles and descriptions",
    ),
});
export type ArticleContent = z.output<typeof ArticleContent>;
/** As it is answered: what was checked when it was written is not changed again. */
const StoredContent = ArticleContent.extend({ tags: z.array(z.string()), body: z.array(StoredBlock) });

/** An article where only its name is needed: a search, a shortcut. */
export const ArticleLink = z.object({ id: Id, title: z.string(), readingMinutes: z.number().int() });
export type ArticleLink = z.infer<typeof ArticleLink>;

/** An article as lists show it. `liked` and `saved` are the caller's; false for a visitor. */
export const ArticleCard = ArticleLink.extend({
  summary: z.string(),
  tags: z.array(z.string()),
  cover: Picture.nullable().describe("Null only where the member who uploaded it is gone"),
  coverAlt: z.string(),
  author: Author,
  publishedAt: IsoTime,
  likesCount: z.number().int(),
  liked: z.boolean(),
  saved: z.boolean(),
});
export type ArticleCard = z.infer<typeof ArticleCard>;

const ArticlePicture = z.object({ imageId: Id, picture: Picture });
export type ArticlePicture = z.infer<typeof ArticlePicture>;

export const Article = ArticleCard.extend({
  coverCaption: z.string(),
  body: z.array(StoredBlock),
  images: z.array(ArticlePicture).describe("The pictures that the body shows"),
  outfits: z.array(OutfitCard).describe("The outfits in the body that the caller may see"),
  isEditorial: z.boolean().describe("Written by an admin: its links are vouched for"),
  revisedAt: IsoTime.nullable().describe("When a later version took the place of the first"),
});
export type Article = z.infer<typeof Article>;

/** An own article as its author's list shows it. */
export const OwnArticle = z.object({
  id: Id,
  title: z.string().describe("Empty while it has none"),
  summary: z.string(),
  cover: Picture.nullable(),
  status: ArticleStatus,
  isPublic: z.boolean().describe("Readers see a version of it"),
  note: z.string().nullable().describe("What an editor last asked for"),
  readingMinutes: z.number().int(),
  savedAt: IsoTime,
});
export type OwnArticle = z.infer<typeof OwnArticle>;

/** The working copy, for its author and, once it was submitted, for editors. */
export const ArticleDraft = z.object({
  id: Id,
  author: Author,
  status: ArticleStatus,
  isPublic: z.boolean(),
  revision: z.number().int().describe("Grows with each save; a save names the one that it changes"),
  note: z.string().nullable(),
  savedAt: IsoTime,
  publishedAt: IsoTime.nullable(),
  content: StoredContent,
  images: z.array(ArticlePicture).describe("All pictures that its versions use"),
  outfits: z.array(OutfitCard).describe("The outfits in the body that the caller may see"),
});
export type ArticleDraft = z.infer<typeof ArticleDraft>;

/** What a save or a step of the review answers. */
export const ArticleState = ArticleDraft.pick({
  id: true,
  status: true,
  isPublic: true,
  revision: true,
  note: true,
  savedAt: true,
});
export type ArticleState = z.infer<typeof ArticleState>;

/** A kept version. Saves within ten minutes by one person are one version; a submitted or published one outlives others. */
export const ArticleVersion = z.object({
  number: z.number().int(),
  kind: z.enum(["saved", "submitted", "published"]),
  editor: Author.nullable().describe("Who wrote it; null where the account is gone"),
  title: z.string(),
  wordCount: z.number().int(),
  savedAt: IsoTime,
});
export type ArticleVersion = z.infer<typeof ArticleVersion>;

/** One step of the review. */
export const ArticleReview = z.object({
  id: Id,
  action: z.enum(["submitted", "recalled", "changes_requested", "published", "withdrawn"]),
  actor: Author.nullable(),
  note: z.string().nullable(),
  createdAt: IsoTime,
});
export type ArticleReview = z.infer<typeof ArticleReview>;

const params = z.strictObject({ articleId: Id });
const Revision = z.number().int().min(0);
export const AtRevision = z.strictObject({ revision: Revision.describe("The version that was looked at") });
export const ArticleNote = z
  .string()
  .trim()
  .regex(visible, "Say what should change")
  .max(limits.articleNoteCharsMax, "The note must be at most 2000 characters");

const ArticleQuery = PageQuery.extend({
  search: z.string().trim().max(limits.searchCharsMax).optional().describe("In title and tags"),
  tag: z.string().trim().min(1).max(limits.tagCharsMax).optional().describe("Without regard to case"),
});
export type ArticleQuery = z.output<typeof ArticleQuery>;

const LikeState = z.object({ liked: z.boolean(), likesCount: z.number().int() });
const SaveState = z.object({ saved: z.boolean() });

const like = { params, reply: LikeState, limit: "likes", errors: ["auth.required", "article.not_found"] } as const;
const save = { params, reply: SaveState, limit: "likes", errors: ["auth.required", "article.not_found"] } as const;

export const articleEndpoints = {
  list: endpoint("GET", "/api/articles", {
    summary: "Lists published articles, newest first, by a search in title and tags, or by tag",
    query: ArticleQuery,
    reply: page(ArticleCard).extend({
      correction: z.string().nullable().describe("What the words probably mean, where no article holds them"),
    }),
    errors: ["rate.limited"],
  }),
  lead: endpoint("GET", "/api/articles/lead", {
    summary:
      "Gets the article that the landing page links to: the featured one, else the newest; none while there is none",
    reply: z.object({ items: z.array(ArticleCard).max(1), isFeatured: z.boolean() }),
  }),
  tags: endpoint("GET", "/api/articles/tags", {
    summary: "Lists the tags that most published articles have",
    reply: z.object({ items: z.array(z.string()) }),
  }),
  get: endpoint("GET", "/api/articles/:articleId", {
    summary: "Gets a published article",
    params,
    reply: Article,
    errors: ["article.not_found"],
  }),
  related: endpoint("GET", "/api/articles/:articleId/related", {
    summary: "Lists what to read next: articles that share most of its tags, then the newest",
    params,
    reply: z.object({ items: z.array(ArticleCard) }),
    errors: ["article.not_found"],
  }),
  like: endpoint("PUT", "/api/articles/:articleId/like", { summary: "Likes an article", ...like }),
  unlike: endpoint("DELETE", "/api/articles/:articleId/like", { summary: "Unlikes an article", ...like }),
  save: endpoint("PUT", "/api/articles/:articleId/save", { summary: "Saves an article", ...save }),
  unsave: endpoint("DELETE", "/api/articles/:articleId/save", {
    summary: "Removes an article from the saved ones",
    ...save,
  }),
  saved: endpoint("GET", "/api/me/saved-articles", {
    summary: "Lists the caller's saved articles, latest saved first",
    query: PageQuery,
    reply: page(ArticleCard),
    errors: ["auth.required"],
  }),
  own: endpoint("GET", "/api/me/articles", {
    summary: "Lists the caller's articles, newest first",
    query: PageQuery,
    reply: page(OwnArticle),
    errors: ["auth.required"],
  }),
  draft: endpoint("GET", "/api/articles/:articleId/draft", {
    summary: "Gets the working copy, for its author and, once it was submitted, for editors",
    params,
    reply: ArticleDraft,
    errors: ["auth.required", "article.not_found"],
  }),
  write: endpoint("PUT", "/api/articles/:articleId/draft", {
    summary: "Saves the working copy; at revision 0 it creates an article under an id that the caller makes",
    params,
    body: z.strictObject({
      revision: Revision.describe("The one that was changed; any other than the latest is refused"),
      content: ArticleContent,
      isNewVersion: z.boolean().default(false).describe("Keeps what was saved before as a version of its own"),
    }),
    reply: ArticleState,
    limit: "articleSaves",
    errors: [
      "auth.required",
      "article.not_found",
      "article.conflict",
      "article.wrong_status",
      "article.too_many_drafts",
      "image.not_yours",
    ],
  }),
  remove: endpoint("DELETE", "/api/articles/:articleId", {
    summary: "Deletes the caller's article with all its versions",
    params,
    reply: Done,
    errors: ["auth.required", "article.not_found"],
  }),
  versions: endpoint("GET", "/api/articles/:articleId/versions", {
    summary: "Lists the stored versions, newest first",
    params,
    query: PageQuery,
    reply: page(ArticleVersion),
    errors: ["auth.required", "article.not_found"],
  }),
  version: endpoint("GET", "/api/articles/:articleId/versions/:number", {
    summary: "Gets a version's texts and pictures",
    params: params.extend({ number: z.coerce.number().int().min(1).max(1_000_000) }),
    reply: ArticleVersion.extend({
      content: StoredContent,
      ...ArticleDraft.pick({ images: true, outfits: true }).shape,
    }),
    errors: ["auth.required", "article.not_found", "article.version_not_found"],
  }),
  reviews: endpoint("GET", "/api/articles/:articleId/reviews", {
    summary: "Lists the steps of the review, newest first",
    params,
    reply: z.object({ items: z.array(ArticleReview) }),
    errors: ["auth.required", "article.not_found"],
  }),
  submit: endpoint("POST", "/api/articles/:articleId/submit", {
    summary: "Submits the caller's article for review; one of a business or admin account is published at once",
    params,
    body: AtRevision,
    reply: ArticleState,
    limit: "articleSubmissions",
    errors: [
      "auth.required",
      "article.not_found",
      "article.conflict",
      "article.wrong_status",
      "request.invalid",
      "content.blocked_words",
    ],
  }),
  recall: endpoint("POST", "/api/articles/:articleId/recall", {
    summary: "Takes the caller's submission back to be changed; what is published stays",
    params,
    reply: ArticleState,
    errors: ["auth.required", "article.not_found", "article.wrong_status"],
  }),
  unpublish: endpoint("POST", "/api/articles/:articleId/unpublish", {
    summary:
      "Takes the caller's published article off the site, and back from review where a new version waits for one",
    params,
    reply: ArticleState,
    errors: ["auth.required", "article.not_found", "article.wrong_status"],
  }),
};
