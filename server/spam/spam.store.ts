import { sql } from "kysely";
import type { Db } from "#server/db/db.ts";

type Kind = "comment" | "message";

/** Lets a member write one text of a kind at a time, until the transaction ends. */
export async function lockTextsOf(tx: Db, { userId, kind }: { userId: string; kind: Kind }): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${kind} of ${userId}`}, 0))`.execute(tx);
}

/** What a member has said within the last hour, and under which outfit or in which thread; the newest 500. */
export async function listRecentTexts(
  db: Db,
  { userId, kind }: { userId: string; kind: Kind },
): Promise<{ content: string; place: string }[]> {
  const { rows } = await (
    kind === "comment"
      ? sql<{ content: string; place: string }>`select content, coalesce(outfit_id, event_id) as place from comments
        where user_id = ${userId} and created_at > clock_timestamp() - interval '1 hour'
        order by created_at desc limit 500`
      : sql<{ content: string; place: string }>`select content, thread_id as place from messages
        where sender_id = ${userId} and created_at > clock_timestamp() - interval '1 hour'
        order by created_at desc limit 500`
  ).execute(db);
  return rows;
}
