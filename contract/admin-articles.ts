import { z } from "zod";
import { adminErrors } from "./admin.ts";
import { ArticleNote, ArticleState, ArticleStatus, AtRevision, OwnArticle } from "./articles.ts";
import { endpoint } from "./endpoint.ts";
import { Author, Done, Id, IsoTime, page, PageQuery } from "./page.ts";

/** An article as editors see it in their queue. */
export const ReviewedArticle = OwnArticle.extend({
  author: Author,
  wordCount: z.number().int(),
  revision: z.number().int(),
  submittedAt: IsoTime,
  isHidden: z.boolean().describe("By moderators"),
  isTakenDown: z.boolean().describe("By an editor; one that its author withdrew is not published for them"),
  isFeatured: z.boolean().describe("On the landing page"),
});
export type ReviewedArticle = z.infer<typeof ReviewedArticle>;

const params = z.strictObject({ articleId: Id });
const stepErrors = [...adminErrors, "article.not_found", "article.conflict", "article.wrong_status"] as const;

export const adminArticleEndpoints = {
  list: endpoint("GET", "/api/admin/articles", {
    summary: "Lists articles that were ever submitted, latest submitted first",
    query: PageQuery.extend({ status: ArticleStatus.optional() }),
    reply: page(ReviewedArticle),
    errors: adminErrors,
  }),
  get: endpoint("GET", "/api/admin/articles/:articleId", {
    summary: "Gets an article that was ever submitted, as in the list",
    params,
    reply: ReviewedArticle,
    errors: [...adminErrors, "article.not_found"],
  }),
  publish: endpoint("POST", "/api/admin/articles/:articleId/publish", {
    summary: "Publishes the version that was looked at, and tells its author",
    params,
    body: AtRevision,
    reply: ArticleState,
    errors: [...stepErrors, "request.invalid"],
  }),
  requestChanges: endpoint("POST", "/api/admin/articles/:articleId/request-changes", {
    summary: "Gives a submitted article back to its author with a note",
    params,
    body: AtRevision.extend({ note: ArticleNote }),
    reply: ArticleState,
    errors: stepErrors,
  }),
  withdraw: endpoint("POST", "/api/admin/articles/:articleId/withdraw", {
    summary: "Takes a published article off the site, with a note to its author",
    params,
    body: z.strictObject({ note: ArticleNote }),
    reply: ArticleState,
    errors: [...adminErrors, "article.not_found", "article.wrong_status"],
  }),
  feature: endpoint("PUT", "/api/admin/articles/:articleId/featured", {
    summary: "Features a published article on the landing page in place of the one before, or no longer. Idempotent",
    params,
    body: z.strictObject({ isFeatured: z.boolean() }),
    reply: Done,
    errors: [...adminErrors, "article.not_found", "article.wrong_status"],
  }),
};
