import { type Db, runSql } from "#server/db/db.ts";
import type { PointsAction } from "#server/db/schema.ts";
import type { AwardHistory, RewardedAction } from "./points-rules.service.ts";

/** One row of the ledger, before it is written. */
export interface LedgerEntry {
  id: string;
  userId: string;
  action: PointsAction;
  points: number;
  /** What it was for; one deed is rewarded once. */
  deed: string;
  outfitId: string | null;
}

/** Holds the rows of these members until the transaction ends, in the order of their ids, which all writers keep. */
export async function lockMembers(tx: Db, userIds: string[]): Promise<void> {
  await runSql(tx, "select id from profiles where id = any ($1::uuid[]) order by id for no key update", [userIds]);
}

/**
 * What members have earned by one action, by member id; absent where nothing within the day or the cool-down.
 *
 * @param times.dayStart Awards since then count as today's.
 * @param times.since Awards before it are not looked at.
 */
export async function readHistories(
  tx: Db,
  userIds: string[],
  action: RewardedAction,
  times: { dayStart: Date; since: Date },
): Promise<Map<string, AwardHistory>> {
  const rows = await runSql<AwardHistory & { userId: string }>(
    tx,
    `select user_id as "userId", max(created_at) as "lastAwardAt",
       count(*) filter (where created_at >= $3) as "awardsToday"
     from points_ledger where user_id = any ($1::uuid[]) and action = $2 and points > 0 and created_at >= $4
     group by user_id`,
    [userIds, action, times.dayStart, times.since],
  );
  return new Map(rows.map((row) => [row.userId, row]));
}

/**
 * Writes ledger rows and gives the ids of those written; a deed that has its row already is passed over.
 * Writes `points_ledger` and `profiles.points`.
 */
export async function insertLedgerEntries(tx: Db, entries: LedgerEntry[], now: Date): Promise<Set<string>> {
  const rows = await runSql<{ id: string }>(
    tx,
    `with written as (
       insert into points_ledger (id, user_id, action, points, deed, outfit_id, created_at)
       select e.id, e.user_id, e.action, e.points, e.deed, e.outfit_id, $7
       from unnest($1::uuid[], $2::uuid[], $3::points_action[], $4::integer[], $5::text[], $6::uuid[])
         e(id, user_id, action, points, deed, outfit_id)
       on conflict (user_id, action, deed) do nothing
       returning id, user_id, points
     ), paid as (
       update profiles p set points = p.points + w.points
       from (select user_id, sum(points) as points from written group by user_id) w where p.id = w.user_id
     )
     select id from written`,
    [
      entries.map((entry) => entry.id),
      entries.map((entry) => entry.userId),
      entries.map((entry) => entry.action),
      entries.map((entry) => entry.points),
      entries.map((entry) => entry.deed),
      entries.map((entry) => entry.outfitId),
      now,
    ],
  );
  return new Set(rows.map((row) => row.id));
}

/** What a member earned through an outfit, and the balance that is there to give it back from. Holds the member's row. */
export async function readEarnings(
  tx: Db,
  userId: string,
  outfitId: string,
): Promise<{ earned: number; balance: number }> {
  await lockMembers(tx, [userId]);
  const [row] = await runSql<{ earned: number; balance: number }>(
    tx,
    `select p.points as balance, coalesce((
       select sum(l.points) from points_ledger l
       where l.user_id = p.id and l.outfit_id = $2 and l.action in ('POST_OUTFIT', 'TAG_LINK', 'REVERSAL')
     ), 0) as earned
     from profiles p where p.id = $1`,
    [userId, outfitId],
  );
  return row ?? { earned: 0, balance: 0 };
}

/** Takes points out of a member's balance, or nothing where it is too small. Writes `profiles.points`. */
export async function takePoints(tx: Db, userId: string, points: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("profiles")
    .set((row) => ({ points: row("points", "-", points) }))
    .where("id", "=", userId)
    .where("points", ">=", points)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** A member's stored activity score and when it was written. Holds the member's row. */
export async function readActivity(tx: Db, userId: string): Promise<{ score: number; writtenAt: Date | null }> {
  const row = await tx
    .selectFrom("profiles")
    .select(["activity_score as score", "last_activity_update as writtenAt"])
    .where("id", "=", userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return row;
}

/** Stores an activity score. Writes `profiles`. */
export async function writeActivity(tx: Db, userId: string, score: number, now: Date): Promise<void> {
  await tx
    .updateTable("profiles")
    .set({ activity_score: score, last_activity_update: now })
    .where("id", "=", userId)
    .execute();
}

/** Remembers deeds on outfits that their members took back. Writes `retracted_deeds`. */
export async function insertRetractedDeeds(
  tx: Db,
  deeds: { userId: string; action: "LIKE" | "FAVORITE"; outfitId: string }[],
): Promise<void> {
  await runSql(
    tx,
    `insert into retracted_deeds (user_id, action, outfit_id)
     select * from unnest($1::uuid[], $2::points_action[], $3::uuid[]) on conflict do nothing`,
    [deeds.map((d) => d.userId), deeds.map((d) => d.action), deeds.map((d) => d.outfitId)],
  );
}
