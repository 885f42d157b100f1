import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { Db, Tx } from "#server/db/db.ts";
import type { ChallengeTable, FactorTable } from "#server/db/schema.ts";

export type FactorRow = Selectable<FactorTable>;
export type ChallengeRow = Selectable<ChallengeTable>;

/** Inserts one `auth.factors` row; false if the user has one with that name. */
export async function insertFactor(tx: Tx, factor: Insertable<FactorTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto("auth.factors")
    .values(factor)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** A factor of this user. */
export async function findFactor(db: Db, userId: string, factorId: string): Promise<FactorRow | undefined> {
  return db
    .selectFrom("auth.factors")
    .selectAll()
    .where("id", "=", factorId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

/** A factor of this user, locked until the transaction ends. */
export async function lockFactor(tx: Tx, userId: string, factorId: string): Promise<FactorRow | undefined> {
  return tx
    .selectFrom("auth.factors")
    .selectAll()
    .where("id", "=", factorId)
    .where("user_id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
}

/** Changes a factor. Writes `auth.factors`. */
export async function updateFactor(db: Db, id: string, set: Updateable<FactorTable>, now: Date): Promise<void> {
  await db
    .updateTable("auth.factors")
    .set({ ...set, updated_at: now })
    .where("id", "=", id)
    .execute();
}

/** Removes one factor. Writes `auth.factors`. */
export async function deleteFactor(db: Db, id: string): Promise<void> {
  await db.deleteFrom("auth.factors").where("id", "=", id).execute();
}

/** Removes every factor of a user. Writes `auth.factors`. */
export async function deleteFactorsOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("auth.factors").where("user_id", "=", userId).execute();
}

/** Deletes a user's unfinished enrolments. Writes `auth.factors`. */
export async function deleteUnverifiedFactors(
  db: Db,
  userId: string,
  which: { before: Date; named: string } | { except: string },
): Promise<void> {
  const query = db.deleteFrom("auth.factors").where("user_id", "=", userId).where("status", "=", "unverified");
  await (
    "except" in which
      ? query.where("id", "<>", which.except)
      : query.where(({ or, eb }) =>
          or([
            eb("created_at", "<", which.before),
            // As in the unique index: several may have no name.
            sql<boolean>`friendly_name <> '' and lower(friendly_name) = lower(${which.named})`,
          ]),
        )
  ).execute();
}

/** Deletes unfinished enrolments and challenges. Writes `auth.factors` and `auth.challenges`. */
export async function deleteUnfinished(db: Db, before: { factors: Date; challenges: Date }): Promise<void> {
  await db
    .deleteFrom("auth.factors")
    .where("status", "=", "unverified")
    .where("created_at", "<", before.factors)
    .execute();
  await db.deleteFrom("auth.challenges").where("created_at", "<", before.challenges).execute();
}

/** Inserts a challenge of a factor. Writes `auth.challenges`. */
export async function insertChallenge(db: Db, challenge: Insertable<ChallengeTable>): Promise<void> {
  await db.insertInto("auth.challenges").values(challenge).execute();
}

/** A challenge of this factor, locked until the transaction ends. */
export async function lockChallenge(tx: Tx, factorId: string, id: string): Promise<ChallengeRow | undefined> {
  return tx
    .selectFrom("auth.challenges")
    .selectAll()
    .where("id", "=", id)
    .where("factor_id", "=", factorId)
    .forUpdate()
    .executeTakeFirst();
}

/** Counts a wrong answer. Writes `auth.challenges`. */
export async function countChallengeTry(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable("auth.challenges")
    .set({ tries: sql`tries + 1` })
    .where("id", "=", id)
    .execute();
}

/** Deletes one challenge. Writes `auth.challenges`. */
export async function deleteChallenge(db: Db, id: string): Promise<void> {
  await db.deleteFrom("auth.challenges").where("id", "=", id).execute();
}

/** Every factor by app, with its sealed secret. */
export async function listSealedFactors(db: Db): Promise<{ id: string; userId: string; secret: Buffer }[]> {
  const rows = await db
    .selectFrom("auth.factors")
    .select(["id", "user_id", "secret"])
    .where("secret", "is not", null)
    .execute();
  return rows.flatMap(({ id, user_id: userId, secret }) => (secret ? [{ id, userId, secret }] : []));
}
