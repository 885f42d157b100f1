import type { ReviewedArticle } from "#contract/admin-articles.ts";
import type { ArticleReview, ArticleState } from "#contract/articles.ts";
import type { Done, Page, PageQuery } from "#contract/page.ts";
import { auditOrigin, recordAudit } from "#server/admin/audit-log.service.ts";
import { requireAdmin } from "#server/admin/require-admin.service.ts";
import { toPage, readCursor } from "#server/db/cursor.ts";
import { transact, type Tx } from "#server/db/db.ts";
import type { ArticleStatus } from "#server/db/schema.ts";
import type { RequestContext } from "#server/http/context.ts";
import { requireMember } from "#server/http/require-member.ts";
import { setFeatured } from "#server/landing/landing-features.service.ts";
import { rotateImages } from "#server/media/image-rotations.service.ts";
import { AppError, fail } from "#server/lib/app-error.ts";
import { holdsWord } from "#server/lib/plain-text.ts";
import { notify } from "#server/notifications/notifications.service.ts";
import { getWorkingCopy, toState, withMinutes } from "./article-drafts.service.ts";
import {
  type ArticleRecord,
  findRecord,
  insertReview,
  isTakenDown,
  listImageIds,
  pinVersion,
  updateHidden,
  updateRecord,
  type WorkingCopy,
} from "./article-drafts.store.ts";
import { listSubmitted } from "./article-draft-lists.store.ts";
import { toPublication, writePublication } from "./published-articles.service.ts";
import { findMissing, toText } from "./publishable.ts";

/** An article during a step of its review, with its row locked. */
interface Step {
  tx: Tx;
  context: RequestContext;
  record: ArticleRecord;
  copy: WorkingCopy;
  actorId: string;
  now: Date;
}

/**
 * Hands the author's article to the editors, or publishes it where the author's account may do so itself and no editor took
 * it off the site. What is missing is reported by field. Idempotent while it awaits review.
 *
 * @throws auth.required, article.not_found, article.conflict, article.wrong_status, request.invalid,
 *   content.blocked_words
 */
export async function submitArticle(
  context: RequestContext,
  articleId: string,
  revision: number,
): Promise<ArticleState> {
  const viewer = requireMember(context);
  return takeStep(context, articleId, async (step) => {
    const { record, copy, tx, now } = step;
    if (record.authorId !== viewer.userId) fail("article.not_found");
    if (record.revision !== revision) fail("article.conflict");
    if (record.status === "submitted") return;
    if (record.status === "published") fail("article.wrong_status");
    checkPublishable(step);
    if (viewer.role !== "user" && !(await isTakenDown(tx, articleId))) return publish(step);
    await pinVersion(tx, { articleId, number: copy.number, kind: "submitted" });
    await updateRecord(tx, articleId, { status: "submitted", submitted_at: now, note: null });
    await noteStep(step, "submitted");
  });
}

/**
 * Takes the author's submission back to be changed; what is published stays.
 *
 * @throws auth.required, article.not_found, article.wrong_status where it awaits no review
 */
export async function recallArticle(context: RequestContext, articleId: string): Promise<ArticleState> {
  return takeOwnStep(context, articleId, recall);
}

/**
 * Takes the author's published article off the site; a new version of it no longer awaits a review.
 *
 * @throws auth.required, article.not_found, article.wrong_status where it is not published
 */
export async function unpublishOwnArticle(context: RequestContext, articleId: string): Promise<ArticleState> {
  return takeOwnStep(context, articleId, unpublish);
}

function takeOwnStep(
  context: RequestContext,
  articleId: string,
  take: (step: Step) => Promise<void>,
): Promise<ArticleState> {
  return takeStep(context, articleId, async (step) => {
    if (step.record.authorId !== step.actorId) fail("article.not_found");
    await take(step);
  });
}

/**
 * One page of the articles that were ever submitted.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required
 */
export async function listReviewedArticles(
  context: RequestContext,
  { cursor, limit, status }: PageQuery & { status?: ArticleStatus | undefined },
): Promise<Page<ReviewedArticle>> {
  await requireAdmin(context);
  const after = readCursor(cursor);
  return withMinutes(toPage(await listSubmitted(context.db, { status, after, limit }), limit));
}

/**
 * An article that was ever submitted.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required, article.not_found
 */
export async function getReviewedArticle(context: RequestContext, articleId: string): Promise<ReviewedArticle> {
  await requireAdmin(context);
  const items = await listSubmitted(context.db, { articleId, limit: 1 });
  return withMinutes({ items, nextCursor: null }).items[0] ?? fail("article.not_found");
}

const publishableStates: readonly ArticleStatus[] = ["submitted", "changes_requested", "published", "withdrawn"];

/**
 * Publishes the version that the editor reviewed. Notifies its author, unless they are the editor.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required, article.not_found, article.conflict,
 *   article.wrong_status, request.invalid
 */
export async function publishArticle(
  context: RequestContext,
  articleId: string,
  revision: number,
): Promise<ArticleState> {
  await requireAdmin(context);
  return takeStep(context, articleId, async (step) => {
    const { record } = step;
    if (record.submittedAt === null) fail("article.not_found");
    if (record.revision !== revision) fail("article.conflict");
    if (!publishableStates.includes(record.status)) fail("article.wrong_status");
    // What its author took off the site is public again only when they submit it.
    if (record.status === "withdrawn" && !(await isTakenDown(step.tx, articleId))) fail("article.wrong_status");
    // A repeated request changes nothing and notifies no one.
    if (record.publishedRevision === record.revision) return;
    checkPublishable(step);
    await publish(step);
    await audit(step, "article.published", { status: "published" });
  });
}

/**
 * Gives a submitted article back to its author with what should change and tells them; what was published before stays.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required, article.not_found, article.conflict,
 *   article.wrong_status
 */
export async function requestArticleChanges(
  context: RequestContext,
  articleId: string,
  { revision, note }: { revision: number; note: string },
): Promise<ArticleState> {
  await requireAdmin(context);
  return takeStep(context, articleId, async (step) => {
    const { record, tx } = step;
    if (record.submittedAt === null) fail("article.not_found");
    if (record.revision !== revision) fail("article.conflict");
    if (record.status !== "submitted") fail("article.wrong_status");
    await updateRecord(tx, articleId, { status: "changes_requested", note });
    await noteStep(step, "changes_requested", note);
    await audit(step, "article.changes_requested", { status: "changes_requested", note });
    await tellAuthor(step, `Please change your article “${titleOf(step)}”: ${note}`);
  });
}

/**
 * Takes a published article off the site and tells its author why.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required, article.not_found, article.wrong_status
 */
export async function unpublishArticle(
  context: RequestContext,
  articleId: string,
  note: string,
): Promise<ArticleState> {
  await requireAdmin(context);
  return takeStep(context, articleId, async (step) => {
    if (step.record.submittedAt === null) fail("article.not_found");
    await unpublish(step, note);
    await audit(step, "article.withdrawn", { status: "withdrawn", note });
    await tellAuthor(step, `Your article “${titleOf(step)}” was taken down: ${note}`);
  });
}

/**
 * Features a published article on the landing page in place of the one before, or no longer. Idempotent.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required, article.not_found, article.wrong_status
 */
export async function featureArticle(context: RequestContext, articleId: string, isFeatured: boolean): Promise<Done> {
  await requireAdmin(context);
  await transact(context.db, async (tx) => {
    const record = await findRecord(tx, articleId, true);
    if (!record || record.submittedAt === null) fail("article.not_found");
    if (isFeatured && record.publishedRevision === null) fail("article.wrong_status");
    await setFeatured(tx, context, { kind: "article", id: articleId, memberId: record.authorId }, isFeatured);
  });
  return { ok: true };
}

/**
 * Hides an article from everybody but its author and admins whatever its state, or shows it again, in the caller's
 * transaction; the pictures of a hidden one get new addresses. False where nothing changed. Writes `articles`.
 */
export async function setArticleHidden(tx: Tx, articleId: string, isHidden: boolean): Promise<boolean> {
  const isChanged = await updateHidden(tx, articleId, isHidden);
  if (isChanged && isHidden) await rotateArticleImages(tx, articleId);
  return isChanged;
}

const rotateArticleImages = async (tx: Tx, articleId: string): Promise<void> =>
  rotateImages(tx, { ids: await listImageIds(tx, articleId) });

/** Runs one step with the article locked, in one transaction. */
async function takeStep(
  context: RequestContext,
  articleId: string,
  step: (step: Step) => Promise<void>,
): Promise<ArticleState> {
  const { userId: actorId } = requireMember(context);
  return transact(context.db, async (tx) => {
    const record = (await findRecord(tx, articleId, true)) ?? fail("article.not_found");
    const copy = await getWorkingCopy(tx, articleId);
    await step({ tx, context, record, copy, actorId, now: context.clock.now() });
    const after = (await findRecord(tx, articleId)) ?? fail("article.not_found");
    return toState(after, copy.savedAt);
  });
}

function checkPublishable({ copy, context }: Step): void {
  const { content } = copy;
  const issues = findMissing(content);
  if (issues.length > 0) throw new AppError("request.invalid", { issues });
  const words = [content.title, content.summary, ...content.tags, ...content.body.map(toText)].join("\n");
  if (!holdsWord(words, context.config.blockedWords)) return;
  fail("content.blocked_words");
}

async function publish(step: Step): Promise<void> {
  const { tx, context, record, copy, actorId, now } = step;
  const { id: articleId, revision, authorId } = record;
  const { title } = copy.content;
  await writePublication(tx, toPublication({ id: articleId, revision }, copy.content, now));
  // An author who publishes without a review has submitted it all the same: editors see it from now on.
  if (record.submittedAt === null) await updateRecord(tx, articleId, { submitted_at: now });
  await pinVersion(tx, { articleId, number: copy.number, kind: "published" });
  await noteStep(step, "published");
  if (actorId === authorId) return;
  const message = `Your article “${title}” was published`;
  await notify(tx, context, {
    userId: authorId,
    type: "suggestion_accepted",
    actorId: null,
    referenceId: articleId,
    message,
  });
}

async function recall(step: Step): Promise<void> {
  if (step.record.status !== "submitted") fail("article.wrong_status");
  await updateRecord(step.tx, step.record.id, { status: "draft" });
  await noteStep(step, "recalled");
}

/** @param note Why an editor does; without one it is the author, and what an editor asked for before is settled. */
async function unpublish(step: Step, note?: string): Promise<void> {
  const { tx, record } = step;
  if (record.publishedRevision === null) fail("article.wrong_status");
  await updateRecord(tx, record.id, { status: "withdrawn", published_revision: null, note: note ?? null });
  await noteStep(step, "withdrawn", note);
  await rotateArticleImages(tx, record.id);
}

/** Records an editor's decision in the audit log, in the transaction that carries it out. */
function audit(
  { tx, context, record }: Step,
  action: "article.published" | "article.changes_requested" | "article.withdrawn",
  { status, note }: { status: ArticleStatus; note?: string },
): Promise<void> {
  return recordAudit(tx, {
    ...auditOrigin(context),
    action,
    target: { type: "article", id: record.id, memberId: record.authorId },
    before: { status: record.status },
    after: { status, revision: record.revision },
    reason: note ?? null,
  });
}

/** Tells the author of an editor's decision, unless they decided it themselves. */
async function tellAuthor({ tx, context, record, actorId }: Step, message: string): Promise<void> {
  const { id: referenceId, authorId: userId } = record;
  if (actorId === userId) return;
  await notify(tx, context, { userId, type: "article_update", actorId: null, referenceId, message });
}

const titleOf = ({ copy }: Step): string => copy.content.title;

function noteStep(step: Step, action: ArticleReview["action"], note?: string): Promise<void> {
  const { tx, record, actorId, now } = step;
  return insertReview(tx, {
    articleId: record.id,
    actorId,
    action,
    revision: record.revision,
    now,
    ...(note ? { note } : {}),
  });
}
