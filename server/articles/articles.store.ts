import type { ArticleLink } from "#contract/articles.ts";
import type { KeysetCursor } from "#server/db/cursor.ts";
import { type Db, type PreparedStatement, type Pool, runPrepared, runSql } from "#server/db/db.ts";
import { isoTime } from "#server/db/json-pages.ts";
import { authorJsonById, hiddenMemberIds } from "#server/members/member-sql.ts";
import type { OutfitViewer } from "#server/outfits/outfits.service.ts";
import { isAuthorNotBanned, isReadable } from "#server/visibility/article-sql.ts";

/** An article of a list: `card` is the JSON text of the contract's ArticleCard, written by the database. */
export interface ArticleRow {
  id: string;
  createdAt: string;
  card: string;
}

/** SQL for the articles that lists show to a viewer: none that moderators hid, none of blocked, muted or banned authors. */
const isListed = (userId: string): string =>
  `a.is_public and not a.is_hidden and a.author_id <> all (${hiddenMemberIds(userId)}) and ${isAuthorNotBanned}`;

/** SQL for picture `i` as the contract's Picture. */
export const pictureJson = `
  json_build_object('url', '/media/' || i.key, 'width', i.width, 'height', i.height, 'thumbhash', i.thumbhash)`;

/** SQL for the columns of a card, of articles `a`, for the viewer at this placeholder. */
const cardColumns = (userId: string): string => `
  a.id, a.title, a.summary, a.tags, a.reading_minutes as "readingMinutes",
  (select ${pictureJson} from images i where i.id = a.cover_image_id) as cover, a.cover_alt as "coverAlt",
  ${authorJsonById("a.author_id")} as author,
  ${isoTime("a.published_at")} as "publishedAt", a.likes_count as "likesCount",
  exists (select from article_likes l where l.user_id = ${userId}::uuid and l.article_id = a.id) as liked,
  exists (select from article_saves s where s.user_id = ${userId}::uuid and s.article_id = a.id) as saved`;

const cardRow = (userId: string): string => `
  a.id, ${isoTime("a.published_at")} as "createdAt",
  (select row_to_json(card)::text from (select ${cardColumns(userId)}) card) as card`;

const newestFirst = "order by a.published_at desc, a.id desc";
const beforeAll: KeysetCursor = { createdAt: "infinity", id: "ffffffff-ffff-ffff-ffff-ffffffffffff" };

/** Common to all lists: $1 the viewer, $2 and $3 the cursor. The page is limited before cards are built. */
const listText = (filter: string, limit: number): string => `
  select ${cardRow("$1")} from (
    select * from articles a
    where ${isListed("$1")} and (a.published_at, a.id) < ($2::timestamptz, $3::uuid) ${filter}
    ${newestFirst} limit ${limit}
  ) a ${newestFirst}`;

/** Published articles that lists show to the viewer, newest first, ties broken by id. */
export function listNewest(
  pool: Pool,
  viewerId: string | null,
  { after, tag, limit }: { after: KeysetCursor | null; tag: string | undefined; limit: number },
): Promise<ArticleRow[]> {
  const { createdAt, id } = after ?? beforeAll;
  const isTagged = tag === undefined ? "" : "and a.tag_keys @> array[$4]";
  const statement: PreparedStatement = {
    name: `articles_${tag === undefined ? "newest" : "tagged"}_${limit}`,
    text: listText(isTagged, limit),
  };
  return runPrepared(pool, statement, [viewerId, createdAt, id, ...(tag === undefined ? [] : [tag.toLowerCase()])]);
}

/** The featured article, where the viewer may see it in lists. */
export async function findFeatured(pool: Pool, viewerId: string | null): Promise<ArticleRow | undefined> {
  const text = `select ${cardRow("$1")} from landing_features f join articles a on a.id = f.target_id
    where f.kind = 'article' and ${isListed("$1")}`;
  const [row] = await runPrepared<ArticleRow>(pool, { name: "articles_featured", text }, [viewerId]);
  return row;
}

/** As `listNewest`, of those whose title and tags together match all `patterns`. */
export function listFound(
  db: Db,
  viewerId: string | null,
  filter: { after: KeysetCursor | null; patterns: string[]; tag: string | undefined; limit: number },
): Promise<ArticleRow[]> {
  const { createdAt, id } = filter.after ?? beforeAll;
  const values: unknown[] = [viewerId, createdAt, id];
  const place = (value: string) => `$${values.push(value)}`;
  const conditions = filter.patterns.map((pattern) => `a.search_text like ${place(pattern)}`);
  if (filter.tag !== undefined) conditions.push(`a.tag_keys @> array[${place(filter.tag.toLowerCase())}]`);
  const text = listText(conditions.map((condition) => `and ${condition}`).join(" "), filter.limit);
  return runSql(db, text, values);
}

/** Whether the viewer's lists hold an article whose title and tags together match all `patterns`. */
export async function hasArticle(db: Db, viewerId: string | null, patterns: readonly string[]): Promise<boolean> {
  return (await listLinks(db, viewerId, patterns, 1)).length > 0;
}

/** Names of articles whose title and tags together match all `patterns`, the newest first. */
export function listLinks(
  db: Db,
  viewerId: string | null,
  patterns: readonly string[],
  limit: number,
): Promise<ArticleLink[]> {
  const matches = patterns.map((_, index) => `a.search_text like $${index + 2}`).join(" and ");
  const text = `select a.id, a.title, a.reading_minutes as "readingMinutes" from articles a
    where ${isListed("$1")} and ${matches} ${newestFirst} limit ${limit}`;
  return runSql(db, text, [viewerId, ...patterns]);
}

const ofTags = (limit: number): PreparedStatement => ({
  name: "article_tags",
  text: `select mode() within group (order by t.tag) as tag
    from (select a.tags from articles a where ${isListed("null")} ${newestFirst} limit 1000) recent,
      unnest(recent.tags) t(tag)
    group by lower(t.tag) order by count(*) desc, lower(t.tag) limit ${limit}`,
});

/** The tags that most of the newest thousand articles have, the commonest first. */
export async function listTags(pool: Pool, limit: number): Promise<string[]> {
  const rows = await runPrepared<{ tag: string }>(pool, ofTags(limit), []);
  return rows.map((row) => row.tag);
}

/** The saved articles that a member may read, the latest saved first. */
export function listSaved(db: Db, userId: string, after: KeysetCursor | null, limit: number): Promise<ArticleRow[]> {
  const { createdAt, id } = after ?? beforeAll;
  const text = `
    select a.id, ${isoTime("kept.created_at")} as "createdAt",
      (select row_to_json(card)::text from (select ${cardColumns("$1")}) card) as card
    from article_saves kept join articles a on a.id = kept.article_id
    where kept.user_id = $1::uuid and (kept.created_at, kept.article_id) < ($2::timestamptz, $3::uuid)
      and ${isReadable("$1", "false")}
    order by kept.created_at desc, kept.article_id desc limit ${limit}`;
  return runSql(db, text, [userId, createdAt, id]);
}

const detail: PreparedStatement = {
  name: "article_detail",
  text: `select a.outfit_ids as "outfitIds", row_to_json(article)::text as json from articles a, lateral (
      select ${cardColumns("$1")}, a.cover_caption as "coverCaption", a.body,
        coalesce((select json_agg(json_build_object('imageId', i.id, 'picture', ${pictureJson}))
          from images i where i.id = any (a.image_ids)), '[]'::json) as images,
        exists (select from user_roles r where r.user_id = a.author_id and r.role = 'admin') as "isEditorial",
        ${isoTime("a.revised_at")} as "revisedAt"
    ) article
    where a.id = $3::uuid and ${isReadable("$1", "$2")}`,
};

/** The JSON text of the contract's Article without its outfits, with their ids; undefined if there is none to read. */
export async function findArticle(
  pool: Pool,
  viewer: OutfitViewer,
  articleId: string,
): Promise<{ json: string; outfitIds: string[] } | undefined> {
  const [row] = await runPrepared<{ json: string; outfitIds: string[] }>(pool, detail, [
    viewer.userId,
    viewer.isAdmin,
    articleId,
  ]);
  return row;
}

/** The data of a published article that an action on it needs. */
export interface ReadableArticle {
  id: string;
  authorId: string;
  title: string;
}

/** The published article, when the viewer may read it. */
export async function findReadable(db: Db, viewer: OutfitViewer, id: string): Promise<ReadableArticle | undefined> {
  const text = `select a.id, a.author_id as "authorId", a.title from articles a
    where a.id = $3::uuid and ${isReadable("$1", "$2")}`;
  const [row] = await runSql<ReadableArticle>(db, text, [viewer.userId, viewer.isAdmin, id]);
  return row;
}

/** Of the newest two hundred that share a tag, those that share most; then the newest of all. */
const related = (limit: number): PreparedStatement => ({
  name: `articles_related_${limit}`,
  text: `
    with this as (select id, tag_keys from articles where id = $2::uuid),
    alike as (
      select a.id, 1 as rank, cardinality(array(select unnest(a.tag_keys) intersect select unnest(this.tag_keys))) as shared
      from this, lateral (
        select * from articles a where a.tag_keys && this.tag_keys and a.id <> this.id and ${isListed("$1")}
        ${newestFirst} limit 200
      ) a
    ),
    newest as (
      select a.id, 2 as rank, 0 as shared from articles a where a.id <> $2::uuid and ${isListed("$1")}
      ${newestFirst} limit ${limit * 2}
    ),
    chosen as (
      select distinct on (id) id, rank, shared from (select * from alike union all select * from newest) found
      order by id, rank
    )
    select ${cardRow("$1")} from chosen join articles a on a.id = chosen.id
    order by chosen.rank, chosen.shared desc, a.published_at desc, a.id desc limit ${limit}`,
});

/** What to read after an article, the nearest first. */
export function listRelated(
  pool: Pool,
  viewerId: string | null,
  articleId: string,
  limit: number,
): Promise<ArticleRow[]> {
  return runPrepared(pool, related(limit), [viewerId, articleId]);
}
