import { at, mean } from "./arrays.ts";
import { gridHeight, gridWidth } from "./backbone.ts";
import { type Oklab, toOklab } from "./colours.ts";
import { cellNumbers, mapHeight, mapWidth } from "./parsing-head.ts";

// A region is a list of pixel indexes of the map, row by row.
export const rowOf = (pixel: number) => Math.floor(pixel / mapWidth);
export const columnOf = (pixel: number) => pixel % mapWidth;

/** The connected parts of a region, largest first. */
export function connectedParts(region: readonly number[]): number[][] {
  const left = new Set(region);
  const parts: number[][] = [];
  for (const start of region) {
    if (!left.delete(start)) continue;
    const part: number[] = [];
    const stack = [start];
    for (let pixel = stack.pop(); pixel !== undefined; pixel = stack.pop()) {
      part.push(pixel);
      for (const neighbour of neighboursOf(pixel)) if (left.delete(neighbour)) stack.push(neighbour);
    }
    parts.push(part);
  }
  return parts.toSorted((one, other) => other.length - one.length);
}

function neighboursOf(pixel: number): number[] {
  const column = columnOf(pixel);
  return [column > 0 ? pixel - 1 : -1, column < mapWidth - 1 ? pixel + 1 : -1, pixel - mapWidth, pixel + mapWidth];
}

const erodedPixelsMin = 12;

/** The region without its outline, `times` over, as long as enough of it is left: outlines mix with what is behind. */
export function erode(region: readonly number[], times: number): number[] {
  let kept = new Set(region);
  for (let time = 0; time < times; time++) {
    const previous = kept;
    const inner = [...previous].filter((pixel) =>
      [pixel - 1, pixel + 1, pixel - mapWidth, pixel + mapWidth].every((neighbour) => previous.has(neighbour)),
    );
    if (inner.length < erodedPixelsMin) break;
    kept = new Set(inner);
  }
  return [...kept];
}

/** The colours of a region's inner pixels. `pixels` is the picture at the map's size, 3 bytes each. */
export function innerColours(region: readonly number[], pixels: Uint8Array): Oklab[] {
  return coloursOf(erode(region, region.length > 260 ? 2 : 1), pixels);
}

export function coloursOf(region: readonly number[], pixels: Uint8Array): Oklab[] {
  return region.map((pixel) => toOklab(at(pixels, pixel * 3), at(pixels, pixel * 3 + 1), at(pixels, pixel * 3 + 2)));
}

/** The grid cells that a region touches. */
export function cellsOf(region: readonly number[]): number[] {
  return [...new Set(region.map((pixel) => (rowOf(pixel) >> 1) * gridWidth + (columnOf(pixel) >> 1)))];
}

/** The average of the cells' numbers. */
export function averageCells(touched: readonly number[], cells: Float32Array): Float32Array {
  const average = new Float32Array(cellNumbers);
  for (const cell of touched) {
    for (let index = 0; index < cellNumbers; index++) {
      average[index] = at(average, index) + at(cells, cell * cellNumbers + index) / touched.length;
    }
  }
  return average;
}

/** The largest of the cells' numbers. */
export function maximumOfCells(touched: readonly number[], cells: Float32Array): Float32Array {
  const maximum = new Float32Array(cellNumbers).fill(-1e9);
  for (const cell of touched) {
    for (let index = 0; index < cellNumbers; index++) {
      maximum[index] = Math.max(at(maximum, index), at(cells, cell * cellNumbers + index));
    }
  }
  return maximum;
}

/** A region as the linear classifiers want it: average and maximum of its cells, area, height, width, fullness. */
export function describeRegion(region: readonly number[], cells: Float32Array): number[] {
  const touched = cellsOf(region);
  const columns = touched.map((cell) => cell % gridWidth);
  const rows = touched.map((cell) => Math.floor(cell / gridWidth));
  const height = (Math.max(...rows) - Math.min(...rows) + 1) / gridHeight;
  const width = (Math.max(...columns) - Math.min(...columns) + 1) / gridWidth;
  const area = touched.length / (gridWidth * gridHeight);
  return [
    ...averageCells(touched, cells),
    ...maximumOfCells(touched, cells),
    area * 4,
    height * 2,
    width * 2,
    (area / (height * width)) * 2,
  ];
}

/** The box around a region without stray pixels, as fractions of the map. */
export function boxOf(region: readonly number[]): { x: number; y: number; width: number; height: number } {
  const columns = region.map(columnOf).toSorted((a, b) => a - b);
  const rows = region.map(rowOf).toSorted((a, b) => a - b);
  const stray = Math.floor(region.length * 0.01);
  const x = at(columns, stray) / mapWidth;
  const y = at(rows, stray) / mapHeight;
  return {
    x,
    y,
    width: (at(columns, columns.length - 1 - stray) + 1) / mapWidth - x,
    height: (at(rows, rows.length - 1 - stray) + 1) / mapHeight - y,
  };
}

/** The pixel of a region that is nearest to its middle, which may itself be next to it, as fractions of the map. */
export function anchorOf(region: readonly number[]): { x: number; y: number } {
  const middleColumn = mean(region.map(columnOf));
  const middleRow = mean(region.map(rowOf));
  let nearest = region[0] ?? 0;
  let least = Infinity;
  for (const pixel of region) {
    const distance = Math.hypot(columnOf(pixel) - middleColumn, rowOf(pixel) - middleRow);
    if (distance < least) [nearest, least] = [pixel, distance];
  }
  return { x: (columnOf(nearest) + 0.5) / mapWidth, y: (rowOf(nearest) + 0.5) / mapHeight };
}
