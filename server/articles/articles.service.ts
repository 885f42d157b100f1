import type { ArticleLink, ArticleQuery } from "#contract/articles.ts";
import { limits } from "#contract/limits.ts";
import type { PageQuery } from "#contract/page.ts";
import { readCursor, toPage } from "#server/db/cursor.ts";
import { type Pool, transact } from "#server/db/db.ts";
import type { AppContext, RequestContext } from "#server/http/context.ts";
import { perApp } from "#server/http/per-app.ts";
import { readWithinLimit } from "#server/http/rate-limit.ts";
import { requireMember } from "#server/http/require-member.ts";
import { inSearchQueue } from "#server/http/search-queue.ts";
import { SerializedReply } from "#server/http/serve.ts";
import { fail } from "#server/lib/app-error.ts";
import { correctSearch } from "#server/lib/correct-search.ts";
import { toSearchPatterns } from "#server/lib/search-text.ts";
import { createTimedCache } from "#server/lib/timed-cache.ts";
import { notify, withdrawNotification } from "#server/notifications/notifications.service.ts";
import { listCards } from "#server/outfits/card-lists.service.ts";
import { findNearWords, toOutfitViewer, type OutfitViewer } from "#server/outfits/outfits.service.ts";
import { changeLike, changeSave, findLikedAuthor, getLikesCount } from "./article-reactions.store.ts";
import {
  type ArticleRow,
  findArticle,
  findFeatured,
  findReadable,
  hasArticle,
  listFound,
  listLinks,
  listNewest,
  listRelated,
  listSaved,
  listTags,
  type ReadableArticle,
} from "./articles.store.ts";

const visitor: OutfitViewer = { userId: null, isAdmin: false };

/**
 * One page of the published articles, newest first. Where no article holds the words of a search, the nearest words that some
 * article holds stand in for them, and the answer says so.
 *
 * @throws rate.limited, server.unavailable
 */
export async function listArticles(context: RequestContext, query: ArticleQuery): Promise<SerializedReply> {
  const { search = "", tag, limit } = query;
  const patterns = toSearchPatterns(search);
  const page = { after: readCursor(query.cursor), tag, limit: limit + 1 };
  if (patterns.length === 0) return replyFound(await listNewest(context.pool, context.userId, page), limit, null);
  const key = context.userId ?? context.clientKey;
  const find = async () => {
    const found = await listFound(context.db, context.userId, { ...page, patterns });
    const correction = found.length > 0 ? null : await correctWords(context, search);
    if (correction === null) return replyFound(found, limit, null);
    const meant = await listFound(context.db, context.userId, { ...page, patterns: toSearchPatterns(correction) });
    return replyFound(meant, limit, correction);
  };
  return readWithinLimit(context, "searches", (signal) => inSearchQueue(context, key, find, signal));
}

/** What the words of a search without results probably mean; null where nothing is near them. */
function correctWords({ db, pool, userId }: RequestContext, search: string): Promise<string | null> {
  return correctSearch(search, {
    isFound: (words) => hasArticle(db, userId, toSearchPatterns(words)),
    findNear: (word) => findNearWords(pool, word),
  });
}

/** The first page of articles as a visitor sees it, as JSON text, for the page that the server renders. */
export async function renderNewestArticles(pool: Pool, limit: number = limits.pageItems): Promise<string> {
  const rows = await listNewest(pool, null, { after: null, tag: undefined, limit: limit + 1 });
  return toListText(rows, limit, null);
}

/** Names of articles that a search means, by title and tags; a few at most. */
export async function findArticleLinks(
  context: RequestContext,
  search: string,
): Promise<{ items: ArticleLink[]; isCorrected: boolean }> {
  const patterns = toSearchPatterns(search);
  if (patterns.length === 0) return { items: [], isCorrected: false };
  const list = (meant: string[]) => listLinks(context.db, context.userId, meant, limits.searchArticles);
  const found = await list(patterns);
  const correction = found.length > 0 ? null : await correctWords(context, search);
  if (correction === null) return { items: found, isCorrected: false };
  return { items: await list(toSearchPatterns(correction)), isCorrected: true };
}

const replyFound = (rows: ArticleRow[], limit: number, correction: string | null): SerializedReply =>
  new SerializedReply(toListText(rows, limit, correction), { "cache-control": "private, no-cache" });

const toListText = (rows: ArticleRow[], limit: number, correction: string | null): string =>
  `${toPageText(rows, limit).slice(0, -1)},"correction":${JSON.stringify(correction)}}`;

const reply = (rows: ArticleRow[], limit: number): SerializedReply =>
  new SerializedReply(toPageText(rows, limit), { "cache-control": "private, no-cache" });

function toPageText(rows: ArticleRow[], limit: number): string {
  const { items, nextCursor } = toPage(rows, limit);
  return `{"items":[${items.map((row) => row.card).join(",")}],"nextCursor":${JSON.stringify(nextCursor)}}`;
}

const caches = perApp((app: AppContext) => ({
  tags: createTimedCache(60_000, () => listTags(app.pool, limits.articleTags)),
  lead: createTimedCache(10_000, () => renderLeadArticle(app.pool, null)),
}));

/** The tags that most articles have; read at most once a minute. */
export async function getArticleTags(app: AppContext): Promise<{ items: string[] }> {
  return { items: await caches(app).tags() };
}

/** The article that the landing page leads to, as JSON text: the featured one, else the newest that the viewer sees. */
async function renderLeadArticle(pool: Pool, viewerId: string | null): Promise<string> {
  const featured = await findFeatured(pool, viewerId);
  const [lead] = featured ? [featured] : await listNewest(pool, viewerId, { after: null, tag: undefined, limit: 1 });
  return `{"items":[${lead?.card ?? ""}],"isFeatured":${featured !== undefined}}`;
}

/** The article that the landing page leads to, as this caller sees it. */
export async function getLeadArticle(context: RequestContext): Promise<SerializedReply> {
  return new SerializedReply(await renderLeadArticle(context.pool, context.userId), {
    "cache-control": "private, no-cache",
  });
}

/** The same as JSON text as a visitor sees it, for the page that the server renders; read at most every ten seconds. */
export function getCachedLeadArticle(app: AppContext): Promise<string> {
  return caches(app).lead();
}

/**
 * One published article whole.
 *
 * @throws article.not_found, also if it is not published or there is a block between author and caller
 */
export async function getArticle(context: RequestContext, articleId: string): Promise<SerializedReply> {
  const json = (await renderArticle(context.pool, toOutfitViewer(context), articleId)) ?? fail("article.not_found");
  return new SerializedReply(json, { "cache-control": "private, no-cache" });
}

/** The JSON text of an article as this viewer sees it (undefined: a visitor); null if there is none to read. */
export async function renderArticle(
  pool: Pool,
  viewer: OutfitViewer | undefined,
  articleId: string,
): Promise<string | null> {
  const article = await findArticle(pool, viewer ?? visitor, articleId);
  if (!article) return null;
  const outfits = await listCards(pool, viewer ?? visitor, article.outfitIds);
  return `${article.json.slice(0, -1)},"outfits":${outfits}}`;
}

/**
 * What to read after an article.
 *
 * @throws article.not_found
 */
export async function getRelatedArticles(context: RequestContext, articleId: string): Promise<SerializedReply> {
  await getReadable(context, articleId);
  return new SerializedReply(await renderRelatedArticles(context.pool, context.userId, articleId));
}

/** What to read after an article, as JSON text. */
export async function renderRelatedArticles(pool: Pool, viewerId: string | null, articleId: string): Promise<string> {
  const rows = await listRelated(pool, viewerId, articleId, limits.relatedArticles);
  return `{"items":[${rows.map((row) => row.card).join(",")}]}`;
}

/**
 * Likes or unlikes an article and updates its count; a member's first like notifies its author.
 * Idempotent. A like can be taken back also if the article is off the site by now.
 *
 * @throws auth.required, article.not_found
 */
export async function setArticleLiked(
  context: RequestContext,
  articleId: string,
  isOn: boolean,
): Promise<{ liked: boolean; likesCount: number }> {
  const { userId } = requireMember(context);
  const readable = await findReadableArticle(context, articleId);
  const liked = readable || isOn ? undefined : await findLikedAuthor(context.db, userId, articleId);
  const authorId = readable?.authorId ?? liked ?? fail("article.not_found");
  await transact(context.db, async (tx) => {
    const { isChanged, isRepeated } = await changeLike(tx, { userId, articleId, isOn });
    if (!isChanged || isRepeated) return;
    const action = { userId: authorId, type: "like", actorId: userId, referenceId: articleId } as const;
    if (isOn) await notify(tx, context, { ...action, message: `liked your article “${readable?.title ?? ""}”` });
    else await withdrawNotification(tx, context, action);
  });
  return { liked: isOn, likesCount: readable ? await getLikesCount(context.db, articleId) : 0 };
}

/**
 * Keeps an article for the caller, or no longer, also if it is off the site by now. Idempotent.
 *
 * @throws auth.required, article.not_found
 */
export async function setArticleSaved(
  context: RequestContext,
  articleId: string,
  isOn: boolean,
): Promise<{ saved: boolean }> {
  const { userId } = requireMember(context);
  if (isOn) await getReadable(context, articleId);
  const isChanged = await changeSave(context.db, { userId, articleId, isOn });
  if (!isOn && !isChanged) await getReadable(context, articleId);
  return { saved: isOn };
}

/**
 * One page of the articles that the caller saved.
 *
 * @throws auth.required
 */
export async function listSavedArticles(context: RequestContext, query: PageQuery): Promise<SerializedReply> {
  const { userId } = requireMember(context);
  return reply(await listSaved(context.db, userId, readCursor(query.cursor), query.limit + 1), query.limit);
}

/** The published article, when this viewer may read it. */
export function findReadableArticle(context: RequestContext, articleId: string): Promise<ReadableArticle | undefined> {
  return findReadable(context.db, toOutfitViewer(context), articleId);
}

async function getReadable(context: RequestContext, articleId: string): Promise<ReadableArticle> {
  return (await findReadableArticle(context, articleId)) ?? fail("article.not_found");
}
