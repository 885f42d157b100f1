import type { SwipeDirection } from "#contract/swipes.ts";
import { type Db, runSql } from "#server/db/db.ts";

/** A swipe to record. */
export interface NewSwipe {
  userId: string;
  outfitId: string;
  direction: SwipeDirection;
  /** Whether the swipe created the like. */
  hasMadeLike: boolean;
}

/**
 * Inserts a swipe; a later swipe replaces a pass, a like stays. Removes the card from the backlog. Writes `swipes` and
 * `swipe_backlog`, in one statement.
 */
export async function insertSwipe(db: Db, { userId, outfitId, direction, hasMadeLike }: NewSwipe): Promise<void> {
  await runSql(
    db,
    `with dealt as (delete from swipe_backlog where user_id = $1 and outfit_id = $2)
     insert into swipes as s (user_id, outfit_id, direction, made_like) values ($1, $2, $3, $4)
     on conflict (user_id, outfit_id) do update
     set direction = excluded.direction, made_like = excluded.made_like, created_at = clock_timestamp()
     where s.direction = 'pass'`,
    [userId, outfitId, direction, hasMadeLike],
  );
}

/** Whether a member swiped an outfit, and whether the swipe created the current like. */
export async function findSwipe(
  db: Db,
  userId: string,
  outfitId: string,
): Promise<{ hasMadeLike: boolean } | undefined> {
  return db
    .selectFrom("swipes")
    .select("made_like as hasMadeLike")
    .where("user_id", "=", userId)
    .where("outfit_id", "=", outfitId)
    .executeTakeFirst();
}

/** Deletes a swipe and adds its card to the backlog. Writes `swipes` and `swipe_backlog`, in one statement. */
export async function deleteSwipe(db: Db, userId: string, outfitId: string): Promise<void> {
  await runSql(
    db,
    `with undone as (delete from swipes where user_id = $1 and outfit_id = $2 returning outfit_id)
     insert into swipe_backlog (user_id, outfit_created_at, outfit_id)
     select $1, o.created_at, o.id from outfits o where o.id in (select outfit_id from undone)
     on conflict do nothing`,
    [userId, outfitId],
  );
}
