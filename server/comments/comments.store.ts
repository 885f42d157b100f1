import { type Db, runSql } from "#server/db/db.ts";
import { newId } from "#server/lib/ids.ts";
import { hasNoBlock } from "#server/members/member-sql.ts";
import { type CommentSubject, idOf } from "./comment-subject.ts";
import { columnOf, findComment, type WrittenComment } from "./comment-rows.store.ts";

/** A comment to insert. */
export interface NewCommentRow {
  subject: CommentSubject;
  /** The comment that it replies to. */
  parentId: string | null;
  userId: string;
  content: string;
}

/** Inserts one comment and returns its id. Writes `comments` only. */
export async function insertComment(tx: Db, { subject, parentId, userId, content }: NewCommentRow): Promise<string> {
  const id = newId();
  const columns = { outfit_id: null, event_id: null, [columnOf(subject)]: idOf(subject) };
  await tx
    .insertInto("comments")
    .values({ id, ...columns, parent_id: parentId, user_id: userId, content })
    .execute();
  return id;
}

/** A comment as its author sees it. */
export async function getComment(db: Db, id: string, viewerId: string): Promise<WrittenComment> {
  const comment = await findComment(db, id, viewerId);
  if (!comment) throw new Error("A comment that was just inserted must exist");
  return comment;
}

/**
 * Deletes a comment and returns whether it was hidden; undefined if it was already deleted. One with replies keeps an
 * empty row without its author. Its likes and mentions go. Writes `comments`, `comment_likes`, `retracted_comment_likes`,
 * `comment_mentions`.
 */
export async function deleteComment(tx: Db, id: string): Promise<{ wasHidden: boolean } | undefined> {
  const [held] = await runSql<{ wasHidden: boolean; hasReplies: boolean }>(
    tx,
    `select c.is_hidden as "wasHidden", exists (select from comments r where r.parent_id = c.id) as "hasReplies"
     from comments c where c.id = $1 and c.deleted_at is null for update of c`,
    [id],
  );
  if (!held) return undefined;
  if (held.hasReplies) {
    await runSql(tx, "delete from comment_likes where comment_id = $1", [id]);
    await runSql(tx, "delete from retracted_comment_likes where comment_id = $1", [id]);
    await runSql(tx, "delete from comment_mentions where comment_id = $1", [id]);
    await runSql(
      tx,
      `update comments set deleted_at = clock_timestamp(), user_id = null, content = '', is_hidden = false, likes_count = 0
       where id = $1`,
      [id],
    );
  } else await runSql(tx, "delete from comments where id = $1", [id]);
  return { wasHidden: held.wasHidden };
}

/**
 * Changes the count of a comment's replies. A deleted one goes when it has no replies left. Writes `comments`.
 */
export async function changeRepliesCount(tx: Db, id: string, by: number): Promise<void> {
  await runSql(tx, "update comments set replies_count = replies_count + $2 where id = $1", [id, by]);
  await runSql(
    tx,
    `delete from comments c where c.id = $1 and c.deleted_at is not null
       and not exists (select from comments r where r.parent_id = c.id)`,
    [id],
  );
}

/** Hides or shows a comment. Returns false if nothing changed or it is deleted. Writes `comments` only. */
export async function updateHidden(tx: Db, id: string, isHidden: boolean): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("comments")
    .set({ is_hidden: isHidden })
    .where("id", "=", id)
    .where("is_hidden", "!=", isHidden)
    .where("deleted_at", "is", null)
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

/** The kept counts of comments of an outfit or event and of replies of a comment; 0 if they no longer exist. */
export async function getCounts(
  db: Db,
  subject: CommentSubject,
  threadId: string,
): Promise<{ commentsCount: number; repliesCount: number }> {
  const table = "outfitId" in subject ? "outfits" : "events";
  const [row] = await runSql<{ commentsCount: number; repliesCount: number }>(
    db,
    `select coalesce((select comments_count from ${table} where id = $1), 0) as "commentsCount",
       coalesce((select replies_count from comments where id = $2), 0) as "repliesCount"`,
    [idOf(subject), threadId],
  );
  return row ?? { commentsCount: 0, repliesCount: 0 };
}

/** What a list of replies needs to know of the comment above them; it may be deleted or hidden. */
export async function findThread(
  db: Db,
  id: string,
): Promise<{ outfitId: string | null; eventId: string | null; authorId: string | null } | undefined> {
  return db
    .selectFrom("comments")
    .select(["outfit_id as outfitId", "event_id as eventId", "user_id as authorId"])
    .where("id", "=", id)
    .where("parent_id", "is", null)
    .executeTakeFirst();
}

/** Whether one of the two members blocks the other. */
export async function isAcrossBlock(db: Db, one: string | null, other: string | null): Promise<boolean> {
  const [row] = await runSql<{ isClear: boolean }>(db, `select ${hasNoBlock("$1::uuid", "$2::uuid")} as "isClear"`, [
    one,
    other,
  ]);
  return row?.isClear !== true;
}

/** Whether a member still has a reply to a comment. */
export async function hasReply(tx: Db, parentId: string, userId: string): Promise<boolean> {
  const text = "select from comments where parent_id = $1 and user_id = $2 limit 1";
  return (await runSql(tx, text, [parentId, userId])).length > 0;
}

/**
 * Whether a member still has a comment on an outfit or event that its owner was notified of as the owner: a reply to the
 * owner's own comment has its own notification.
 */
export async function hasComment(
  tx: Db,
  subject: CommentSubject,
  { userId, ownerId }: { userId: string; ownerId: string },
): Promise<boolean> {
  const found = await runSql(
    tx,
    `select from comments c where c.${columnOf(subject)} = $1 and c.user_id = $2
       and not exists (select from comments p where p.id = c.parent_id and p.user_id = $3) limit 1`,
    [idOf(subject), userId, ownerId],
  );
  return found.length > 0;
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
