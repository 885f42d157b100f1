import { limits } from "#contract/limits.ts";
import { type Db, type PreparedStatement, type Pool, runPrepared, runSql } from "#server/db/db.ts";
import { isoTime } from "#server/db/json-pages.ts";
import { hiddenMemberIds } from "#server/members/member-sql.ts";

/** A position in the feed, which is ordered by time and id. */
interface FeedPosition {
  createdAt: string;
  id: string;
}

/**
 * The part of the feed, bounds excluded, in which a member has no cards except the backlog. Newer and older outfits are
 * checked one by one.
 */
export interface SeenRange {
  newest: FeedPosition;
  oldest: FeedPosition;
  /** Older outfits can no longer appear in the feed, because their transactions have ended. */
  settledAt: string;
  /** False for the empty range of a member who has none yet. */
  isStored: boolean;
}

const zeroId = "00000000-0000-0000-0000-000000000000";
const endOfFeed: FeedPosition = { createdAt: "-infinity", id: zeroId };
/** Longer than any transaction that posts an outfit, so that none appears inside the range later. */
const settling = "interval '1 minute'";

/**
 * SQL for whether a member has swiped outfit `o`. A scalar sub-select is a probe of the index per row; as a join the
 * planner would read all swipes of the member.
 */
const isSwiped = "(select true from swipes s where s.user_id = $1 and s.outfit_id = o.id) is true";

// The statement's timestamp is constant, so the index of passes can be used; the clock would be evaluated per row.
const catchUp: PreparedStatement = {
  name: "deck_catch_up",
  text: `with known as (select * from swipe_seen_ranges where user_id = $1),
    returned as (
      delete from swipes where user_id = $1 and direction = 'pass'
        and created_at <= statement_timestamp() - interval '${limits.passReturnsDays} days' returning outfit_id
    ), relisted as (
      select o.id as outfit_id from known k join relisted_outfits r on r.relisted_at >= k.caught_up_at
      join outfits o on o.id = r.outfit_id where not ${isSwiped}
    ), left_over as (
      insert into swipe_backlog (user_id, outfit_created_at, outfit_id)
      select $1, o.created_at, o.id from outfits o
      where o.id in (select outfit_id from returned union select outfit_id from relisted)
      on conflict do nothing
    )
    select ${isoTime("now.settled_at")} as "settledAt", k.user_id is not null as "isStored",
      k.newest_at::text as "newestAt", k.newest_id as "newestId", k.oldest_at::text as "oldestAt", k.oldest_id as "oldestId"
    from (select clock_timestamp() - ${settling} as settled_at) now left join known k on true`,
};

interface SeenRangeRow {
  settledAt: string;
  isStored: boolean;
  newestAt: string | null;
  newestId: string | null;
  oldestAt: string | null;
  oldestId: string | null;
}

/**
 * The member's seen range, after moving cards that are due again to the backlog: expired passes and relisted outfits.
 * Writes `swipes` and `swipe_backlog`.
 */
export async function getSeenRange(pool: Pool, userId: string): Promise<SeenRange> {
  const [row] = await runPrepared<SeenRangeRow>(pool, catchUp, [userId]);
  if (!row) throw new Error("The statement always returns a row");
  const top: FeedPosition = { createdAt: row.settledAt, id: zeroId };
  return {
    newest: row.newestAt && row.newestId ? { createdAt: row.newestAt, id: row.newestId } : top,
    oldest: row.oldestAt && row.oldestId ? { createdAt: row.oldestAt, id: row.oldestId } : top,
    settledAt: row.settledAt,
    isStored: row.isStored,
  };
}

/** A card of the deck, and on which side of the range it is. */
export interface DeckCard extends FeedPosition {
  part: "newer" | "left" | "older";
}

const deckItems = limits.swipeDeckItems;
const newestFirst = "order by o.created_at desc, o.id desc";
const isForMember = `o.is_listed and o.user_id <> $1 and o.user_id <> all (${hiddenMemberIds("$1")}) and not ${isSwiped}`;

const deck: PreparedStatement = {
  name: "deck",
  text: `select o.id, ${isoTime("o.created_at")} as "createdAt", o.part from (
      (select o.id, o.created_at, 'newer' as part from outfits o
        where (o.created_at, o.id) >= ($2::timestamptz, $3::uuid) and ${isForMember} ${newestFirst} limit ${deckItems})
      union all
      (select o.id, o.created_at, 'left' from swipe_backlog l join outfits o on o.id = l.outfit_id
        where l.user_id = $1 and (l.outfit_created_at, l.outfit_id) < ($2::timestamptz, $3::uuid)
          and (l.outfit_created_at, l.outfit_id) > ($4::timestamptz, $5::uuid) and ${isForMember}
        order by l.outfit_created_at desc, l.outfit_id desc limit ${deckItems})
      union all
      (select o.id, o.created_at, 'older' from outfits o
        where (o.created_at, o.id) <= ($4::timestamptz, $5::uuid) and ${isForMember} ${newestFirst} limit ${deckItems})
    ) o ${newestFirst} limit ${deckItems}`,
};

/** The member's cards, newest first. */
export function listDeck(pool: Pool, userId: string, { newest, oldest }: SeenRange): Promise<DeckCard[]> {
  return runPrepared<DeckCard>(pool, deck, [userId, newest.createdAt, newest.id, oldest.createdAt, oldest.id]);
}

const grow: PreparedStatement = {
  name: "deck_grow",
  // If another tab has changed the range, this change is dropped.
  text: `with moved as (
      insert into swipe_seen_ranges as f (user_id, newest_at, newest_id, oldest_at, oldest_id, caught_up_at)
      select $1, $2::timestamptz, '${zeroId}', $3::timestamptz, $4::uuid, $2::timestamptz
      on conflict (user_id) do update
      set newest_at = excluded.newest_at, newest_id = excluded.newest_id, oldest_at = excluded.oldest_at,
        oldest_id = excluded.oldest_id, caught_up_at = excluded.caught_up_at
      where f.newest_at = $5::timestamptz and f.newest_id = $6::uuid and f.oldest_at = $7::timestamptz and f.oldest_id = $8::uuid
      returning user_id
    )
    insert into swipe_backlog (user_id, outfit_created_at, outfit_id)
    select m.user_id, o.created_at, o.id from moved m, unnest($9::uuid[]) seen(id) join outfits o on o.id = seen.id
    on conflict do nothing`,
};

/**
 * Extends a member's seen range from its settled top down to `oldest`, with these cards as backlog. Writes
 * `swipe_seen_ranges` and `swipe_backlog`, in one statement.
 */
export async function extendSeenRange(
  pool: Pool,
  userId: string,
  known: SeenRange,
  { oldest, backlog }: { oldest: FeedPosition | "end"; backlog: FeedPosition[] },
): Promise<void> {
  const { createdAt, id } = oldest === "end" ? endOfFeed : oldest;
  const before = [known.newest.createdAt, known.newest.id, known.oldest.createdAt, known.oldest.id];
  await runPrepared(pool, grow, [userId, known.settledAt, createdAt, id, ...before, backlog.map((card) => card.id)]);
}

/** Deletes a member's seen range, unless another tab has changed it. Writes `swipe_seen_ranges`. */
export async function resetSeenRange(pool: Pool, userId: string, { newest }: SeenRange): Promise<void> {
  await pool.query("delete from swipe_seen_ranges where user_id = $1 and newest_at = $2 and newest_id = $3", [
    userId,
    newest.createdAt,
    newest.id,
  ]);
}

/**
 * Deletes the seen ranges of these members. Call it when they can see more than before, such as after an unblock or
 * unmute. Writes `swipe_seen_ranges`.
 */
export async function resetSeenRanges(db: Db, userIds: string[]): Promise<void> {
  await runSql(db, "delete from swipe_seen_ranges where user_id = any ($1::uuid[])", [userIds]);
}
