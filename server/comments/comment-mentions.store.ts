import { type Db, runSql } from "#server/db/db.ts";
import { hasNoBlock, isMemberNotBanned } from "#server/members/member-sql.ts";

/** A member whom a comment names. */
export interface Mentioned {
  userId: string;
  name: string;
}

/** The members with these usernames whom the author can see, without the author. */
export async function listNamedMembers(db: Db, authorId: string, names: string[]): Promise<Mentioned[]> {
  return runSql<Mentioned>(
    db,
    `select p.id as "userId", p.username as name from profiles p
     where p.username = any ($2::text[]) and p.id <> $1 and p.deleted_at is null
       and ${isMemberNotBanned("p.id")} and ${hasNoBlock("$1::uuid", "p.id")}`,
    [authorId, names],
  );
}

/** Stores whom a comment mentions. Writes `comment_mentions`. */
export async function insertMentions(tx: Db, commentId: string, mentioned: Mentioned[]): Promise<void> {
  if (mentioned.length === 0) return;
  await runSql(
    tx,
    `insert into comment_mentions (comment_id, user_id, name)
     select $1, m.user_id, m.name from unnest($2::uuid[], $3::text[]) as m (user_id, name)
     join profiles p on p.id = m.user_id`,
    [commentId, mentioned.map(({ userId }) => userId), mentioned.map(({ name }) => name)],
  );
}

/** Whom a comment mentions. */
export async function listMentionedIds(db: Db, commentId: string): Promise<string[]> {
  const text = `select user_id as "userId" from comment_mentions where comment_id = $1`;
  return (await runSql<{ userId: string }>(db, text, [commentId])).map(({ userId }) => userId);
}
