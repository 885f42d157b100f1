import { isDeepStrictEqual } from "node:util";
import { countWords, minutesFor } from "#contract/article-text.ts";
import type { ArticleContent, ArticleReview, ArticleState, ArticleVersion, OwnArticle } from "#contract/articles.ts";
import { minuteMs } from "#contract/durations.ts";
import { limits } from "#contract/limits.ts";
import type { Done, Page, PageQuery } from "#contract/page.ts";
import { auditOrigin, recordAudit } from "#server/admin/audit-log.service.ts";
import { toPage, readCursor } from "#server/db/cursor.ts";
import { isIdUsed } from "#server/db/used-ids.ts";
import { transact, type Tx } from "#server/db/db.ts";
import type { RequestContext } from "#server/http/context.ts";
import type { Viewer } from "#server/http/viewer.ts";
import { requireMember } from "#server/http/require-member.ts";
import { SerializedReply } from "#server/http/serve.ts";
import { fail } from "#server/lib/app-error.ts";
import { releaseImages } from "#server/media/media.service.ts";
import { lockMembers } from "#server/members/members.service.ts";
import { withdrawNotificationsAbout } from "#server/notifications/notifications.service.ts";
import { listCards } from "#server/outfits/card-lists.service.ts";
import { toOutfitViewer } from "#server/outfits/outfits.service.ts";
import {
  type ArticleRecord,
  countUnpublished,
  deleteArticle,
  deleteOldVersions,
  findDraftParts,
  findRecord,
  findVersion,
  findWorkingCopy,
  insertArticle,
  listReviews,
  listVersions,
  updateRecord,
  type WorkingCopy,
  writeVersion,
} from "./article-drafts.store.ts";
import { type ListedDraft, listOwn } from "./article-draft-lists.store.ts";
import { attachImages, releaseUnusedImages } from "./article-pictures.service.ts";
import { outfitIdsOf } from "./publishable.ts";

interface Write {
  revision: number;
  content: ArticleContent;
  isNewVersion: boolean;
}

/**
 * Saves the working copy of an article, or begins one at revision 0, with the pictures that it names, all or nothing. A
 * save that was made from any but the latest revision is refused, so that two tabs never overwrite each other unseen; the
 * same save a second time changes nothing. Readers go on seeing what is published.
 *
 * @throws auth.required, article.not_found, article.conflict, article.wrong_status while it waits for an editor,
 *   article.too_many_drafts, image.not_yours
 */
export async function writeArticle(context: RequestContext, articleId: string, write: Write): Promise<ArticleState> {
  const viewer = requireMember(context);
  return transact(context.db, async (tx) => {
    const record = await findRecord(tx, articleId, true);
    if (!record) return beginArticle(tx, context, articleId, write);
    checkMayEdit(viewer, record);
    const copy = await getWorkingCopy(tx, articleId);
    if (record.revision !== write.revision) {
      // The answer to an earlier try was lost on its way.
      if (!write.isNewVersion && isDeepStrictEqual(copy.content, write.content)) return toState(record, copy.savedAt);
      fail("article.conflict");
    }
    const isAuthor = record.authorId === viewer.userId;
    if (isAuthor && record.status === "submitted") fail("article.wrong_status");
    const { authorId } = record;
    const isNewVersion = await saveCopy(tx, context, { articleId, authorId, editorId: viewer.userId, copy, write });
    if (isNewVersion && !isAuthor) await auditEdit(tx, context, { record, before: copy.content, after: write.content });
    const status = isAuthor && record.status !== "changes_requested" ? "draft" : record.status;
    const revision = record.revision + 1;
    await updateRecord(tx, articleId, { revision, status });
    return toState({ ...record, revision, status }, context.clock.now());
  });
}

async function beginArticle(tx: Tx, context: RequestContext, id: string, write: Write): Promise<ArticleState> {
  const { userId: authorId } = requireMember(context);
  if (write.revision !== 0) fail("article.not_found");
  // Serializes concurrent beginnings, so that the limit holds.
  await lockMembers(tx, [authorId]);
  if ((await countUnpublished(tx, authorId)) >= limits.articleDraftsMax) fail("article.too_many_drafts");
  if ((await isIdUsed(tx, id)) || !(await insertArticle(tx, { id, authorId }))) fail("article.conflict");
  await saveCopy(tx, context, { articleId: id, authorId, editorId: authorId, copy: undefined, write });
  const record = (await findRecord(tx, id)) ?? fail("article.not_found");
  return toState(record, context.clock.now());
}

/**
 * Records that an editor changes another's article: once for each version, which holds all that they save in it. Of a title
 * the log, which outlives the account, holds only that it changed.
 */
function auditEdit(
  tx: Tx,
  context: RequestContext,
  { record, before, after }: { record: ArticleRecord; before: ArticleContent; after: ArticleContent },
): Promise<void> {
  const title = before.title === after.title ? {} : { title: "(text)" };
  return recordAudit(tx, {
    ...auditOrigin(context),
    action: "article.changed",
    target: { type: "article", id: record.id, memberId: record.authorId },
    before: { revision: record.revision, ...title },
    after: { revision: record.revision + 1, ...title },
  });
}

/**
 * Writes the newest version: on top of the last one where the same person saved it a moment ago, else as a new one.
 *
 * @returns Whether it is a new one.
 */
async function saveCopy(
  tx: Tx,
  context: RequestContext,
  save: { articleId: string; authorId: string; editorId: string; copy: WorkingCopy | undefined; write: Write },
): Promise<boolean> {
  const { articleId, authorId, editorId, copy, write } = save;
  const now = context.clock.now();
  await attachImages(tx, { articleId, authorId, editorId, content: write.content });
  const continues =
    copy?.kind === "saved" &&
    copy.editorId === editorId &&
    !write.isNewVersion &&
    now.getTime() - copy.startedAt.getTime() < limits.articleVersionMinutes * minuteMs;
  await writeVersion(tx, {
    articleId,
    number: (copy?.number ?? 0) + (continues ? 0 : 1),
    revision: write.revision + 1,
    editorId,
    content: write.content,
    wordCount: countWords(write.content.body),
    now,
  });
  if (!continues) {
    await deleteOldVersions(tx, articleId);
    await releaseUnusedImages(tx, { articleId, content: write.content, now });
  }
  return !continues;
}

/** Authors always may; editors once the article was submitted. For others it does not exist. */
function checkMayEdit(viewer: Viewer, record: ArticleRecord): void {
  const isEditor = viewer.role === "admin" && record.submittedAt !== null;
  if (record.authorId !== viewer.userId && !isEditor) fail("article.not_found");
}

async function getEditable(context: RequestContext, articleId: string): Promise<ArticleRecord> {
  const viewer = requireMember(context);
  const record = (await findRecord(context.db, articleId)) ?? fail("article.not_found");
  checkMayEdit(viewer, record);
  return record;
}

/**
 * The newest version of an article.
 *
 * @throws article.not_found
 */
export async function getWorkingCopy(tx: Tx | RequestContext["db"], articleId: string): Promise<WorkingCopy> {
  return (await findWorkingCopy(tx, articleId)) ?? fail("article.not_found");
}

/** The state of an article, as in the contract. */
export function toState(record: ArticleRecord, savedAt: Date): ArticleState {
  const { id, status, revision, note, publishedRevision } = record;
  return { id, status, revision, note, isPublic: publishedRevision !== null, savedAt: savedAt.toISOString() };
}

/**
 * The working copy with what it shows.
 *
 * @throws auth.required, article.not_found
 */
export async function getDraft(context: RequestContext, articleId: string): Promise<SerializedReply> {
  const record = await getEditable(context, articleId);
  const copy = await getWorkingCopy(context.db, articleId);
  const parts = (await findDraftParts(context.db, articleId)) ?? fail("article.not_found");
  const outfits = await listCards(context.pool, toOutfitViewer(context), outfitIdsOf(copy.content.body));
  const state = {
    ...toState(record, copy.savedAt),
    publishedAt: record.publishedAt?.toISOString() ?? null,
    content: copy.content,
  };
  const json = `${JSON.stringify(state).slice(0, -1)},"author":${parts.author},"images":${parts.images},"outfits":${outfits}}`;
  return new SerializedReply(json, { "cache-control": "private, no-cache" });
}

/**
 * One page of the caller's articles in any state.
 *
 * @throws auth.required
 */
export async function listOwnArticles(
  context: RequestContext,
  { cursor, limit }: PageQuery,
): Promise<Page<OwnArticle>> {
  const { userId } = requireMember(context);
  return withMinutes(toPage(await listOwn(context.db, userId, readCursor(cursor), limit), limit));
}

/** A page of articles in any state, with reading times. */
export function withMinutes<T extends OwnArticle>({ items, nextCursor }: Page<ListedDraft<T>>): Page<T> {
  const read = items.map(
    ({ words, pictures, ...item }) => ({ ...item, readingMinutes: minutesFor(words, pictures) }) as unknown as T,
  );
  return { items: read, nextCursor };
}

/**
 * One page of the stored versions of an article, newest first.
 *
 * @throws auth.required, article.not_found; request.invalid for an unknown cursor
 */
export async function getVersions(
  context: RequestContext,
  articleId: string,
  query: PageQuery,
): Promise<Page<ArticleVersion>> {
  await getEditable(context, articleId);
  return listVersions(context.db, articleId, query);
}

/**
 * One kept version with what it says and shows. To restore it the editor saves its content as a new version.
 *
 * @throws auth.required, article.not_found, article.version_not_found
 */
export async function getVersion(context: RequestContext, articleId: string, number: number): Promise<SerializedReply> {
  await getEditable(context, articleId);
  const version = (await findVersion(context.db, articleId, number)) ?? fail("article.version_not_found");
  const parts = (await findDraftParts(context.db, articleId)) ?? fail("article.not_found");
  const outfits = await listCards(context.pool, toOutfitViewer(context), outfitIdsOf(version.content.body));
  const json = `${JSON.stringify(version).slice(0, -1)},"images":${parts.images},"outfits":${outfits}}`;
  return new SerializedReply(json);
}

/**
 * The steps of the review of an article, newest first.
 *
 * @throws auth.required, article.not_found
 */
export async function getReviews(context: RequestContext, articleId: string): Promise<{ items: ArticleReview[] }> {
  await getEditable(context, articleId);
  return { items: await listReviews(context.db, articleId) };
}

/**
 * Deletes an own article with its versions, likes and saves, releases its images and withdraws its notifications.
 *
 * @throws auth.required, article.not_found also for another's
 */
export async function removeArticle(context: RequestContext, articleId: string): Promise<Done> {
  const { userId } = requireMember(context);
  await transact(context.db, async (tx) => {
    const record = await findRecord(tx, articleId, true);
    if (record?.authorId !== userId) fail("article.not_found");
    await withdrawNotificationsAbout(tx, context, articleId);
    await releaseImages(tx, await deleteArticle(tx, articleId));
  });
  return { ok: true };
}
