import type { Comment } from "#contract/comments.ts";
import type { Page, PageQuery } from "#contract/page.ts";
import { toPage, readCursor } from "#server/db/cursor.ts";
import { type Db, type Pool, runPrepared, runSql } from "#server/db/db.ts";
import { newId } from "#server/lib/ids.ts";
import { hasNoBlock } from "#server/members/member-sql.ts";
import { type CommentSubject, idOf } from "./comment-subject.ts";

/** The viewer of a list of comments. */
export interface Reader {
  userId: string | null;
  /** The outfit's owner and admins see hidden ones too. */
  seesHidden: boolean;
}

type SubjectColumn = "outfit_id" | "event_id";
const columnOf = (subject: CommentSubject): SubjectColumn => ("outfitId" in subject ? "outfit_id" : "event_id");

interface Row {
  id: string;
  outfit_id: string | null;
  event_id: string | null;
  content: string;
  created_at: Date;
  is_hidden: boolean;
  author_id: string;
  username: string;
  display_name: string | null;
  avatar_url: string | null;
  is_verified: boolean;
}

const columns = `
  select c.id, c.outfit_id, c.event_id, c.content, c.created_at, c.is_hidden, p.id as author_id, p.username, p.display_name, p.avatar_url,
    exists (select from user_roles r where r.user_id = p.id and r.role = 'admin') as is_verified
  from comments c join profiles p on p.id = c.user_id`;

const toComment = (row: Row): Comment => ({
  id: row.id,
  outfitId: row.outfit_id,
  eventId: row.event_id,
  content: row.content,
  createdAt: row.created_at.toISOString(),
  isHidden: row.is_hidden,
  author: {
    id: row.author_id,
    username: row.username,
    displayName: row.display_name,
    avatarUrl: row.avatar_url,
    isVerified: row.is_verified,
  },
});

/** One page. The limit is part of the text, because a prepared statement with a bound limit is replanned each time. */
const pageStatement = (column: SubjectColumn, limit: number, isFirst: boolean) => ({
  name: `comments_by_${column}_${isFirst ? "first" : "next"}_${limit}`,
  text: `${columns}
    where c.${column} = $1 and ($3::boolean or not c.is_hidden)
      and ${hasNoBlock("$2::uuid", "c.user_id")}
      ${isFirst ? "" : "and (c.created_at, c.id) < ($4::timestamptz, $5::uuid)"}
    order by c.created_at desc, c.id desc limit ${limit + 1}`,
});

/** One page of the comments of an outfit or event, newest first, ties broken by id; without blocked authors. */
export async function listComments(
  pool: Pool,
  subject: CommentSubject,
  { userId, seesHidden }: Reader,
  { cursor, limit }: PageQuery,
): Promise<Page<Comment>> {
  const after = readCursor(cursor);
  const values = [idOf(subject), userId, seesHidden, ...(after ? [after.createdAt, after.id] : [])];
  const rows = await runPrepared<Row>(pool, pageStatement(columnOf(subject), limit, after === null), values);
  return toPage(rows.map(toComment), limit);
}

/** A comment as listed. */
export async function findComment(db: Db, id: string): Promise<Comment | undefined> {
  const [row] = await runSql<Row>(db, `${columns} where c.id = $1`, [id]);
  return row && toComment(row);
}

/** Inserts one comment and returns it as listed. Writes `comments` only. */
export async function insertComment(
  tx: Db,
  { subject, userId, content }: { subject: CommentSubject; userId: string; content: string },
): Promise<Comment> {
  const id = newId();
  const columns = { outfit_id: null, event_id: null, [columnOf(subject)]: idOf(subject) };
  await tx
    .insertInto("comments")
    .values({ id, ...columns, user_id: userId, content })
    .execute();
  const comment = await findComment(tx, id);
  if (!comment) throw new Error("A comment that was just inserted must exist");
  return comment;
}

/** Deletes a comment and returns whether it was hidden; undefined if it was already deleted. Writes `comments` only. */
export async function deleteComment(tx: Db, id: string): Promise<{ wasHidden: boolean } | undefined> {
  return tx.deleteFrom("comments").where("id", "=", id).returning("is_hidden as wasHidden").executeTakeFirst();
}

/** Hides or shows a comment. Returns false if nothing changed or it does not exist. Writes `comments` only. */
export async function updateHidden(tx: Db, id: string, isHidden: boolean): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("comments")
    .set({ is_hidden: isHidden })
    .where("id", "=", id)
    .where("is_hidden", "!=", isHidden)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Whether moderators hid the comment, so that the owner of its outfit or event cannot show it again. */
export async function isHiddenByModerators(db: Db, id: string): Promise<boolean> {
  const found = await db
    .selectFrom("moderation_actions")
    .select("id")
    .where("target_type", "=", "comment")
    .where("target_id", "=", id)
    .where("kind", "in", ["hidden", "deleted", "held"])
    .where("revoked_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** The kept count of comments of an outfit or event; 0 if it no longer exists. */
export async function getCommentsCount(db: Db, subject: CommentSubject): Promise<number> {
  const table = "outfitId" in subject ? "outfits" : "events";
  const [row] = await runSql<{ count: number }>(db, `select comments_count as count from ${table} where id = $1`, [
    idOf(subject),
  ]);
  return row?.count ?? 0;
}

/** Whether a member still has a comment on an outfit or event. */
export async function hasComment(tx: Db, subject: CommentSubject, userId: string): Promise<boolean> {
  const found = await tx
    .selectFrom("comments")
    .select("id")
    .where(columnOf(subject), "=", idOf(subject))
    .where("user_id", "=", userId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** The id of the member whose outfit or event it is. */
export async function findSubjectOwner(db: Db, subject: CommentSubject): Promise<string | undefined> {
  const text =
    "outfitId" in subject
      ? 'select user_id as "ownerId" from outfits where id = $1'
      : 'select user_id as "ownerId" from events where id = $1';
  const [found] = await runSql<{ ownerId: string }>(db, text, [idOf(subject)]);
  return found?.ownerId;
}
