import { type Db, type Pool, type PreparedStatement, runPrepared, runSql } from "#server/db/db.ts";
import { hiddenMemberIds } from "#server/members/member-sql.ts";
import { isLookCurrent } from "#server/outfits/outfits.service.ts";
import { toBuffer, toVector, type VectorSpace } from "./vectors.ts";

/** A vector of an outfit. */
export interface OutfitVector {
  space: VectorSpace;
  /** Sets the garments of one category apart. */
  place: number;
  vector: Int8Array;
}

/** Replaces the vectors of an outfit. Writes `look_vectors` and removes them from `look_cell_members`. */
export async function replaceVectors(tx: Db, outfitId: string, vectors: readonly OutfitVector[]): Promise<void> {
  await runSql(tx, "delete from look_vectors where outfit_id = $1", [outfitId]);
  await runSql(tx, "delete from look_cell_members where outfit_id = $1", [outfitId]);
  await runSql(
    tx,
    `insert into look_vectors (space, outfit_id, place, vector)
     select space, $1, place, vector from unnest($2::text[], $3::smallint[], $4::bytea[]) v(space, place, vector)`,
    [
      outfitId,
      vectors.map(({ space }) => space),
      vectors.map(({ place }) => place),
      vectors.map(({ vector }) => toBuffer(vector)),
    ],
  );
}

const vectorOfOutfit: PreparedStatement = {
  name: "outfit_vector",
  text: `select v.vector from look_vectors v join outfits o on o.id = v.outfit_id
    where v.space = 'outfit' and v.outfit_id = $1 and ${isLookCurrent}`,
};

/** What all clothes of an outfit's cover look like together; undefined until it is analysed, or without clothes. */
export async function findOutfitVector(pool: Pool, outfitId: string): Promise<Int8Array | undefined> {
  const [row] = await runPrepared<{ vector: Buffer }>(pool, vectorOfOutfit, [outfitId]);
  return row && toVector(row.vector);
}

/** Bounds the work of a search where many vectors are in one cell, such as thousands of copies of one picture. */
const membersOfCellMax = 400;
/** Read by a space that has no cells yet. */
const newestMax = 4_000;

// One value instead of a row for each candidate: the driver's work for a row exceeds that of comparing its vector.
const packed = "string_agg(uuid_send(outfit_id) || vector, '') as packed";
const membersOfCells: PreparedStatement = {
  name: "look_cell_members",
  text: `select c.id, m.packed from unnest($1::integer[]) c(id) cross join lateral (
      select ${packed} from (
        select outfit_id, vector from look_cell_members m where m.cell_id = c.id
        order by outfit_id desc limit ${membersOfCellMax}) m) m`,
};
const newestVectors: PreparedStatement = {
  name: "look_vectors_newest",
  text: `select ${packed} from (
      select outfit_id, vector from look_vectors where space = $1 order by outfit_id desc, place limit ${newestMax}) v`,
};

/** The vectors of each of these cells, the newest, packed for `rankCandidates`. */
export async function listCellMembers(
  pool: Pool,
  cellIds: readonly number[],
): Promise<{ id: number; packed: Buffer }[]> {
  const rows = await runPrepared<{ id: number; packed: Buffer | null }>(pool, membersOfCells, [cellIds]);
  return rows.map(({ id, packed }) => ({ id, packed: packed ?? Buffer.alloc(0) }));
}

/** The newest vectors of a space, packed for `rankCandidates`. */
export async function listNewestVectors(pool: Pool, space: VectorSpace): Promise<Buffer> {
  const [row] = await runPrepared<{ packed: Buffer | null }>(pool, newestVectors, [space]);
  return row?.packed ?? Buffer.alloc(0);
}

const listedOf: PreparedStatement = {
  name: "outfits_listed_of",
  text: `select o.id from unnest($2::uuid[]) with ordinality wanted(id, place) join outfits o on o.id = wanted.id
    where o.is_listed and ${isLookCurrent} and o.user_id <> all (${hiddenMemberIds("$1")}) order by wanted.place`,
};

/** Those of the outfits that lists show to the viewer with the cover that was seen, in the given order. */
export async function keepListed(pool: Pool, viewerId: string | null, ids: readonly string[]): Promise<string[]> {
  const rows = await runPrepared<{ id: string }>(pool, listedOf, [viewerId, ids]);
  return rows.map(({ id }) => id);
}
