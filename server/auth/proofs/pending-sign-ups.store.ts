import type { Selectable } from "kysely";
import type { Db, Tx } from "#server/db/db.ts";
import type { PendingSignUpTable } from "#server/db/schema.ts";

export type PendingSignUp = Selectable<PendingSignUpTable>;

/** Stores what a browser submitted, in place of what it submitted before. Writes `auth.pending_sign_ups`. */
export async function upsertPendingSignUp(tx: Tx, signUp: PendingSignUp): Promise<void> {
  const { password_hash, user_data, created_at } = signUp;
  await tx
    .insertInto("auth.pending_sign_ups")
    .values(signUp)
    .onConflict((conflict) =>
      conflict.columns(["user_id", "browser_hash"]).doUpdateSet({ password_hash, user_data, created_at }),
    )
    .execute();
}

/** The sign-up for this address from this browser or, if it sent none, the newest one. */
export async function findPendingSignUp(
  db: Db,
  email: string,
  browserHash: Buffer,
): Promise<PendingSignUp | undefined> {
  return db
    .selectFrom("auth.pending_sign_ups as s")
    .innerJoin("auth.users as u", "u.id", "s.user_id")
    .selectAll("s")
    .where("u.email", "=", email)
    .orderBy((row) => row("s.browser_hash", "=", browserHash), "desc")
    .orderBy("s.created_at", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** All sign-ups for the address of this account. */
export async function listPendingSignUps(tx: Tx, userId: string): Promise<PendingSignUp[]> {
  return tx.selectFrom("auth.pending_sign_ups").selectAll().where("user_id", "=", userId).execute();
}

/** Deletes the sign-up of one browser. Writes `auth.pending_sign_ups`. */
export async function deletePendingSignUp(
  tx: Tx,
  { user_id: userId, browser_hash: browserHash }: Pick<PendingSignUp, "user_id" | "browser_hash">,
): Promise<void> {
  await tx
    .deleteFrom("auth.pending_sign_ups")
    .where("user_id", "=", userId)
    .where("browser_hash", "=", browserHash)
    .execute();
}

/** Deletes all sign-ups for the address of this account. Writes `auth.pending_sign_ups`. */
export async function deletePendingSignUps(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom("auth.pending_sign_ups").where("user_id", "=", userId).execute();
}

/** Deletes sign-ups that no link can confirm any more. Writes `auth.pending_sign_ups`. */
export async function deleteExpiredPendingSignUps(
  db: Db,
  { madeBefore, now }: { madeBefore: Date; now: Date },
): Promise<void> {
  await db
    .deleteFrom("auth.pending_sign_ups as s")
    .where("s.created_at", "<", madeBefore)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("auth.one_time_codes as c")
            .select("c.user_id")
            .whereRef("c.user_id", "=", "s.user_id")
            .where("c.link_ends_at", ">", now),
        ),
      ),
    )
    .execute();
}
