import type { Comment } from "#contract/comments.ts";
import type { Page, PageQuery } from "#contract/page.ts";
import { readCursor, toPage } from "#server/db/cursor.ts";
import { type Db, type Pool, runPrepared, runSql } from "#server/db/db.ts";
import { hasNoBlock, isMemberNotBanned } from "#server/members/member-sql.ts";
import { type CommentSubject, idOf } from "./comment-subject.ts";

/** The viewer of a list of comments. */
export interface Reader {
  userId: string | null;
  /** The outfit's owner and admins see hidden ones too. */
  seesHidden: boolean;
}

/** A comment that still has its words. */
export type WrittenComment = Comment & { author: NonNullable<Comment["author"]> };

type SubjectColumn = "outfit_id" | "event_id";
/** The column that holds the id of a subject of this kind. */
export const columnOf = (subject: CommentSubject): SubjectColumn => ("outfitId" in subject ? "outfit_id" : "event_id");

interface Row {
  id: string;
  outfit_id: string | null;
  event_id: string | null;
  parent_id: string | null;
  content: string;
  created_at: Date;
  is_hidden: boolean;
  deleted_at: Date | null;
  likes_count: number;
  is_liked: boolean;
  replies_count: number;
  mentions: Comment["mentions"] | null;
  author_id: string | null;
  username: string | null;
  display_name: string | null;
  avatar_url: string | null;
  is_verified: boolean;
}

/** A comment's columns for a viewer; only one that may contain a mention looks for some. */
const columnsFor = (viewer: string, isMentionShown: string) => `
  select c.id, c.outfit_id, c.event_id, c.parent_id, c.content, c.created_at, c.is_hidden, c.deleted_at, c.likes_count,
    c.replies_count, p.id as author_id, p.username, p.display_name, p.avatar_url,
    exists (select from user_roles r where r.user_id = p.id and r.role = 'admin') as is_verified,
    c.likes_count > 0 and exists (select from comment_likes l where l.comment_id = c.id and l.user_id = ${viewer}) as is_liked,
    case when c.content like '%@%' then (
      select json_agg(json_build_object('name', m.name, 'username', n.username) order by m.name)
      from comment_mentions m join profiles n on n.id = m.user_id
      where m.comment_id = c.id and ${isMemberNotBanned("n.id")} and ${isMentionShown}
    ) end as mentions
  from comments c left join profiles p on p.id = c.user_id`;

const listed = columnsFor("$2::uuid", hasNoBlock("$2::uuid", "n.id"));

/** Without a viewer, for everybody: only mentions of members without any block. */
const single = columnsFor(
  "$2::uuid",
  `case when $2::uuid is null then not exists (select from blocks b where n.id in (b.blocker_id, b.blocked_id))
     else ${hasNoBlock("$2::uuid", "n.id")} end`,
);

/** A deleted comment, or one that is hidden from the viewer, keeps its place above its replies and nothing else. */
function toComment(row: Row, seesHidden: boolean): Comment {
  const isWithheld = row.deleted_at !== null || (row.is_hidden && !seesHidden);
  const author = isWithheld ? null : toCommentAuthor(row);
  const isShown = author !== null;
  // Written out: Node 20 takes microseconds for each property that follows a spread.
  return {
    id: row.id,
    outfitId: row.outfit_id,
    eventId: row.event_id,
    parentId: row.parent_id,
    createdAt: row.created_at.toISOString(),
    repliesCount: row.replies_count,
    content: isShown ? row.content : "",
    author,
    isHidden: isShown && row.is_hidden,
    likesCount: isShown ? row.likes_count : 0,
    isLiked: isShown && row.is_liked,
    mentions: (isShown && row.mentions) || [],
  };
}

function toCommentAuthor(row: Row): Comment["author"] {
  const { author_id: id, username } = row;
  if (id === null || username === null) return null;
  return {
    id,
    username,
    displayName: row.display_name,
    avatarUrl: row.avatar_url,
    isVerified: row.is_verified,
  };
}

/** Whether the viewer sees the row: with its words, or as the place above its replies. */
const isListed = `(c.replies_count > 0 or (c.deleted_at is null and ($3::boolean or not c.is_hidden)))
      and ${hasNoBlock("$2::uuid", "c.user_id")}`;

/** One page. The limit is part of the text, because a prepared statement with a bound limit is replanned each time. */
const pageStatement = (column: SubjectColumn, limit: number, isFirst: boolean) => ({
  name: `comments_by_${column}_${isFirst ? "first" : "next"}_${limit}`,
  text: `${listed}
    where c.${column} = $1 and c.parent_id is null and ${isListed}
      ${isFirst ? "" : "and (c.created_at, c.id) < ($4::timestamptz, $5::uuid)"}
    order by c.created_at desc, c.id desc limit ${limit + 1}`,
});

/**
 * One page of the comments of an outfit or event without their replies, newest first, ties broken by id; without blocked
 * authors.
 */
export async function listComments(
  pool: Pool,
  subject: CommentSubject,
  { userId, seesHidden }: Reader,
  { cursor, limit }: PageQuery,
): Promise<Page<Comment>> {
  const after = readCursor(cursor);
  const values = [idOf(subject), userId, seesHidden, ...(after ? [after.createdAt, after.id] : [])];
  const rows = await runPrepared<Row>(pool, pageStatement(columnOf(subject), limit, after === null), values);
  return toPage(
    rows.map((row) => toComment(row, seesHidden)),
    limit,
  );
}

/** One page of a comment's replies, oldest first, ties broken by id; without blocked authors. */
export async function listReplies(
  pool: Pool,
  parentId: string,
  { userId, seesHidden }: Reader,
  { cursor, limit }: PageQuery,
): Promise<Page<Comment>> {
  const after = readCursor(cursor);
  const text = `${listed}
    where c.parent_id = $1 and ${isListed}
      and ${after ? "(c.created_at, c.id) > ($4::timestamptz, $5::uuid)" : "true"}
    order by c.created_at, c.id limit ${limit + 1}`;
  const values = [parentId, userId, seesHidden, ...(after ? [after.createdAt, after.id] : [])];
  const rows = await runPrepared<Row>(pool, { name: `replies_${after ? "next" : "first"}_${limit}`, text }, values);
  return toPage(
    rows.map((row) => toComment(row, seesHidden)),
    limit,
  );
}

/** A comment as its list shows it to the viewer; undefined if it does not. */
export async function findListedComment(
  db: Db,
  id: string,
  { userId, seesHidden }: Reader,
): Promise<Comment | undefined> {
  const [row] = await runSql<Row>(db, `${listed} where c.id = $1 and ${isListed}`, [id, userId, seesHidden]);
  return row && toComment(row, seesHidden);
}

/**
 * A comment as `viewerId` sees it in a list, also a hidden one; undefined if it was deleted. Without a viewer it is as all
 * may see it.
 */
export async function findComment(
  db: Db,
  id: string,
  viewerId: string | null = null,
): Promise<WrittenComment | undefined> {
  const [row] = await runSql<Row>(db, `${single} where c.id = $1 and c.deleted_at is null`, [id, viewerId]);
  const comment = row && toComment(row, true);
  return comment?.author ? { ...comment, author: comment.author } : undefined;
}
