import { sql } from "kysely";
import type { Db, Tx } from "#server/db/db.ts";

export interface StoredKey {
  kid: string;
  publicJwk: Record<string, unknown>;
  sealedPrivateJwk: Buffer;
  signsFrom: Date;
}

/** All keys of this database, the one that signs last in first place. */
export async function listStoredKeys(db: Db): Promise<StoredKey[]> {
  const rows = await db
    .selectFrom("auth.signing_keys")
    .selectAll()
    .orderBy("signs_from", "desc")
    .orderBy("kid")
    .execute();
  return rows.map((row) => ({
    kid: row.kid,
    publicJwk: row.public_jwk,
    sealedPrivateJwk: row.private_jwk,
    signsFrom: row.signs_from,
  }));
}

/** Keeps one key. Writes `auth.signing_keys`. */
export async function insertStoredKey(tx: Tx, key: StoredKey): Promise<void> {
  await tx
    .insertInto("auth.signing_keys")
    .values({
      kid: key.kid,
      public_jwk: key.publicJwk,
      private_jwk: key.sealedPrivateJwk,
      signs_from: key.signsFrom,
    })
    .execute();
}

/** Removes the keys that were followed by another before `time`. Writes `auth.signing_keys`. */
export async function deleteKeysFollowedBefore(tx: Tx, time: Date): Promise<void> {
  await sql`delete from auth.signing_keys k where exists (
    select from auth.signing_keys later where later.signs_from > k.signs_from and later.signs_from < ${time})`.execute(
    tx,
  );
}

/** Serializes key creation of servers that start at the same time, until the transaction ends. */
export async function lockSigningKeys(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('auth.signing_keys'))`.execute(tx);
}

/** Removes every key; the next start makes new ones. Writes `auth.signing_keys`. */
export async function deleteStoredKeys(tx: Tx): Promise<void> {
  await tx.deleteFrom("auth.signing_keys").execute();
}
