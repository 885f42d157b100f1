import { setImmediate as nextTurn } from "node:timers/promises";
import { vectorLength } from "./vectors.ts";

/** The centres of an inverted file's cells. */
export interface Cells {
  /** `vectorLength` numbers each, in the scale of signed bytes. */
  centres: Float32Array;
  /** Half of the squared length of each centre. */
  halfSquares: Float32Array;
}

/** Cells with these centres, one after the other. */
export function toCells(centres: Float32Array): Cells {
  const halfSquares = new Float32Array(centres.length / vectorLength);
  for (let cell = 0; cell < halfSquares.length; cell += 1) halfSquares[cell] = halfSquareOf(centres, cell);
  return { centres, halfSquares };
}

function halfSquareOf(centres: Float32Array, cell: number): number {
  let sum = 0;
  for (let index = 0; index < vectorLength; index += 1) sum += (centres[cell * vectorLength + index] ?? 0) ** 2;
  return sum / 2;
}

/** How close a vector is to each centre: larger is closer. The order is that of the Euclidean distance. */
function closenessTo({ centres, halfSquares }: Cells, vector: Int8Array): Float32Array {
  const closeness = new Float32Array(halfSquares.length);
  for (let cell = 0; cell < closeness.length; cell += 1) {
    let dot = 0;
    const from = cell * vectorLength;
    for (let index = 0; index < vectorLength; index += 1) dot += (centres[from + index] ?? 0) * (vector[index] ?? 0);
    closeness[cell] = dot - (halfSquares[cell] ?? 0);
  }
  return closeness;
}

/** The index of the closest cell. */
export function findCell(cells: Cells, vector: Int8Array): number {
  const closeness = closenessTo(cells, vector);
  let best = 0;
  for (let cell = 1; cell < closeness.length; cell += 1)
    if ((closeness[cell] ?? 0) > (closeness[best] ?? 0)) best = cell;
  return best;
}

/** The indexes of the closest cells, the closest first. */
export function findCells(cells: Cells, vector: Int8Array, count: number): number[] {
  const closeness = closenessTo(cells, vector);
  const order = Uint32Array.from(closeness.keys()).sort(
    (one, other) => (closeness[other] ?? 0) - (closeness[one] ?? 0),
  );
  return [...order.subarray(0, count)];
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
  for (let cell = 0; cell < cells.halfSquares.length; cell += 1) {
    cells.halfSquares[cell] = halfSquareOf(cells.centres, cell);
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
