import { type Db, type Pool, runSql } from "#server/db/db.ts";
import { type Cells, toCells } from "./cells.ts";
import { toBuffer, toVector, vectorLength, type VectorSpace } from "./vectors.ts";

/** An inverted file over the vectors of a space, see docs/decisions/0022-nearest-looks.md. */
export interface LookIndex {
  id: number;
  space: VectorSpace;
  state: "training" | "assigning" | "active" | "retired";
  batchesLeft: number;
  assignedOutfitId: string | null;
  assignedPlace: number | null;
  /** As many as the space had when this was begun. */
  vectors: number;
  changedAt: Date;
}

/** The cells of an index, and their ids in the same order. */
export interface CellSet {
  ids: number[];
  cells: Cells;
}

/** A vector of the space that an index is about. */
export interface StoredVector {
  outfitId: string;
  place: number;
  vector: Int8Array;
}

const indexColumns = `id, space, state, batches_left as "batchesLeft", assigned_outfit_id as "assignedOutfitId",
  assigned_place as "assignedPlace", vectors, changed_at as "changedAt"`;

/** All indexes, oldest first. */
export function listIndexes(db: Db): Promise<LookIndex[]> {
  return runSql<LookIndex>(db, `select ${indexColumns} from look_indexes order by id`, []);
}

/** The index of each space that answers searches. */
export async function listActiveIndexes(pool: Pool): Promise<{ id: number; space: VectorSpace }[]> {
  const { rows } = await pool.query<{ id: number; space: VectorSpace }>(
    "select id, space from look_indexes where state = 'active'",
  );
  return rows;
}

interface CellRow {
  id: number;
  centroid: Buffer;
  weight: number;
}
const cellsOfIndex = "select id, centroid, weight from look_cells where index_id = $1 order by id";

function toCellSet(rows: readonly CellRow[]): CellSet {
  const centres = new Float32Array(rows.length * vectorLength);
  for (const [place, { centroid }] of rows.entries())
    for (let index = 0; index < vectorLength; index += 1)
      centres[place * vectorLength + index] = centroid.readFloatLE(index * Float32Array.BYTES_PER_ELEMENT);
  return { ids: rows.map(({ id }) => id), cells: toCells(centres) };
}

/** The cells of an index. */
export async function listCells(pool: Pool, indexId: number): Promise<CellSet> {
  const { rows } = await pool.query<CellRow>(cellsOfIndex, [indexId]);
  return toCellSet(rows);
}

/** The cells of an index with how many vectors have moved each, for training and assigning. */
export async function listCellsToTrain(tx: Db, indexId: number): Promise<CellSet & { weights: Int32Array }> {
  const rows = await runSql<CellRow>(tx, cellsOfIndex, [indexId]);
  return { ...toCellSet(rows), weights: Int32Array.from(rows, ({ weight }) => weight) };
}

/** How many vectors each space has. */
export function countVectors(db: Db): Promise<{ space: VectorSpace; count: number }[]> {
  return runSql(db, "select space, count(*)::int as count from look_vectors group by space order by space", []);
}

/** Random vectors of a space. */
export async function sampleVectors(db: Db, space: VectorSpace, count: number): Promise<Int8Array[]> {
  const rows = await runSql<{ vector: Buffer }>(
    db,
    "select vector from look_vectors where space = $1 order by random() limit $2",
    [space, count],
  );
  return rows.map(({ vector }) => toVector(vector));
}

/** Begins an index whose cells have these centres. Writes `look_indexes` and `look_cells`. */
export async function insertIndex(
  tx: Db,
  index: Pick<LookIndex, "space" | "batchesLeft" | "vectors" | "changedAt">,
  centres: readonly Int8Array[],
): Promise<void> {
  const [row] = await runSql<{ id: number }>(
    tx,
    `insert into look_indexes (space, state, batches_left, vectors, changed_at)
     values ($1, 'training', $2, $3, $4) returning id`,
    [index.space, index.batchesLeft, index.vectors, index.changedAt],
  );
  await runSql(
    tx,
    "insert into look_cells (index_id, centroid, weight) select $1, centroid, 0 from unnest($2::bytea[]) c(centroid)",
    [row?.id, centres.map((centre) => toBuffer(Float32Array.from(centre)))],
  );
}

/** Stores the cells after a batch of training, and how much is left. Writes `look_cells` and `look_indexes`. */
export async function saveTraining(
  tx: Db,
  { id, batchesLeft }: Pick<LookIndex, "id" | "batchesLeft">,
  { ids, cells, weights }: CellSet & { weights: Int32Array },
): Promise<void> {
  const centreOf = (place: number) => cells.centres.subarray(place * vectorLength, (place + 1) * vectorLength);
  await runSql(
    tx,
    `update look_cells c set centroid = n.centroid, weight = n.weight
     from unnest($1::integer[], $2::bytea[], $3::integer[]) n(id, centroid, weight) where c.id = n.id`,
    [ids, ids.map((_id, place) => toBuffer(centreOf(place))), [...weights]],
  );
  await runSql(
    tx,
    "update look_indexes set batches_left = $2, state = case when $2 = 0 then 'assigning' else state end where id = $1",
    [id, batchesLeft],
  );
}

/** The next vectors of the index's space that have no cell of it yet. */
export async function listUnassigned(tx: Db, index: LookIndex, count: number): Promise<StoredVector[]> {
  const rows = await runSql<{ outfitId: string; place: number; vector: Buffer }>(
    tx,
    `select outfit_id as "outfitId", place, vector from look_vectors
     where space = $1 and (outfit_id, place) > (coalesce($2::uuid, '00000000-0000-0000-0000-000000000000'), coalesce($3::smallint, -1))
     order by outfit_id, place limit $4`,
    [index.space, index.assignedOutfitId, index.assignedPlace, count],
  );
  return rows.map(({ vector, ...row }) => ({ ...row, vector: toVector(vector) }));
}

/** Puts vectors into cells, except those of outfits that are being deleted. Writes `look_cell_members`. */
export async function insertMembers(tx: Db, members: readonly (StoredVector & { cellId: number })[]): Promise<void> {
  await runSql(
    tx,
    `insert into look_cell_members (cell_id, outfit_id, place, vector)
     select m.cell_id, m.outfit_id, m.place, m.vector
     from unnest($1::integer[], $2::uuid[], $3::smallint[], $4::bytea[]) m(cell_id, outfit_id, place, vector)
     join outfits o on o.id = m.outfit_id for key share of o
     on conflict do nothing`,
    [
      members.map(({ cellId }) => cellId),
      members.map(({ outfitId }) => outfitId),
      members.map(({ place }) => place),
      members.map(({ vector }) => toBuffer(vector)),
    ],
  );
}

/** Notes how far the vectors are assigned. Writes `look_indexes`. */
export async function saveAssigned(tx: Db, indexId: number, { outfitId, place }: StoredVector): Promise<void> {
  await runSql(tx, "update look_indexes set assigned_outfit_id = $2, assigned_place = $3 where id = $1", [
    indexId,
    outfitId,
    place,
  ]);
}

/** Makes an index the one that answers, instead of the previous one of its space. Writes `look_indexes`. */
export async function activateIndex(tx: Db, { id, space }: LookIndex, now: Date): Promise<void> {
  await runSql(tx, "update look_indexes set state = 'retired', changed_at = $2 where space = $1 and state = 'active'", [
    space,
    now,
  ]);
  await runSql(tx, "update look_indexes set state = 'active', changed_at = $2 where id = $1", [id, now]);
}

/**
 * Deletes a part of an index that answers no more, and the index once it is empty. Writes `look_cell_members`,
 * `look_cells`, `look_indexes`.
 *
 * @returns Whether nothing of it is left.
 */
export async function deletePartOfIndex(tx: Db, indexId: number, membersMax: number): Promise<boolean> {
  const deleted = await runSql(
    tx,
    `delete from look_cell_members m using (
       select m.cell_id, m.outfit_id, m.place from look_cells c join look_cell_members m on m.cell_id = c.id
       where c.index_id = $1 limit $2) d
     where m.cell_id = d.cell_id and m.outfit_id = d.outfit_id and m.place = d.place returning 1`,
    [indexId, membersMax],
  );
  if (deleted.length > 0) return false;
  await runSql(tx, "delete from look_cells where index_id = $1", [indexId]);
  await runSql(tx, "delete from look_indexes where id = $1", [indexId]);
  return true;
}

/** Queues the next step for the indexes. Jobs of this queue, which also writes vectors, run one after the other. */
export async function queueMoreSteps(db: Db): Promise<void> {
  await runSql(
    db,
    `select graphile_worker.add_job('maintainLookIndexes', queue_name := 'looks', job_key := 'maintainLookIndexes',
       max_attempts := 3)`,
    [],
  );
}
