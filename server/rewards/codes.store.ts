import type { CodeBatch } from "#contract/reward-admin.ts";
import { type Db, runSql, type Tx } from "#server/db/db.ts";
import { authorJsonById } from "#server/members/member-sql.ts";
import type { SealedCode } from "./code-vault.ts";

/** A code ready to be stored. */
export interface NewCode extends SealedCode {
  id: string;
}

/** Lets one import or typed code after another look for duplicates, on all servers, until the transaction ends. */
export async function lockImports(tx: Tx): Promise<void> {
  await runSql(tx, "select pg_advisory_xact_lock(hashtext('gift card codes'))", []);
}

/** Those of the digests that a stored code has, as hex. */
export async function findKnownDigests(tx: Tx, digests: Buffer[]): Promise<Set<string>> {
  const rows = await runSql<{ digest: string }>(
    tx,
    "select encode(digest, 'hex') as digest from gift_card_codes where digest = any ($1::bytea[])",
    [digests],
  );
  return new Set(rows.map((row) => row.digest));
}

/** Stores an import. Writes `gift_card_batches` and `gift_card_codes`. */
export async function insertBatch(
  tx: Tx,
  batch: { id: string; rewardId: string; importedBy: string; codes: NewCode[]; now: Date },
): Promise<void> {
  const { id, rewardId, importedBy, codes, now } = batch;
  await tx
    .insertInto("gift_card_batches")
    .values({ id, reward_id: rewardId, imported_by: importedBy, codes_count: codes.length, created_at: now })
    .execute();
  await runSql(
    tx,
    `insert into gift_card_codes (id, reward_id, batch_id, key_id, sealed, digest, created_at)
     select c.id, $1, $2, c.key_id, c.sealed, c.digest, $3
     from unnest($4::uuid[], $5::text[], $6::bytea[], $7::bytea[]) c (id, key_id, sealed, digest)`,
    [
      rewardId,
      id,
      now,
      codes.map((code) => code.id),
      codes.map((code) => code.keyId),
      codes.map((code) => code.sealed),
      codes.map((code) => code.digest),
    ],
  );
}

/** Stores a code that goes to one request, or with null into the stock. Writes `gift_card_codes`. */
export async function insertCode(
  tx: Tx,
  given: { code: NewCode; rewardId: string; redemptionId: string | null; orderId: string | null; now: Date },
): Promise<void> {
  const { code, rewardId, redemptionId, orderId, now } = given;
  await tx
    .insertInto("gift_card_codes")
    .values({
      id: code.id,
      reward_id: rewardId,
      batch_id: null,
      order_id: orderId,
      key_id: code.keyId,
      sealed: code.sealed,
      digest: code.digest,
      redemption_id: redemptionId,
      used_at: redemptionId === null ? null : now,
      created_at: now,
    })
    .execute();
}

/**
 * Assigns the next code in stock to a request; false if there is none. Concurrent approvals skip
 * over each other's codes; only when no other is left do they wait for one that is locked, since it may become free, as
 * after a rotation of the keys. Writes `gift_card_codes`.
 */
export async function takeNextCode(
  tx: Tx,
  given: { rewardId: string; redemptionId: string; now: Date },
): Promise<boolean> {
  return (await takeCode(tx, given, "skip locked")) || takeCode(tx, given, "");
}

async function takeCode(
  tx: Tx,
  { rewardId, redemptionId, now }: { rewardId: string; redemptionId: string; now: Date },
  ifLocked: "skip locked" | "",
): Promise<boolean> {
  const taken = await runSql(
    tx,
    `update gift_card_codes set redemption_id = $2, used_at = $3 where id = (
       select id from gift_card_codes where reward_id = $1 and used_at is null
       order by id limit 1 for update ${ifLocked}
     ) returning id`,
    [rewardId, redemptionId, now],
  );
  return taken.length === 1;
}

/** The encrypted code of a request, or undefined. */
export async function findCodeOf(
  db: Db,
  redemptionId: string,
): Promise<{ id: string; keyId: string; sealed: Buffer } | undefined> {
  return db
    .selectFrom("gift_card_codes")
    .select(["id", "key_id as keyId", "sealed"])
    .where("redemption_id", "=", redemptionId)
    .executeTakeFirst();
}

/** The imports of a reward with their counts, newest first. */
export async function listBatches(db: Db, rewardId: string): Promise<CodeBatch[]> {
  const rows = await runSql<Omit<CodeBatch, "createdAt"> & { createdAt: Date }>(
    db,
    `select b.id, b.codes_count as "codesCount", b.created_at as "createdAt",
       count(c.id) filter (where c.used_at is not null) as "usedCount",
       count(c.id) filter (where c.used_at is null) as "inStockCount",
       ${authorJsonById("b.imported_by")} as "importedBy"
     from gift_card_batches b
     left join gift_card_codes c on c.batch_id = b.id
     where b.reward_id = $1 group by b.id order by b.created_at desc, b.id desc`,
    [rewardId],
  );
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

/** Deletes the unassigned codes of an import and returns how many. Writes `gift_card_codes`. */
export async function deleteUnusedCodes(tx: Tx, rewardId: string, batchId: string): Promise<number> {
  const removed = await runSql(
    tx,
    "delete from gift_card_codes where batch_id = $2 and reward_id = $1 and used_at is null returning id",
    [rewardId, batchId],
  );
  return removed.length;
}

/** The keys that stored codes need, with how many codes each has encrypted. */
export async function countCodesByKey(db: Db): Promise<Map<string, number>> {
  const rows = await runSql<{ keyId: string; codes: number }>(
    db,
    `select key_id as "keyId", count(*) as codes from gift_card_codes group by key_id`,
    [],
  );
  return new Map(rows.map((row) => [row.keyId, row.codes]));
}

/** Some codes that another key than `keyId` has encrypted, locked until the transaction ends. */
export async function lockCodesUnderOtherKeys(
  tx: Tx,
  keyId: string,
  limit: number,
): Promise<{ id: string; keyId: string; sealed: Buffer }[]> {
  return runSql(
    tx,
    `select id, key_id as "keyId", sealed from gift_card_codes where key_id <> $1
     order by id limit $2 for update skip locked`,
    [keyId, limit],
  );
}

/** Replaces how codes are encrypted. Writes `gift_card_codes`. */
export async function updateSealed(tx: Tx, codes: NewCode[]): Promise<void> {
  await runSql(
    tx,
    `update gift_card_codes c set key_id = n.key_id, sealed = n.sealed, digest = n.digest
     from unnest($1::uuid[], $2::text[], $3::bytea[], $4::bytea[]) n (id, key_id, sealed, digest) where c.id = n.id`,
    [
      codes.map((code) => code.id),
      codes.map((code) => code.keyId),
      codes.map((code) => code.sealed),
      codes.map((code) => code.digest),
    ],
  );
}
