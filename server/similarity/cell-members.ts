import { perApp } from "#server/http/per-app.ts";
import type { AppContext } from "#server/http/context.ts";
import { listCellMembers } from "./vectors.store.ts";

/** What is kept at most: the vectors of about 200,000 outfits. */
const bytesMax = 32 * 1024 * 1024;
/** A new outfit is found by its looks after this time at the latest; a deleted or hidden one never, see `keepListed`. */
const freshMs = 60_000;

/** What a search needs of the server. */
export type SearchedSite = Pick<AppContext, "pool" | "config" | "clock">;

interface Kept {
  packed: Buffer;
  readAtMs: number;
}

interface KeptCells {
  cells: Map<number, Kept>;
  bytes: number;
}

/** The members of cells that were read within the last minute, in the order in which they were read. */
const keptCellsOf = perApp<KeptCells, SearchedSite>(() => ({ cells: new Map(), bytes: 0 }));

/**
 * The vectors of these cells, packed for `rankCandidates`. Cells are read from the database at most once a minute by each
 * process: popular outfits and their neighbours share them.
 */
export async function findCellMembers(app: SearchedSite, cellIds: readonly number[]): Promise<Buffer> {
  const kept = keptCellsOf(app);
  const nowMs = app.clock.now().getTime();
  dropOldest(kept, (cell) => nowMs - cell.readAtMs >= freshMs || nowMs < cell.readAtMs);
  const found = new Map(cellIds.map((id) => [id, kept.cells.get(id)?.packed]));
  const missing = cellIds.filter((id) => found.get(id) === undefined);
  for (const { id, packed } of missing.length === 0 ? [] : await listCellMembers(app.pool, missing)) {
    found.set(id, packed);
    kept.bytes += packed.length - (kept.cells.get(id)?.packed.length ?? 0);
    // Deleted first: another request may have read it in the meantime, and a map keeps the place of a key.
    kept.cells.delete(id);
    kept.cells.set(id, { packed, readAtMs: nowMs });
  }
  dropOldest(kept, () => kept.bytes > bytesMax);
  return Buffer.concat([...found.values()].map((packed) => packed ?? Buffer.alloc(0)));
}

function dropOldest(kept: KeptCells, isToGo: (cell: Kept) => boolean): void {
  for (const [id, cell] of kept.cells) {
    if (!isToGo(cell)) return;
    kept.cells.delete(id);
    kept.bytes -= cell.packed.length;
  }
}
