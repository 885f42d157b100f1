import { randomBytes, randomUUID } from "node:crypto";
import { dayMs } from "#contract/durations.ts";
import { runSql, type Tx } from "#server/db/db.ts";

/**
 * Moves what others still need of a member (conversations, and paid redemptions for accounting) to an empty profile without a
 * name, made at need, and empties the comments that others replied to. Writes `comments`, `auth.users`, `profiles`,
 * `message_threads`, `messages`, `thread_members` and `reward_redemptions`.
 */
export async function moveSharedRows(tx: Tx, userId: string, now: Date): Promise<void> {
  await emptyAnsweredComments(tx, userId, now);
  await dropUnpaidRequests(tx, userId);
  const [found] = await runSql<{ isNeeded: boolean }>(
    tx,
    `select exists (select from message_threads where participant_a = $1 or participant_b = $1)
       or exists (select from reward_redemptions where user_id = $1) as "isNeeded"`,
    [userId],
  );
  if (!found?.isNeeded) return;
  const emptyId = await insertEmptyProfile(tx, now);
  await runSql(
    tx,
    `update message_threads set
       participant_a = least(case when participant_a = $1 then participant_b else participant_a end, $2::uuid),
       participant_b = greatest(case when participant_a = $1 then participant_b else participant_a end, $2::uuid),
       requested_by = case when requested_by = $1 then $2 else requested_by end
     where participant_a = $1 or participant_b = $1`,
    [userId, emptyId],
  );
  await runSql(
    tx,
    "update messages set sender_id = $2, removed_content = case when removed_content is not null then '' end where sender_id = $1",
    [userId, emptyId],
  );
  await runSql(
    tx,
    `update thread_members set other_id = $2, last_sender_id = case when last_sender_id = $1 then $2 else last_sender_id end
     where other_id = $1`,
    [userId, emptyId],
  );
  await runSql(tx, "update thread_members set user_id = $2 where user_id = $1", [userId, emptyId]);
  await runSql(tx, "update reward_redemptions set user_id = $2 where user_id = $1", [userId, emptyId]);
}

/** Takes words and author off the comments that other members replied to, so that the replies stay. Writes `comments`. */
async function emptyAnsweredComments(tx: Tx, userId: string, now: Date): Promise<void> {
  await runSql(
    tx,
    `with emptied as (
       update comments c set deleted_at = $2, user_id = null, content = '', is_hidden = false, likes_count = 0
       where c.user_id = $1
         and exists (select from comments r where r.parent_id = c.id and r.user_id <> $1) returning id
     ), unliked as (delete from comment_likes l using emptied e where l.comment_id = e.id)
     delete from comment_mentions m using emptied e where m.comment_id = e.id`,
    [userId, now],
  );
}

/**
 * Deletes the requests for which nothing was paid, with the reasons that admins wrote; a card that is being bought for one
 * goes into the stock. Forgets when the member looked at the codes of the others. Writes `reward_redemptions`.
 */
async function dropUnpaidRequests(tx: Tx, userId: string): Promise<void> {
  await runSql(tx, "delete from reward_redemptions where user_id = $1 and status <> 'approved'", [userId]);
  await runSql(tx, "update reward_redemptions set revealed_at = null where user_id = $1", [userId]);
}

/** A profile that nobody can find or sign in to; its username is random and never shown. */
async function insertEmptyProfile(tx: Tx, now: Date): Promise<string> {
  const id = randomUUID();
  const username = `deleted_${randomBytes(8).toString("hex")}`;
  await runSql(tx, `insert into auth.users (id, banned_until, created_at, updated_at) values ($1, $2, $3, $3)`, [
    id,
    new Date(now.getTime() + 200 * 365 * dayMs),
    now,
  ]);
  await runSql(
    tx,
    "insert into profiles (id, username, username_skeleton, deleted_at, created_at) values ($1, $2, $2, $3, $3)",
    [id, username, now],
  );
  return id;
}
