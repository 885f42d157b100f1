import { perApp } from "#server/http/per-app.ts";
import { createTimedCache } from "#server/lib/timed-cache.ts";
import { findCellMembers, type SearchedSite } from "./cell-members.ts";
import { findCells } from "./cells.ts";
import { type CellSet, listActiveIndexes, listCells } from "./look-indexes.store.ts";
import { type Neighbour, rankCandidates, type VectorSpace } from "./vectors.ts";
import { keepListed, listNewestVectors } from "./vectors.store.ts";

export interface NearestQuery {
  space: VectorSpace;
  vector: Int8Array;
  viewerId: string | null;
  count: number;
  /** Left out. */
  exceptId?: string;
}

/** Cells that a search reads: more find more of the true neighbours, and take longer (docs/decisions/0022-nearest-looks.md). */
const cellsRead = 20;
/** A replaced index stays longer than that, see look-indexes.service.ts. */
const indexesFreshMs = 30_000;
/** Candidates whose visibility is checked by one statement. */
const checkedAtOnce = 60;

/** The cells of each space in use; those of one index never change. */
const cellSetsOf = perApp<() => Promise<Map<VectorSpace, CellSet>>, SearchedSite>(({ pool }) => {
  const known = new Map<number, CellSet>();
  return createTimedCache(indexesFreshMs, async () => {
    const active = await listActiveIndexes(pool);
    const sets = new Map<VectorSpace, CellSet>();
    for (const { id, space } of active) sets.set(space, known.get(id) ?? (await listCells(pool, id)));
    known.clear();
    for (const { id, space } of active) {
      const set = sets.get(space);
      if (set) known.set(id, set);
    }
    return sets;
  });
});

/**
 * The listed outfits that look most similar, the most similar first, without members whom the viewer does not see in
 * lists.
 *
 * @see docs/decisions/0022-nearest-looks.md
 */
export async function findNearestLooks(
  app: SearchedSite,
  { space, vector, viewerId, count, exceptId }: NearestQuery,
): Promise<Neighbour[]> {
  const sets = await cellSetsOf(app)();
  const candidates = await readCandidates(app, space, vector, sets.get(space));
  const ranked = rankCandidates(candidates, vector);
  const found: Neighbour[] = [];
  while (found.length < count) {
    const next = takeOthers(ranked, checkedAtOnce, exceptId);
    if (next.length === 0) break;
    const listed = new Set(await keepListed(app.pool, viewerId, idsOf(next)));
    found.push(...next.filter(({ id }) => listed.has(id)));
  }
  return found.slice(0, count);
}

const idsOf = (neighbours: readonly Neighbour[]) => neighbours.map(({ id }) => id);

function takeOthers(ranked: Iterator<Neighbour>, count: number, exceptId: string | undefined): Neighbour[] {
  const taken: Neighbour[] = [];
  while (taken.length < count) {
    const { done, value } = ranked.next();
    if (done === true) break;
    if (value.id !== exceptId) taken.push(value);
  }
  return taken;
}

function readCandidates(
  app: SearchedSite,
  space: VectorSpace,
  vector: Int8Array,
  set: CellSet | undefined,
): Promise<Buffer> {
  if (!set) return listNewestVectors(app.pool, space);
  return findCellMembers(
    app,
    findCells(set.cells, vector, cellsRead).map((place) => set.ids[place] ?? 0),
  );
}
