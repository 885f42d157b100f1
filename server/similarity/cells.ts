import { setImmediate as nextTurn } from "node:timers/promises";
import { vectorLength } from "./vectors.ts";

/** The centres of an inverted file's cells. */
export interface Cells {
  /** `vectorLength` numbers each, in the scale of signed bytes. */
  centres: Float32Array;
  /** The squared length of each. */
  squares: Float32Array;
  count: number;
}

/** Cells with these centres, one after the other. */
export function toCells(centres: Float32Array): Cells {
  const count = centres.length / vectorLength;
  const squares = Float32Array.from({ length: count }, (_, cell) => squareOf(centres, cell));
  return { centres, squares, count };
}

function squareOf(centres: Float32Array, cell: number): number {
  const centre = centres.subarray(cell * vectorLength, (cell + 1) * vectorLength);
  return centre.reduce((sum, number) => sum + number * number, 0);
}

/**
 * The squared distance to a cell's centre, less the vector's own squared length, which all distances have in common. Four
 * sums, since the processor can add to one while it waits for another: twice as fast as one.
 */
function distanceTo({ centres, squares }: Cells, cell: number, numbers: Float32Array): number {
  const from = cell * vectorLength;
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  for (let index = 0; index < vectorLength; index += 4) {
    first += (centres[from + index] ?? 0) * (numbers[index] ?? 0);
    second += (centres[from + index + 1] ?? 0) * (numbers[index + 1] ?? 0);
    third += (centres[from + index + 2] ?? 0) * (numbers[index + 2] ?? 0);
    fourth += (centres[from + index + 3] ?? 0) * (numbers[index + 3] ?? 0);
  }
  return (squares[cell] ?? 0) - 2 * (first + second + third + fourth);
}

/** The index of the closest cell. */
export function findCell(cells: Cells, vector: Int8Array): number {
  const numbers = Float32Array.from(vector);
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let cell = 0; cell < cells.count; cell += 1) {
    const distance = distanceTo(cells, cell, numbers);
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
    const distance = distanceTo(cells, cell, numbers);
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
    cells.squares[cell] = squareOf(cells.centres, cell);
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
