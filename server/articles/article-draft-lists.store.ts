import type { ReviewedArticle } from "#contract/admin-articles.ts";
import type { OwnArticle } from "#contract/articles.ts";
import type { KeysetCursor } from "#server/db/cursor.ts";
import { type Db, runSql } from "#server/db/db.ts";
import type { ArticleStatus } from "#server/db/schema.ts";
import { isoTime } from "#server/db/json-pages.ts";
import { authorJsonById } from "#server/members/member-sql.ts";
import { newestVersion, takenDown } from "./article-drafts.store.ts";
import { pictureJson } from "./articles.store.ts";

/** An own or a submitted article out of the database, with what its reading time depends on. */
export type ListedDraft<T> = Omit<T, "readingMinutes"> & { createdAt: string; words: number; pictures: number };

const listedColumns = `a.id, v.content ->> 'title' as title, v.content ->> 'summary' as summary, a.status,
  a.is_public as "isPublic", a.note, v.word_count as words,
  jsonb_array_length(jsonb_path_query_array(v.content, '$.body[*] ? (@.type == "image" || @.type == "outfit")')) as pictures,
  ${isoTime("v.saved_at")} as "savedAt",
  (select ${pictureJson} from images i where i.id = (v.content #>> '{cover,imageId}')::uuid) as cover`;

/** A member's articles in any state, the latest begun first; one more than `limit` where there are more. */
export function listOwn(
  db: Db,
  authorId: string,
  after: KeysetCursor | null,
  limit: number,
): Promise<ListedDraft<OwnArticle>[]> {
  const text = `select ${listedColumns}, ${isoTime("a.created_at")} as "createdAt" from articles a, ${newestVersion}
    where a.author_id = $1::uuid and ($2::timestamptz is null or (a.created_at, a.id) < ($2::timestamptz, $3::uuid))
    order by a.created_at desc, a.id desc limit ${limit + 1}`;
  return runSql(db, text, [authorId, after?.createdAt ?? null, after?.id ?? null]);
}

interface SubmittedFilter {
  articleId?: string;
  status?: ArticleStatus | undefined;
  after?: KeysetCursor | null;
  limit: number;
}

/** Articles that were ever submitted, the latest submitted first; one more than `limit` where there are more. */
export function listSubmitted(
  db: Db,
  { articleId, status, after, limit }: SubmittedFilter,
): Promise<ListedDraft<ReviewedArticle>[]> {
  const values: unknown[] = [];
  const place = (value: unknown) => `$${values.push(value)}`;
  // Only those that are given: a condition that also holds without its value cannot be looked up in an index.
  const conditions = [
    "a.submitted_at is not null",
    ...(articleId ? [`a.id = ${place(articleId)}::uuid`] : []),
    ...(status ? [`a.status = ${place(status)}`] : []),
    ...(after ? [`(a.submitted_at, a.id) < (${place(after.createdAt)}::timestamptz, ${place(after.id)}::uuid)`] : []),
  ];
  const text = `select ${listedColumns}, a.revision, v.word_count as "wordCount",
      a.is_hidden as "isHidden", ${takenDown} as "isTakenDown",
      exists (select from landing_features f where f.kind = 'article' and f.target_id = a.id) as "isFeatured",
      ${authorJsonById("a.author_id")} as author,
      ${isoTime("a.submitted_at")} as "submittedAt", ${isoTime("a.submitted_at")} as "createdAt"
    from articles a, ${newestVersion}
    where ${conditions.join(" and ")}
    order by a.submitted_at desc, a.id desc limit ${limit + 1}`;
  return runSql(db, text, values);
}
