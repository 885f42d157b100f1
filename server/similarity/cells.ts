import { setImmediate as nextTurn } from "node:timers/promises";
import { vectorLength } from "./vectors.ts";

/** The centres of an inverted file's cells. */
export interface Cells {
  /** `vectorLength` numbers each, in the scale of signed bytes. */
  centres: Float32Array;
  count: number;
}

/** Cells with these centres, one after the other. */
export const toCells = (centres: Float32Array): Cells => ({ centres, count: centres.length / vectorLength });

/** Between two looks at whether a distance is too long already: most are after a few. */
const stride = 16;

/** The squared distance to a cell's centre; some number above `limit` if it exceeds that. */
function distanceTo({ centres }: Cells, cell: number, numbers: Float32Array, limit: number): number {
  const from = cell * vectorLength;
  let sum = 0;
  for (let start = 0; start < vectorLength && sum <= limit; start += stride) {
    for (let index = start; index < start + stride; index += 1) {
      const difference = (centres[from + index] ?? 0) - (numbers[index] ?? 0);
      sum += difference * difference;
    }
  }
  return sum;
}

/** The index of the closest cell. */
export function findCell(cells: Cells, vector: Int8Array): number {
  const numbers = Float32Array.from(vector);
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let cell = 0; cell < cells.count; cell += 1) {
    const distance = distanceTo(cells, cell, numbers, least);
    if (distance < least) [best, least] = [cell, distance];
  }
  return best;
}

/** The indexes of the closest cells, the closest first. */
export function findCells(cells: Cells, vector: Int8Array, count: number): number[] {
  const numbers = Float32Array.from(vector);
  const found: { cell: number; distance: number }[] = [];
  for (let cell = 0; cell < cells.count; cell += 1) {
    const limit = found[count - 1]?.distance ?? Number.POSITIVE_INFINITY;
    const distance = distanceTo(cells, cell, numbers, limit);
    if (distance >= limit) continue;
    // Few of thousands: to sort all of them would take longer than to compare them.
    const place = found.findIndex((other) => distance < other.distance);
    found.splice(place < 0 ? found.length : place, 0, { cell, distance });
    if (found.length > count) found.pop();
  }
  return found.map(({ cell }) => cell);
}

/**
 * How many cells suit so many vectors. Many small ones: with the same recall a search then reads far fewer vectors, which
 * costs more than comparing with the centres.
 */
export const cellCountFor = (vectors: number): number =>
  Math.round(Math.min(4_096, 8 * Math.sqrt(vectors), vectors / vectorsOfCellMin));
const vectorsOfCellMin = 16;

/**
 * Moves each centre towards those of a batch of vectors that are closest to it, one step of mini-batch k-means: the more
 * have moved a centre before, the less the next one does. Changes `weights`.
 *
 * @see https://dl.acm.org/doi/10.1145/1772690.1772862
 */
export async function learnFrom(cells: Cells, weights: Int32Array, batch: readonly Int8Array[]): Promise<void> {
  const closest = await inSlices(batch, (vector) => findCell(cells, vector));
  for (const [place, vector] of batch.entries()) {
    const cell = closest[place] ?? 0;
    const weight = (weights[cell] ?? 0) + 1;
    weights[cell] = weight;
    const from = cell * vectorLength;
    for (let index = 0; index < vectorLength; index += 1) {
      const before = cells.centres[from + index] ?? 0;
      cells.centres[from + index] = before + ((vector[index] ?? 0) - before) / weight;
    }
  }
}

/** Longer would delay requests, which share the thread. */
const sliceMs = 4;

/** Maps in slices, between which the thread serves others. */
export async function inSlices<T, R>(items: readonly T[], map: (item: T) => R): Promise<R[]> {
  const results: R[] = [];
  let from = performance.now();
  for (const item of items) {
    results.push(map(item));
    if (performance.now() - from < sliceMs) continue;
    await nextTurn();
    from = performance.now();
  }
  return results;
}
