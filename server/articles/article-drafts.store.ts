import type { ArticleContent, ArticleReview, ArticleVersion } from "#contract/articles.ts";
import { limits } from "#contract/limits.ts";
import type { Page, PageQuery } from "#contract/page.ts";
import { readRankCursor, toRankedPage } from "#server/db/cursor.ts";
import { type Db, runSql, type Tx } from "#server/db/db.ts";
import type { ArticleStatus } from "#server/db/schema.ts";
import { isoTime } from "#server/db/json-pages.ts";
import { newId } from "#server/lib/ids.ts";
import { authorJsonById } from "#server/members/member-sql.ts";
import { pictureJson } from "./articles.store.ts";

/** An article as the rules of writing and reviewing see it. */
export interface ArticleRecord {
  id: string;
  authorId: string;
  status: ArticleStatus;
  revision: number;
  note: string | null;
  submittedAt: Date | null;
  publishedRevision: number | null;
  publishedAt: Date | null;
}

/** The newest version: the working copy. */
export interface WorkingCopy {
  number: number;
  kind: "saved" | "submitted" | "published";
  editorId: string | null;
  content: ArticleContent;
  startedAt: Date;
  savedAt: Date;
}

const recordColumns = `a.id, a.author_id as "authorId", a.status, a.revision, a.note, a.submitted_at as "submittedAt",
  a.published_revision as "publishedRevision", a.published_at as "publishedAt"`;
/** SQL for the working copy `v` of article `a`. */
export const newestVersion = `lateral (
  select * from article_versions v where v.article_id = a.id order by v.number desc limit 1) v`;

/** An article in any state. `isLocked` locks its row until the transaction ends. */
export async function findRecord(db: Db, id: string, isLocked = false): Promise<ArticleRecord | undefined> {
  const text = `select ${recordColumns} from articles a where a.id = $1::uuid ${isLocked ? "for no key update" : ""}`;
  const [row] = await runSql<ArticleRecord>(db, text, [id]);
  return row;
}

/** The working copy of an article. */
export async function findWorkingCopy(db: Db, articleId: string): Promise<WorkingCopy | undefined> {
  const text = `select number, kind, editor_id as "editorId", content, started_at as "startedAt", saved_at as "savedAt"
    from article_versions where article_id = $1::uuid order by number desc limit 1`;
  const [row] = await runSql<WorkingCopy>(db, text, [articleId]);
  return row;
}

/** The number of a member's articles that were never published. */
export async function countUnpublished(db: Db, authorId: string): Promise<number> {
  const text = `select count(*)::int as count from articles where author_id = $1::uuid and published_at is null`;
  const [row] = await runSql<{ count: number }>(db, text, [authorId]);
  return row?.count ?? 0;
}

/** Inserts an article at revision 1; false if its id is taken. Writes `articles`. */
export async function insertArticle(tx: Tx, { id, authorId }: { id: string; authorId: string }): Promise<boolean> {
  const text = `insert into articles (id, author_id, revision) values ($1, $2, 1) on conflict do nothing returning id`;
  return (await runSql(tx, text, [id, authorId])).length > 0;
}

/** A version to be written. */
export interface NewVersion {
  articleId: string;
  number: number;
  revision: number;
  editorId: string;
  content: ArticleContent;
  wordCount: number;
  now: Date;
}

/** Inserts a version, or overwrites the one with the same number. Writes `article_versions`. */
export async function writeVersion(tx: Tx, version: NewVersion): Promise<void> {
  const { articleId, number, revision, editorId, content, wordCount, now } = version;
  await runSql(
    tx,
    `insert into article_versions (article_id, number, revision, editor_id, content, word_count, started_at, saved_at)
     values ($1, $2, $3, $4, $5::jsonb, $6, $7, $7)
     on conflict (article_id, number) do update
     set revision = excluded.revision, content = excluded.content, word_count = excluded.word_count,
       saved_at = excluded.saved_at`,
    [articleId, number, revision, editorId, JSON.stringify(content), wordCount, now],
  );
}

/**
 * Deletes the oldest versions that are neither submitted nor published until the limits of number and size are kept. Writes
 * `article_versions`.
 */
export async function deleteOldVersions(tx: Tx, articleId: string): Promise<void> {
  await runSql(
    tx,
    `delete from article_versions where article_id = $1::uuid and kind = 'saved' and number in (
       (select number from article_versions where article_id = $1::uuid and kind = 'saved' order by number
        limit greatest(0, (select count(*) from article_versions where article_id = $1::uuid) - $2))
       union all
       select number from (
         select number, sum(pg_column_size(content)) over (order by number desc) as bytes
         from article_versions where article_id = $1::uuid) v
       where bytes > $3)`,
    [articleId, limits.articleVersionsMax, limits.articleVersionsBytesMax],
  );
}

/**
 * Keeps the working copy longer than other versions, under what happened to it, in place of the oldest such one beyond their
 * limit. Writes `article_versions`.
 */
export async function pinVersion(
  tx: Tx,
  { articleId, number, kind }: { articleId: string; number: number; kind: "submitted" | "published" },
): Promise<void> {
  const text = `update article_versions set kind = $3 where article_id = $1::uuid and number = $2`;
  await runSql(tx, text, [articleId, number, kind]);
  await runSql(
    tx,
    `delete from article_versions where article_id = $1::uuid and number in (
       select number from article_versions where article_id = $1::uuid and kind <> 'saved' order by number desc offset $2)`,
    [articleId, limits.articlePinnedVersionsMax],
  );
}

/** The pictures that belong to an article already. */
export async function listImageIds(db: Db, articleId: string): Promise<string[]> {
  const rows = await runSql<{ id: string }>(
    db,
    `select image_id as id from article_images where article_id = $1::uuid`,
    [articleId],
  );
  return rows.map((row) => row.id);
}

/** Gives a picture to an article. Writes `article_images`. */
export async function insertArticleImage(tx: Tx, articleId: string, imageId: string): Promise<void> {
  await runSql(tx, `insert into article_images (article_id, image_id) values ($1, $2)`, [articleId, imageId]);
}

/**
 * Those of an article's pictures that neither its readers nor a kept version see, among the given ones that were attached before
 * a time.
 */
export async function listUnusedImageIds(
  tx: Tx,
  articleId: string,
  { imageIds, attachedBefore }: { imageIds: string[]; attachedBefore: Date },
): Promise<string[]> {
  const rows = await runSql<{ id: string }>(
    tx,
    `select i.id from images i join articles a on a.id = $1::uuid
     where i.id = any($2::uuid[]) and i.attached_at < $3
       and i.id <> all (a.image_ids) and i.id is distinct from a.cover_image_id
       and i.id::text not in (
         select used #>> '{}' from article_versions v, lateral (
           select v.content #> '{cover,imageId}'
           union all select jsonb_path_query(v.content, '$.body[*].imageId')) shown(used)
         where v.article_id = $1::uuid and used #>> '{}' is not null)`,
    [articleId, imageIds, attachedBefore],
  );
  return rows.map((row) => row.id);
}

/** Changes the state of an article. Writes `articles`. */
export async function updateRecord(
  tx: Tx,
  id: string,
  changes: Partial<{
    status: ArticleStatus;
    revision: number;
    note: string | null;
    submitted_at: Date;
    published_revision: null;
  }>,
): Promise<void> {
  await tx.updateTable("articles").set(changes).where("id", "=", id).execute();
}

/** Hides an article in any state, or shows it again; false if nothing changed. Writes `articles`. */
export async function updateHidden(tx: Tx, id: string, isHidden: boolean): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("articles")
    .set({ is_hidden: isHidden })
    .where("id", "=", id)
    .where("is_hidden", "<>", isHidden)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** What readers are to see of an article. */
export interface Publication {
  id: string;
  revision: number;
  content: ArticleContent;
  imageIds: string[];
  outfitIds: string[];
  readingMinutes: number;
  searchText: string;
  now: Date;
}

/** Puts a version before its readers; the first time stays the date of the article. Writes `articles`. */
export async function updatePublished(tx: Tx, published: Publication): Promise<void> {
  const { id, revision, content, imageIds, outfitIds, readingMinutes, searchText, now } = published;
  await runSql(
    tx,
    `update articles set status = 'published', note = null, published_revision = $2,
       revised_at = case when published_at is null then null else $3::timestamptz end,
       published_at = coalesce(published_at, $3::timestamptz),
       title = $4, summary = $5, tags = $6, tag_keys = $7, cover_image_id = $8, cover_alt = $9, cover_caption = $10,
       body = $11::jsonb, image_ids = $12, outfit_ids = $13, reading_minutes = $14, search_text = $15
     where id = $1::uuid`,
    [
      id,
      revision,
      now,
      content.title,
      content.summary,
      content.tags,
      content.tags.map((tag) => tag.toLowerCase()),
      content.cover?.imageId ?? null,
      content.cover?.alt ?? "",
      content.cover?.caption ?? "",
      JSON.stringify(content.body),
      imageIds,
      outfitIds,
      readingMinutes,
      searchText,
    ],
  );
}

/** Deletes an article with its versions and returns the ids of its images. Writes `articles` and dependent tables. */
export async function deleteArticle(tx: Tx, id: string): Promise<string[]> {
  const imageIds = await listImageIds(tx, id);
  await runSql(tx, `delete from articles where id = $1::uuid`, [id]);
  return imageIds;
}

/** One page of the stored versions of an article, newest first. */
export async function listVersions(
  db: Db,
  articleId: string,
  { cursor, limit }: PageQuery,
): Promise<Page<ArticleVersion>> {
  const text = `select v.number, v.kind, ${authorJsonById("v.editor_id")} as editor, v.content ->> 'title' as title,
      v.word_count as "wordCount", ${isoTime("v.saved_at")} as "savedAt"
    from article_versions v where v.article_id = $1::uuid and ($2::int is null or v.number < $2)
    order by v.number desc limit $3`;
  const rows = await runSql<ArticleVersion>(db, text, [articleId, readRankCursor(cursor)?.rank ?? null, limit + 1]);
  const { items, nextCursor } = toRankedPage(
    rows.map((version) => ({ version, rank: version.number, id: articleId })),
    limit,
  );
  return { items: items.map(({ version }) => version), nextCursor };
}

/** One version with its content. */
export async function findVersion(
  db: Db,
  articleId: string,
  number: number,
): Promise<(ArticleVersion & { content: ArticleContent }) | undefined> {
  const text = `select v.number, v.kind, ${authorJsonById("v.editor_id")} as editor, v.content ->> 'title' as title,
      v.word_count as "wordCount", ${isoTime("v.saved_at")} as "savedAt", v.content
    from article_versions v where v.article_id = $1::uuid and v.number = $2`;
  const [row] = await runSql<ArticleVersion & { content: ArticleContent }>(db, text, [articleId, number]);
  return row;
}

/** Notes a step of the review. Writes `article_reviews`. */
export async function insertReview(
  tx: Tx,
  review: {
    articleId: string;
    actorId: string;
    action: ArticleReview["action"];
    note?: string;
    revision: number;
    now: Date;
  },
): Promise<void> {
  const { articleId, actorId, action, note = null, revision, now } = review;
  await tx
    .insertInto("article_reviews")
    .values({ id: newId(), article_id: articleId, actor_id: actorId, action, note, revision, created_at: now })
    .execute();
}

/** SQL for whether somebody else than its author took the article `a` off the site, and nobody has published it since. */
export const takenDown = `coalesce((select r.action = 'withdrawn' and r.actor_id is distinct from a.author_id
    from article_reviews r where r.article_id = a.id and r.action in ('published', 'withdrawn')
    order by r.created_at desc, r.id desc limit 1), false)`;

/** Whether somebody else than its author took an article off the site, and nobody has published it since. */
export async function isTakenDown(tx: Tx, articleId: string): Promise<boolean> {
  const text = `select ${takenDown} as "isTakenDown" from articles a where a.id = $1::uuid`;
  const [article] = await runSql<{ isTakenDown: boolean }>(tx, text, [articleId]);
  return article?.isTakenDown ?? false;
}

/** The steps of the review of an article, newest first. */
export async function listReviews(db: Db, articleId: string): Promise<ArticleReview[]> {
  const text = `select r.id, r.action, ${authorJsonById("r.actor_id")} as actor, r.note,
      ${isoTime("r.created_at")} as "createdAt"
    from article_reviews r where r.article_id = $1::uuid order by r.created_at desc, r.id desc limit 100`;
  return runSql<ArticleReview>(db, text, [articleId]);
}

/** What the working copy needs in addition to its content: its author, and the images of all its versions. */
export async function findDraftParts(
  db: Db,
  articleId: string,
): Promise<{ author: string; images: string } | undefined> {
  const text = `select ${authorJsonById("a.author_id")}::text as author, coalesce((
      select json_agg(json_build_object('imageId', i.id, 'picture', ${pictureJson}))
      from article_images ai join images i on i.id = ai.image_id where ai.article_id = a.id), '[]'::json)::text as images
    from articles a where a.id = $1::uuid`;
  const [row] = await runSql<{ author: string; images: string }>(db, text, [articleId]);
  return row;
}
