import { adminArticleEndpoints } from "#contract/admin-articles.ts";
import { articleEndpoints } from "#contract/articles.ts";
import type { Serve } from "#server/http/serve.ts";
import {
  listOwnArticles,
  getDraft,
  getReviews,
  getVersion,
  getVersions,
  removeArticle,
  writeArticle,
} from "./article-drafts.service.ts";
import {
  featureArticle,
  getReviewedArticle,
  listReviewedArticles,
  publishArticle,
  requestArticleChanges,
  submitArticle,
  unpublishArticle,
  recallArticle,
  unpublishOwnArticle,
} from "./article-review.service.ts";
import {
  listArticles,
  getLeadArticle,
  listSavedArticles,
  getArticle,
  getArticleTags,
  getRelatedArticles,
  setArticleLiked,
  setArticleSaved,
} from "./articles.service.ts";

export function articleRoutes(serve: Serve) {
  serve(articleEndpoints.list, (context, { query }) => listArticles(context, query));
  serve(articleEndpoints.lead, (context) => getLeadArticle(context));
  serve(articleEndpoints.tags, (context) => getArticleTags(context));
  serve(articleEndpoints.get, (context, { params }) => getArticle(context, params.articleId));
  serve(articleEndpoints.related, (context, { params }) => getRelatedArticles(context, params.articleId));
  serve(articleEndpoints.like, (context, { params }) => setArticleLiked(context, params.articleId, true));
  serve(articleEndpoints.unlike, (context, { params }) => setArticleLiked(context, params.articleId, false));
  serve(articleEndpoints.save, (context, { params }) => setArticleSaved(context, params.articleId, true));
  serve(articleEndpoints.unsave, (context, { params }) => setArticleSaved(context, params.articleId, false));
  serve(articleEndpoints.saved, (context, { query }) => listSavedArticles(context, query));
  serve(articleEndpoints.own, (context, { query }) => listOwnArticles(context, query));
  serve(articleEndpoints.draft, (context, { params }) => getDraft(context, params.articleId));
  serve(articleEndpoints.write, (context, { params, body }) => writeArticle(context, params.articleId, body));
  serve(articleEndpoints.remove, (context, { params }) => removeArticle(context, params.articleId));
  serve(articleEndpoints.versions, (context, { params, query }) => getVersions(context, params.articleId, query));
  serve(articleEndpoints.version, (context, { params }) => getVersion(context, params.articleId, params.number));
  serve(articleEndpoints.reviews, (context, { params }) => getReviews(context, params.articleId));
  serve(articleEndpoints.submit, (context, { params, body }) =>
    submitArticle(context, params.articleId, body.revision),
  );
  serve(articleEndpoints.recall, (context, { params }) => recallArticle(context, params.articleId));
  serve(articleEndpoints.unpublish, (context, { params }) => unpublishOwnArticle(context, params.articleId));
  serve(adminArticleEndpoints.list, (context, { query }) => listReviewedArticles(context, query));
  serve(adminArticleEndpoints.get, (context, { params }) => getReviewedArticle(context, params.articleId));
  serve(adminArticleEndpoints.publish, (context, { params, body }) =>
    publishArticle(context, params.articleId, body.revision),
  );
  serve(adminArticleEndpoints.requestChanges, (context, { params, body }) =>
    requestArticleChanges(context, params.articleId, body),
  );
  serve(adminArticleEndpoints.withdraw, (context, { params, body }) =>
    unpublishArticle(context, params.articleId, body.note),
  );
  serve(adminArticleEndpoints.feature, (context, { params, body }) =>
    featureArticle(context, params.articleId, body.isFeatured),
  );
}
