import type { Comment } from "#contract/comments.ts";
import type { PageQuery } from "#contract/page.ts";
import { readCursor } from "#server/db/cursor.ts";
import { type Db, type Pool, runSql } from "#server/db/db.ts";
import { isoTime, jsonList, readJsonPage } from "#server/db/json-pages.ts";
import { authorJson, blockedEitherWay, hasNoBlock, isMemberNotBanned } from "#server/members/member-sql.ts";
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

/** SQL for how many replies to the comment `c` the viewer sees: those across a block do not show through in the count. */
const repliesFor = (viewer: string) => `case
    when c.replies_count = 0 or ${viewer} is null then c.replies_count
    else c.replies_count - (select count(*)::int from comments r
      where r.parent_id = c.id and not r.is_hidden and r.user_id = any (${blockedEitherWay(viewer)})) end`;

/** SQL for how many hidden replies to the comment `c` a viewer sees who may see what is hidden. */
const hiddenRepliesFor = (viewer: string) => `(select count(*)::int from comments r
      where r.parent_id = c.id and r.is_hidden and r.user_id <> all (${blockedEitherWay(viewer)}))`;

/**
 * How many replies to the comment $2 each of the members $1 sees who blocks, or is blocked by, one of their authors. Only
 * the blocks of these members are read.
 */
const repliesAcrossBlocks = `
  with authors as materialized (
    select user_id, count(*)::int as replies from comments
    where parent_id = $2 and not is_hidden and user_id is not null group by user_id
  ), hidden as (
    select b.blocker_id as viewer_id, a.* from blocks b join authors a on a.user_id = b.blocked_id
    where b.blocker_id = any($1::uuid[])
    union select b.blocked_id, a.* from blocks b join authors a on a.user_id = b.blocker_id where b.blocked_id = any($1::uuid[])
  )
  select h.viewer_id as "viewerId", (c.replies_count - sum(h.replies))::int as "repliesCount"
  from hidden h join comments c on c.id = $2 group by h.viewer_id, c.replies_count`;

/** The number of replies that each of these members sees, as in their lists; only of those who do not see all. */
export async function countRepliesAcrossBlocks(
  db: Db,
  userIds: string[],
  threadId: string,
): Promise<Map<string, number>> {
  const rows = await runSql<{ viewerId: string; repliesCount: number }>(db, repliesAcrossBlocks, [userIds, threadId]);
  return new Map(rows.map(({ viewerId, repliesCount }) => [viewerId, repliesCount]));
}

/**
 * SQL for the contract's Comment, for a viewer; only one that may contain a mention looks for some. A deleted comment, or one
 * that is hidden from the viewer, keeps its place above its replies and nothing else: it has no author row `p`.
 */
const columnsFor = (viewer: string, isMentionShown: string, seesHidden: boolean, hiddenRepliesCount: string) => `
  select c.id, c.outfit_id as "outfitId", c.event_id as "eventId", c.parent_id as "parentId",
    case when p.id is null then '' else c.content end as content, ${isoTime("c.created_at")} as "createdAt",
    case when p.id is not null then ${authorJson} end as author,
    c.is_hidden and p.id is not null as "isHidden", case when p.id is null then 0 else c.likes_count end as "likesCount",
    p.id is not null and c.likes_count > 0
      and exists (select from comment_likes l where l.comment_id = c.id and l.user_id = ${viewer}) as "isLiked",
    ${repliesFor(viewer)} as "repliesCount", ${hiddenRepliesCount} as "hiddenRepliesCount",
    case when p.id is not null and c.content like '%@%' then coalesce((
      select json_agg(json_build_object('name', m.name, 'username', n.username) order by m.name)
      from comment_mentions m join profiles n on n.id = m.user_id
      where m.comment_id = c.id and ${isMemberNotBanned("n.id")} and ${isMentionShown}
    ), '[]'::json) else '[]'::json end as mentions
  from comments c
  left join profiles p on p.id = c.user_id and c.deleted_at is null and (${seesHidden} or not c.is_hidden)`;

/** `seesHidden` is part of the text, so that the plan for all others does not look for hidden replies. */
const listedFor = (seesHidden: boolean) =>
  columnsFor("$2::uuid", hasNoBlock("$2::uuid", "n.id"), seesHidden, seesHidden ? hiddenRepliesFor("$2::uuid") : "0");

/** Without a viewer, for everybody: only mentions of members without any block, and no count of hidden replies. */
const single = columnsFor(
  "$2::uuid",
  `case when $2::uuid is null then not exists (select from blocks b where n.id in (b.blocker_id, b.blocked_id))
     else ${hasNoBlock("$2::uuid", "n.id")} end`,
  true,
  "0",
);

/** Whether the viewer sees the row: with its words, or as the place above its replies. */
const isListedFor = (seesHidden: boolean) => `(
      (c.deleted_at is null and (${seesHidden} or not c.is_hidden)) or ${repliesFor("$2::uuid")} > 0
      ${seesHidden ? `or ${hiddenRepliesFor("$2::uuid")} > 0` : ""})
      and ${hasNoBlock("$2::uuid", "c.user_id")}`;

/** One page. The limit is part of the text, because a prepared statement with a bound limit is replanned each time. */
const pageStatement = (column: SubjectColumn, seesHidden: boolean, limit: number, isFirst: boolean) => ({
  name: `${seesHidden ? "all_" : ""}comments_by_${column}_${isFirst ? "first" : "next"}_${limit}`,
  text: jsonList(`${listedFor(seesHidden)}
    where c.${column} = $1 and c.parent_id is null and ${isListedFor(seesHidden)}
      ${isFirst ? "" : "and (c.created_at, c.id) < ($3::timestamptz, $4::uuid)"}
    order by c.created_at desc, c.id desc limit ${limit + 1}`),
});

/**
 * The JSON of one page of the comments of an outfit or event without their replies, newest first, ties broken by id; without blocked
 * authors.
 */
export async function listComments(
  pool: Pool,
  subject: CommentSubject,
  { userId, seesHidden }: Reader,
  { cursor, limit }: PageQuery,
): Promise<string> {
  const after = readCursor(cursor);
  const values = [idOf(subject), userId, ...(after ? [after.createdAt, after.id] : [])];
  return readJsonPage(pool, pageStatement(columnOf(subject), seesHidden, limit, after === null), values, limit);
}

/** The JSON of one page of a comment's replies, oldest first, ties broken by id; without blocked authors. */
export async function listReplies(
  pool: Pool,
  parentId: string,
  { userId, seesHidden }: Reader,
  { cursor, limit }: PageQuery,
): Promise<string> {
  const after = readCursor(cursor);
  const text = jsonList(`${listedFor(seesHidden)}
    where c.parent_id = $1 and ${isListedFor(seesHidden)}
      and ${after ? "(c.created_at, c.id) > ($3::timestamptz, $4::uuid)" : "true"}
    order by c.created_at, c.id limit ${limit + 1}`);
  const values = [parentId, userId, ...(after ? [after.createdAt, after.id] : [])];
  return readJsonPage(
    pool,
    { name: `${seesHidden ? "all_" : ""}replies_${after ? "next" : "first"}_${limit}`, text },
    values,
    limit,
  );
}

/** A comment as its list shows it to the viewer; undefined if it does not. */
export async function findListedComment(
  db: Db,
  id: string,
  { userId, seesHidden }: Reader,
): Promise<Comment | undefined> {
  const text = `${listedFor(seesHidden)} where c.id = $1 and ${isListedFor(seesHidden)}`;
  const [comment] = await runSql<Comment>(db, text, [id, userId]);
  return comment;
}

/**
 * A comment as `viewerId` sees it in a list, also a hidden one, but without the count of hidden replies; undefined if it was
 * deleted. Without a viewer it is as all may see it.
 */
export async function findComment(
  db: Db,
  id: string,
  viewerId: string | null = null,
): Promise<WrittenComment | undefined> {
  const [comment] = await runSql<Comment>(db, `${single} where c.id = $1 and c.deleted_at is null`, [id, viewerId]);
  return comment?.author ? { ...comment, author: comment.author } : undefined;
}
