import type { ArticleBlock } from "#contract/article-body.ts";
import { type Db, runSql } from "#server/db/db.ts";
import { isReadable } from "#server/visibility/article-sql.ts";

/** The public data of a published article, for crawlers, feeds and other sites. */
export interface ArticlePreview {
  id: string;
  title: string;
  summary: string;
  tags: string[];
  username: string;
  displayName: string | null;
  publishedAt: Date;
  revisedAt: Date | null;
  coverAlt: string;
  hasCover: boolean;
  body: ArticleBlock[];
}

const columns = `a.id, a.title, a.summary, a.tags, p.username, p.display_name as "displayName", a.published_at as "publishedAt",
  a.revised_at as "revisedAt", a.cover_alt as "coverAlt", a.cover_image_id is not null as "hasCover", a.body
  from articles a join profiles p on p.id = a.author_id`;
const isOpen = isReadable("null", "false");

/** The public data of a published article. */
export async function findArticlePreview(db: Db, articleId: string): Promise<ArticlePreview | undefined> {
  const text = `select ${columns} where a.id = $1::uuid and ${isOpen}`;
  const [row] = await runSql<ArticlePreview>(db, text, [articleId]);
  return row;
}

/** The newest published articles, at most `limit`. */
export function listNewestPreviews(db: Db, limit: number): Promise<ArticlePreview[]> {
  return runSql(db, `select ${columns} where ${isOpen} order by a.published_at desc, a.id desc limit ${limit}`, []);
}

/** The first and last UTC year in which an article was published; undefined if there is none. */
export async function findPublishedYears(db: Db): Promise<{ first: number; last: number } | undefined> {
  const year = (time: string) => `extract(year from ${time}(a.published_at) at time zone 'UTC')::int`;
  const text = `select ${year("min")} as first, ${year("max")} as last from articles a where a.is_public`;
  const [row] = await runSql<{ first: number | null; last: number | null }>(db, text, []);
  return row?.first && row.last ? { first: row.first, last: row.last } : undefined;
}

/** Published articles of a UTC year with when they last changed, newest first, at most `limit`. */
export function listOfYear(db: Db, year: number, limit: number): Promise<{ id: string; changedAt: Date }[]> {
  const text = `select a.id, coalesce(a.revised_at, a.published_at) as "changedAt" from articles a
    where a.published_at >= $1 and a.published_at < $2 and ${isOpen}
    order by a.published_at desc, a.id desc limit ${limit}`;
  return runSql(db, text, [new Date(Date.UTC(year, 0)), new Date(Date.UTC(year + 1, 0))]);
}
