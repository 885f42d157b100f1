import type { Comment } from "#contract/comments.ts";
import type { Page, PageQuery } from "#contract/page.ts";
import { cutPage, readCursor } from "#server/db/cursor.ts";
import { type Db, type Pool, runHot, runSql } from "#server/db/db.ts";
import { newId } from "#server/lib/ids.ts";

/** Who reads a list of comments. */
export interface Reader {
  userId: string | null;
  /** The outfit's owner and admins see hidden ones too. */
  seesHidden: boolean;
}

interface Row {
  id: string;
  outfit_id: string;
  content: string;
  created_at: Date;
  is_hidden: boolean;
  author_id: string;
  username: string;
  avatar_url: string | null;
  is_verified: boolean;
}

const columns = `
  select c.id, c.outfit_id, c.content, c.created_at, c.is_hidden, p.id as author_id, p.username, p.avatar_url,
    exists (select from user_roles r where r.user_id = p.id and r.role = 'admin') as is_verified
  from comments c join profiles p on p.id = c.user_id`;

const toComment = (row: Row): Comment => ({
  id: row.id,
  outfitId: row.outfit_id,
  content: row.content,
  createdAt: row.created_at.toISOString(),
  isHidden: row.is_hidden,
  author: { id: row.author_id, username: row.username, avatarUrl: row.avatar_url, isVerified: row.is_verified },
});

/** One page; the limit is part of the text, since a prepared statement with a bound limit is planned anew each time. */
const pageStatement = (limit: number, isFirst: boolean) => ({
  name: `comments_${isFirst ? "first" : "next"}_${limit}`,
  text: `${columns}
    where c.outfit_id = $1 and ($3::boolean or not c.is_hidden)
      and not exists (select from blocks b where b.blocker_id = $2::uuid and b.blocked_id = c.user_id)
      and not exists (select from blocks b where b.blocker_id = c.user_id and b.blocked_id = $2::uuid)
      ${isFirst ? "" : "and (c.created_at, c.id) < ($4::timestamptz, $5::uuid)"}
    order by c.created_at desc, c.id desc limit ${limit + 1}`,
});

/** One page of an outfit's comments, newest first, ties broken by id; without those across a block. */
export async function listComments(
  pool: Pool,
  outfitId: string,
  { userId, seesHidden }: Reader,
  { cursor, limit }: PageQuery,
): Promise<Page<Comment>> {
  const after = readCursor(cursor);
  const values = [outfitId, userId, seesHidden, ...(after ? [after.createdAt, after.id] : [])];
  const rows = await runHot<Row>(pool, pageStatement(limit, after === null), values);
  return cutPage(rows.map(toComment), limit);
}

/** A comment as the list shows it. */
export async function findComment(db: Db, id: string): Promise<Comment | undefined> {
  const [row] = await runSql<Row>(db, `${columns} where c.id = $1`, [id]);
  return row && toComment(row);
}

/** Inserts one comment and reads it back as the list shows it. Writes `comments` only. */
export async function insertComment(
  tx: Db,
  { outfitId, userId, content }: { outfitId: string; userId: string; content: string },
): Promise<Comment> {
  const id = newId();
  await tx.insertInto("comments").values({ id, outfit_id: outfitId, user_id: userId, content }).execute();
  const comment = await findComment(tx, id);
  if (!comment) throw new Error("A comment that was just written is there");
  return comment;
}

/** Deletes a comment, and says whether it was hidden; undefined where another was faster. Writes `comments` only. */
export async function deleteComment(tx: Db, id: string): Promise<{ wasHidden: boolean } | undefined> {
  return tx.deleteFrom("comments").where("id", "=", id).returning("is_hidden as wasHidden").executeTakeFirst();
}

/** Hides or shows a comment; false where it was so already, or gone. Writes `comments` only. */
export async function updateHidden(tx: Db, id: string, isHidden: boolean): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("comments")
    .set({ is_hidden: isHidden })
    .where("id", "=", id)
    .where("is_hidden", "!=", isHidden)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** An outfit's kept count of comments; 0 where it is gone by now. */
export async function readCommentsCount(db: Db, outfitId: string): Promise<number> {
  const outfit = await db.selectFrom("outfits").select("comments_count").where("id", "=", outfitId).executeTakeFirst();
  return outfit?.comments_count ?? 0;
}

/** Whether a member still has a comment under an outfit. */
export async function hasComment(tx: Db, outfitId: string, userId: string): Promise<boolean> {
  const found = await tx
    .selectFrom("comments")
    .select("id")
    .where("outfit_id", "=", outfitId)
    .where("user_id", "=", userId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
