import { sql, type Selectable, type Updateable } from "kysely";
import { type Db, runSql, type Tx } from "#server/db/db.ts";
import type { FactorTable, IdentityProvider, IdentityTable, UserTable } from "#server/db/schema.ts";

export type UserRow = Selectable<UserTable>;
export type IdentityRow = Selectable<IdentityTable>;
export type FactorRow = Selectable<FactorTable>;

/** A user by id, e-mail (any case) or phone (digits). */
export async function findUser(
  db: Db,
  by: { id: string } | { email: string } | { phone: string },
): Promise<UserRow | undefined> {
  const query = db.selectFrom("auth.users").selectAll();
  if ("id" in by) return query.where("id", "=", by.id).executeTakeFirst();
  if ("email" in by) return query.where("email", "=", by.email).executeTakeFirst();
  return query.where("phone", "=", by.phone).executeTakeFirst();
}

/** The user, locked against every other change until the transaction ends. */
export async function lockUser(tx: Tx, userId: string): Promise<UserRow | undefined> {
  return tx.selectFrom("auth.users").selectAll().where("id", "=", userId).forUpdate().executeTakeFirst();
}

/** Users, newest first. */
export async function listUsers(db: Db, page: { limit: number; offset: number }): Promise<UserRow[]> {
  return db
    .selectFrom("auth.users")
    .selectAll()
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

/** How many users there are. */
export async function countUsers(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("auth.users")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** Inserts one `auth.users` row; false if e-mail or phone is taken. */
export async function insertUser(
  tx: Tx,
  user: Pick<UserRow, "id" | "email" | "phone" | "password_hash" | "user_metadata" | "app_metadata" | "is_anonymous"> &
    Updateable<UserTable>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto("auth.users")
    .values(user)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Changes columns of one user and moves `updated_at`. Writes `auth.users`. */
export async function updateUser(db: Db, userId: string, set: Updateable<UserTable>, now: Date): Promise<void> {
  await db
    .updateTable("auth.users")
    .set({ ...set, updated_at: now })
    .where("id", "=", userId)
    .execute();
}

/** Deletes a user with all dependent rows. Writes `auth.users`. */
export async function deleteUser(db: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom("auth.users").where("id", "=", userId).executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Of sign-ups, never of accounts that a service made or that an erased member's rows moved to; nobody can confirm them any
 * more without starting again.
 */
const isUnconfirmedSignUp = `u.created_at < $1 and coalesce(u.email, u.phone) is not null
  and u.email_confirmed_at is null and u.phone_confirmed_at is null and u.last_sign_in_at is null and not u.is_anonymous
  and u.invited_at is null and u.password_hash is null
  and not exists (select from auth.one_time_codes c
    where c.user_id = u.id and greatest(c.code_ends_at, c.link_ends_at) > $2)`;

interface Ages {
  madeBefore: Date;
  now: Date;
}

/**
 * Deletes sign-ups that nobody confirmed, at most `limit`. Writes `auth.users`.
 *
 * @returns How many.
 */
export async function deletePendingUsers(db: Db, { madeBefore, now }: Ages, limit: number): Promise<number> {
  // Asked again of the row that is deleted: it may have been confirmed since it was chosen.
  const rows = await runSql(
    db,
    `delete from auth.users u where ${isUnconfirmedSignUp} and u.id in (
       select u.id from auth.users u
       where ${isUnconfirmedSignUp} and not exists (select from profiles p where p.id = u.id) limit $3)
     returning u.id`,
    [madeBefore, now, limit],
  );
  return rows.length;
}

/** Unconfirmed sign-ups with a profile, which earlier versions made at once. */
export async function listUnconfirmedMembers(db: Db, { madeBefore, now }: Ages, limit: number): Promise<string[]> {
  const rows = await runSql<{ id: string }>(
    db,
    `select u.id from auth.users u join user_roles r on r.user_id = u.id
     where ${isUnconfirmedSignUp} and r.role = 'user'
       and exists (select from auth.audit a where a.user_id = u.id and a.event = 'account_created' and a.actor is null)
     order by u.created_at limit $3`,
    [madeBefore, now, limit],
  );
  return rows.map(({ id }) => id);
}

/** The identity with this provider id. */
export async function findIdentity(
  db: Db,
  provider: IdentityProvider,
  providerId: string,
): Promise<IdentityRow | undefined> {
  return db
    .selectFrom("auth.identities")
    .selectAll()
    .where("provider", "=", provider)
    .where("provider_id", "=", providerId)
    .executeTakeFirst();
}

/** A user's identities, oldest first. */
export async function listIdentities(db: Db, userId: string): Promise<IdentityRow[]> {
  return db
    .selectFrom("auth.identities")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** Inserts one `auth.identities` row; false if the provider's id is already linked. */
export async function insertIdentity(
  db: Db,
  identity: Pick<IdentityRow, "id" | "user_id" | "provider" | "provider_id" | "identity_data" | "created_at">,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto("auth.identities")
    .values({ ...identity, last_sign_in_at: identity.created_at, updated_at: identity.created_at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Changes the data of an identity. Writes `auth.identities`. */
export async function updateIdentity(db: Db, id: string, set: Updateable<IdentityTable>, now: Date): Promise<void> {
  await db
    .updateTable("auth.identities")
    .set({ ...set, updated_at: now })
    .where("id", "=", id)
    .execute();
}

/** Merges into the data of the identity of this provider and user. Writes `auth.identities`. */
export async function mergeIdentityData(
  db: Db,
  userId: string,
  provider: IdentityProvider,
  data: Record<string, unknown>,
  now: Date,
): Promise<void> {
  await db
    .updateTable("auth.identities")
    .set({ identity_data: sql`identity_data || ${JSON.stringify(data)}::jsonb`, updated_at: now })
    .where("user_id", "=", userId)
    .where("provider", "=", provider)
    .execute();
}

/** Removes identities of a user: one, or all but one. Writes `auth.identities`. */
export async function deleteIdentities(
  db: Db,
  userId: string,
  which: { only: string } | { except: string },
): Promise<number> {
  const query = db.deleteFrom("auth.identities").where("user_id", "=", userId);
  const { numDeletedRows } = await (
    "only" in which ? query.where("id", "=", which.only) : query.where("id", "<>", which.except)
  ).executeTakeFirst();
  return Number(numDeletedRows);
}

/** A user's factors, oldest first. */
export async function listFactors(db: Db, userId: string): Promise<FactorRow[]> {
  return db
    .selectFrom("auth.factors")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}
