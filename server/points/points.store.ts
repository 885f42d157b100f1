import { type Db, runSql } from "#server/db/db.ts";
import type { PointsAction } from "#server/db/schema.ts";
import type { Activity, AwardHistory, RewardedAction } from "./points-rules.ts";

/** One row of the ledger, before it is written. */
export interface LedgerEntry {
  id: string;
  userId: string;
  action: PointsAction;
  points: number;
  /** What it was for; one subject is paid once per action. */
  subject: string;
  outfitId: string | null;
  /** The title of the subject; without one, the outfit's. */
  title?: string | null;
  /** The member on whose outfit or event it was earned. */
  counterpartId?: string | null;
  /** When the member's day began; absent for a reversal. */
  dayStart?: Date;
}

/** The data about a member that the engine decides by. */
export interface PointsAccount {
  userId: string;
  timeZone: string;
  /** When the last day began in which the member earned or visited. */
  dayStart: Date | null;
  balance: number;
  owedPoints: number;
}

const accountColumns = `id as "userId", time_zone as "timeZone", points_day_start as "dayStart", points as balance,
  points_owed as "owedPoints"`;

/** Locks the rows of these members as `lockMembers` of the members does, and returns their accounts by member id. */
export async function lockAccounts(tx: Db, userIds: string[]): Promise<Map<string, PointsAccount>> {
  const rows = await runSql<PointsAccount>(
    tx,
    `select ${accountColumns} from profiles where id = any ($1::uuid[]) order by id for no key update`,
    [userIds],
  );
  return new Map(rows.map((row) => [row.userId, row]));
}

/** A member's account, or undefined. Takes no lock. */
export async function findAccount(db: Db, userId: string): Promise<PointsAccount | undefined> {
  const [row] = await runSql<PointsAccount>(db, `select ${accountColumns} from profiles where id = $1`, [userId]);
  return row;
}

/** How far back the history of one member is read. */
export interface HistoryRange {
  userId: string;
  /** Awards since then count as today's. */
  dayStart: Date;
  /** Awards before it are not looked at. */
  since: Date;
}

/** Keeps the planner from joining the whole ledger: it then looks each member up by index, whatever the values are. */
const noJoin = "offset 0";

/** What members have earned by one action, by member id; absent where nothing within the range. */
export async function listHistories(
  tx: Db,
  action: RewardedAction,
  ranges: HistoryRange[],
): Promise<Map<string, AwardHistory>> {
  const rows = await runSql<AwardHistory & { userId: string }>(
    tx,
    `select r.user_id as "userId", max(l.created_at) as "lastAwardAt",
       count(*) filter (where l.created_at >= r.day_start) as "awardsToday"
     from unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[]) r(user_id, day_start, since),
       lateral (
         select created_at from points_ledger
         where user_id = r.user_id and action = $4 and points > 0 and created_at >= r.since ${noJoin}
       ) l
     group by r.user_id`,
    [ranges.map((r) => r.userId), ranges.map((r) => r.dayStart), ranges.map((r) => r.since), action],
  );
  return new Map(rows.map((row) => [row.userId, row]));
}

/** The key under which `listPairAwards` counts a member's awards with another one. */
export const pairKey = (userId: string, counterpartId: string): string => `${userId} ${counterpartId}`;

/** How often members were awarded today for actions on content of others, by `pairKey`; absent for never. */
export async function listPairAwards(tx: Db, ranges: HistoryRange[]): Promise<Map<string, number>> {
  const rows = await runSql<{ userId: string; counterpartId: string; awards: number }>(
    tx,
    `select l.user_id as "userId", l.counterpart_id as "counterpartId", count(*) as awards
     from unnest($1::uuid[], $2::timestamptz[]) r(user_id, day_start),
       lateral (
         select user_id, counterpart_id from points_ledger
         where user_id = r.user_id and created_at >= r.day_start and points > 0 and counterpart_id is not null ${noJoin}
       ) l
     group by l.user_id, l.counterpart_id`,
    [ranges.map((r) => r.userId), ranges.map((r) => r.dayStart)],
  );
  return new Map(rows.map((row) => [pairKey(row.userId, row.counterpartId), row.awards]));
}

/**
 * Writes ledger rows and returns the ids of those written; a subject that already has a row is skipped.
 * Writes `points_ledger`, `profiles.points` and `profiles.points_day_start`.
 */
export async function insertLedgerEntries(tx: Db, entries: LedgerEntry[], now: Date): Promise<Set<string>> {
  const rows = await runSql<{ id: string }>(
    tx,
    `with written as (
       insert into points_ledger
         (id, user_id, action, points, subject, outfit_id, subject_title, counterpart_id, day_start, created_at)
       select e.id, e.user_id, e.action, e.points, e.subject, e.outfit_id,
         coalesce(e.title, (select o.title from outfits o where o.id = e.outfit_id)), e.counterpart_id, e.day_start, $10
       from unnest($1::uuid[], $2::uuid[], $3::points_action[], $4::integer[], $5::text[], $6::uuid[], $7::text[],
         $8::uuid[], $9::timestamptz[])
         e(id, user_id, action, points, subject, outfit_id, title, counterpart_id, day_start)
       on conflict (user_id, action, subject) do nothing
       returning id, user_id, points, day_start
     ), paid as (
       update profiles p set points = p.points + w.points,
         points_day_start = greatest(p.points_day_start, w.day_start)
       from (
         select user_id, sum(points) as points, max(day_start) as day_start from written group by user_id
       ) w where p.id = w.user_id
     )
     select id from written`,
    [
      entries.map((entry) => entry.id),
      entries.map((entry) => entry.userId),
      entries.map((entry) => entry.action),
      entries.map((entry) => entry.points),
      entries.map((entry) => entry.subject),
      entries.map((entry) => entry.outfitId),
      entries.map((entry) => entry.title ?? null),
      entries.map((entry) => entry.counterpartId ?? null),
      entries.map((entry) => entry.dayStart ?? null),
      now,
    ],
  );
  return new Set(rows.map((row) => row.id));
}

/** The points that a member earned by posting an outfit, including its links, minus reversals. */
export async function getOutfitEarnings(tx: Db, userId: string, outfitId: string): Promise<number> {
  const [row] = await runSql<{ earned: number }>(
    tx,
    `select coalesce(sum(points), 0)::int as earned from points_ledger
     where user_id = $1 and outfit_id = $2 and action in ('POST_OUTFIT', 'TAG_LINK', 'REVERSAL')`,
    [userId, outfitId],
  );
  return row?.earned ?? 0;
}

/** The award in the ledger for a subject, or undefined. */
export async function findAward(
  db: Db,
  { userId, action, subject }: { userId: string; action: PointsAction; subject: string },
): Promise<{ points: number; createdAt: Date } | undefined> {
  const [row] = await runSql<{ points: number; createdAt: Date }>(
    db,
    `select points, created_at as "createdAt" from points_ledger where user_id = $1 and action = $2 and subject = $3`,
    [userId, action, subject],
  );
  return row;
}

/** Keeps the outfit's title in the ledger rows that have none yet; before it is deleted. Writes `points_ledger`. */
export async function storeOutfitTitle(tx: Db, outfitId: string): Promise<void> {
  await runSql(
    tx,
    `update points_ledger l set subject_title = o.title from outfits o
     where o.id = $1 and l.outfit_id = $1 and l.subject_title is null`,
    [outfitId],
  );
}

/**
 * Removes references to a deleted member from the ledgers of others, also from the reversals of what was earned with them.
 * Writes `points_ledger`.
 */
export async function forgetMemberInLedgers(tx: Db, memberId: string): Promise<void> {
  await runSql(
    tx,
    `with forgotten as (
       update points_ledger set subject_title = null, counterpart_id = null where counterpart_id = $1
       returning user_id, subject
     )
     update points_ledger l set subject_title = null from forgotten f
     where l.user_id = f.user_id and l.action = 'REVERSAL' and l.subject = f.subject`,
    [memberId],
  );
}

/** Deducts points from a member's balance, or nothing if it is too small. Writes `profiles.points`. */
export async function holdPoints(tx: Db, userId: string, points: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("profiles")
    .set((row) => ({ points: row("points", "-", points) }))
    .where("id", "=", userId)
    .where("points", ">=", points)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Gives points back to a member's balance. Writes `profiles.points`. */
export async function addPoints(tx: Db, userId: string, points: number): Promise<void> {
  await tx
    .updateTable("profiles")
    .set((row) => ({ points: row("points", "+", points) }))
    .where("id", "=", userId)
    .execute();
}

/** Changes what a member owes by `points`, which may be negative. Writes `profiles.points_owed`. */
export async function changeOwed(tx: Db, userId: string, points: number): Promise<void> {
  await tx
    .updateTable("profiles")
    .set((row) => ({ points_owed: row("points_owed", "+", points) }))
    .where("id", "=", userId)
    .execute();
}

/** The balances of members who exist, by member id. */
export async function listBalances(db: Db, userIds: string[]): Promise<Map<string, number>> {
  const rows = await runSql<{ id: string; points: number }>(
    db,
    "select id, points from profiles where id = any ($1::uuid[])",
    [userIds],
  );
  return new Map(rows.map(({ id, points }) => [id, points]));
}

/** A member's stored activity score and from when its days count. Holds the member's row. */
export async function getActivity(tx: Db, userId: string): Promise<Activity> {
  const row = await tx
    .selectFrom("profiles")
    .select(["activity_score as score", "last_activity_update as writtenAt"])
    .where("id", "=", userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return row;
}

/** Stores an activity score. Writes `profiles`. */
export async function writeActivity(tx: Db, userId: string, { score, writtenAt }: Activity): Promise<void> {
  await tx
    .updateTable("profiles")
    .set({ activity_score: score, last_activity_update: writtenAt })
    .where("id", "=", userId)
    .execute();
}

/** Remembers reactions to outfits that their members took back. Writes `retracted_actions`. */
export async function insertRetractedActions(
  tx: Db,
  actions: { userId: string; action: "LIKE" | "FAVORITE"; outfitId: string }[],
): Promise<void> {
  await runSql(
    tx,
    `insert into retracted_actions (user_id, action, outfit_id)
     select * from unnest($1::uuid[], $2::points_action[], $3::uuid[]) on conflict do nothing`,
    [actions.map((a) => a.userId), actions.map((a) => a.action), actions.map((a) => a.outfitId)],
  );
}

/** Writes a correction with its note, unless the balance is too small. Writes `points_ledger` and `profiles.points`. */
export async function insertCorrection(
  tx: Db,
  { id, userId, points, note }: { id: string; userId: string; points: number; note: string },
  now: Date,
): Promise<"done" | "known" | "taken" | "too_few"> {
  const known = await tx
    .selectFrom("points_ledger")
    .select(["user_id", "points", "note"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (known) {
    const isSame = known.user_id === userId && known.points === points && known.note === note;
    return isSame ? "known" : "taken";
  }
  const { numUpdatedRows } = await tx
    .updateTable("profiles")
    .set((row) => ({ points: row("points", "+", points) }))
    .where("id", "=", userId)
    .where("points", ">=", -points)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return "too_few";
  await tx
    .insertInto("points_ledger")
    .values({ id, user_id: userId, action: "CORRECTION", points, subject: id, outfit_id: null, note, created_at: now })
    .execute();
  return "done";
}
