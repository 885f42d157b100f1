import { dayMs } from "#contract/durations.ts";
import type { Db, Tx } from "#server/db/db.ts";

/** The skeletons among these that a member has, or had within `days` days before `now`. */
export async function listTakenSkeletons(
  db: Db,
  skeletons: string[],
  { now, days }: { now: Date; days: number },
): Promise<Set<string>> {
  const since = new Date(now.getTime() - days * dayMs);
  const rows = await db
    .selectFrom("profiles")
    .select("username_skeleton")
    .where("username_skeleton", "in", skeletons)
    .unionAll(
      db
        .selectFrom("former_usernames")
        .select("username_skeleton")
        .where("username_skeleton", "in", skeletons)
        .where("changed_at", ">", since),
    )
    .execute();
  return new Set(rows.map((row) => row.username_skeleton));
}

/** Writes the `profiles` row of a new member and its `user_roles` row; false if the name was taken in the meantime. */
export async function insertProfile(
  tx: Tx,
  profile: {
    id: string;
    username: string;
    skeleton: string;
    displayName: string | null;
    bio: string | null;
    now: Date;
  },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto("profiles")
    .values({
      id: profile.id,
      username: profile.username,
      username_skeleton: profile.skeleton,
      display_name: profile.displayName,
      bio: profile.bio,
      created_at: profile.now,
    })
    // No conflict target, so that a taken name does not abort the transaction.
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) return false;
  await tx.insertInto("user_roles").values({ user_id: profile.id }).execute();
  return true;
}

/** Renames an unused profile without storing its former name. Writes `profiles`. */
export async function updateNewProfile(
  tx: Tx,
  userId: string,
  set: { username: string; skeleton: string; displayName: string | null; bio: string | null },
): Promise<void> {
  await tx
    .updateTable("profiles")
    .set({ username: set.username, username_skeleton: set.skeleton, display_name: set.displayName, bio: set.bio })
    .where("id", "=", userId)
    .execute();
}
