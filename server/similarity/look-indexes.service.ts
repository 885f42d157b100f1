import { hourMs } from "#contract/durations.ts";
import { type Db, type Tx, transact } from "#server/db/db.ts";
import type { AppContext } from "#server/http/context.ts";
import { cellCountFor, findCell, inSlices, learnFrom } from "./cells.ts";
import {
  activateIndex,
  countVectors,
  deletePartOfIndex,
  insertIndex,
  insertMembers,
  listIndexes,
  listUnassigned,
  type LookIndex,
  queueMoreSteps,
  listCellsToTrain,
  sampleVectors,
  saveAssigned,
  saveTraining,
} from "./look-indexes.store.ts";
import { type OutfitVector, replaceVectors } from "./vectors.store.ts";

type Site = Pick<AppContext, "db" | "clock">;

/** A space with fewer vectors is compared whole. */
const indexedMin = 2_000;
/** An index is built again once its space has so many times the vectors that it was built for. */
const growthMax = 2;
const batchVectors = 2_000;
/** Vectors that each cell learns from, on average. */
const vectorsPerCell = 40;
const assignedAtOnce = 1_000;
const deletedAtOnce = 5_000;
/** Searches of every process have noticed the new index by then. */
const retiredMs = hourMs / 6;

/**
 * Stores what an outfit's clothes look like, and makes it findable. Writes `look_vectors` and `look_cell_members`. Runs
 * in jobs of the queue 'looks' only, so that no index changes in the meantime.
 */
export async function storeVectors(tx: Tx, outfitId: string, vectors: readonly OutfitVector[]): Promise<void> {
  await replaceVectors(tx, outfitId, vectors);
  const spaces = new Set(vectors.map(({ space }) => space));
  const filled = (await listIndexes(tx)).filter(
    ({ space, state }) => spaces.has(space) && (state === "assigning" || state === "active"),
  );
  for (const index of filled) {
    const own = vectors.filter(({ space }) => space === index.space);
    await assign(
      tx,
      index,
      own.map(({ place, vector }) => ({ outfitId, place, vector })),
    );
  }
}

/**
 * Does the next step for the inverted files, a job: begins one where a space has grown, trains its cells with a batch of
 * random vectors, assigns vectors to cells, then lets it answer and deletes the previous one. Each step is one
 * transaction, so that an interruption loses at most one. Queues itself while there is more to do.
 *
 * @returns The step that was done; null if there was nothing to do.
 */
export async function maintainLookIndexes(app: Site): Promise<string | null> {
  const step = await transact(app.db, (tx) => doNextStep(tx, app.clock.now()));
  if (step !== null) await queueMoreSteps(app.db);
  return step;
}

async function doNextStep(tx: Tx, now: Date): Promise<string | null> {
  const indexes = await listIndexes(tx);
  const training = indexes.find(({ state }) => state === "training");
  if (training) return train(tx, training);
  const assigning = indexes.find(({ state }) => state === "assigning");
  if (assigning) return assignNext(tx, assigning, now);
  const leftover = indexes.find(
    ({ state, changedAt }) => state === "retired" && now.getTime() - changedAt.getTime() > retiredMs,
  );
  if (leftover) {
    await deletePartOfIndex(tx, leftover.id, deletedAtOnce);
    return "deleted";
  }
  return begin(tx, indexes, now);
}

async function begin(tx: Tx, indexes: readonly LookIndex[], now: Date): Promise<string | null> {
  for (const { space, count } of await countVectors(tx)) {
    const active = indexes.find((index) => index.space === space && index.state === "active");
    if (count < indexedMin || (active && count < growthMax * active.vectors)) continue;
    const cells = cellCountFor(count);
    const batchesLeft = Math.ceil((vectorsPerCell * cells) / batchVectors);
    const centres = await sampleVectors(tx, space, cells);
    await insertIndex(tx, { space, batchesLeft, vectors: count, changedAt: now }, centres);
    return "begun";
  }
  return null;
}

async function train(tx: Tx, index: LookIndex): Promise<string> {
  const set = await listCellsToTrain(tx, index.id);
  await learnFrom(set.cells, set.weights, await sampleVectors(tx, index.space, batchVectors));
  await saveTraining(tx, { id: index.id, batchesLeft: index.batchesLeft - 1 }, set);
  return "trained";
}

async function assignNext(tx: Tx, index: LookIndex, now: Date): Promise<string> {
  const next = await listUnassigned(tx, index, assignedAtOnce);
  const last = next.at(-1);
  if (!last) {
    await activateIndex(tx, index, now);
    return "activated";
  }
  await assign(tx, index, next);
  await saveAssigned(tx, index.id, last);
  return "assigned";
}

async function assign(
  tx: Db,
  { id }: LookIndex,
  vectors: readonly { outfitId: string; place: number; vector: Int8Array }[],
): Promise<void> {
  const { ids, cells } = await listCellsToTrain(tx, id);
  const places = await inSlices(vectors, ({ vector }) => findCell(cells, vector));
  const members = vectors.map((vector, index) => ({ ...vector, cellId: ids[places[index] ?? 0] ?? 0 }));
  await insertMembers(tx, members);
}
