/** A point of an outline; a third value of 1 keeps the corner sharp instead of rounding through it. */
export type Point = readonly [x: number, y: number, corner?: 1];
/** A point of a centre line with the width the tube has there. */
export type RailPoint = readonly [x: number, y: number, width: number];

export const round = (value: number) => Math.round(value * 10) / 10;
export const lerp = (from: number, to: number, part: number) => from + (to - from) * part;

/** Reads "10,20 30,40!" as two points, the second a corner. Outlines stay short enough to see as shapes. */
export function points(text: string): Point[] {
  return text
    .trim()
    .split(/\s+/)
    .map((word) => {
      const corner = word.endsWith("!");
      const [x = 0, y = 0] = (corner ? word.slice(0, -1) : word).split(",").map(Number);
      return corner ? [x, y, 1] : [x, y];
    });
}

export function nth<T>(items: readonly T[], index: number): T {
  const item = items[((index % items.length) + items.length) % items.length];
  if (item === undefined) throw new Error("An outline needs points");
  return item;
}
const clamped = <T>(items: readonly T[], index: number) => nth(items, Math.max(0, Math.min(items.length - 1, index)));

export const moved = (outline: readonly Point[], dx: number, dy: number): Point[] =>
  outline.map(([x, y, corner]) => (corner ? [x + dx, y + dy, 1] : [x + dx, y + dy]));
const flipped = ([x, y, corner]: Point): Point => (corner ? [-x, y, 1] : [-x, y]);
/** Closes a right half, listed from the top down, with its mirror image; points on the axis are not doubled. */
export const mirrored = (half: readonly Point[]): Point[] => [
  ...half,
  ...half
    .filter(([x]) => x !== 0)
    .map(flipped)
    .reverse(),
];
export const towards = (from: Point, to: Point, part: number): Point => [
  lerp(from[0], to[0], part),
  lerp(from[1], to[1], part),
];

function curve(before: Point, from: Point, to: Point, after: Point): string {
  const tension = 1 / 6;
  const [ax, ay] = from[2]
    ? towards(from, to, 1 / 3)
    : [from[0] + (to[0] - before[0]) * tension, from[1] + (to[1] - before[1]) * tension];
  const [bx, by] = to[2]
    ? towards(to, from, 1 / 3)
    : [to[0] - (after[0] - from[0]) * tension, to[1] - (after[1] - from[1]) * tension];
  return `C${[ax, ay, bx, by, to[0], to[1]].map(round).join(" ")}`;
}

/** SVG path data of a smooth closed outline through the points. */
export function closedPath(outline: readonly Point[]): string {
  const start = nth(outline, 0);
  const curves = outline.map((from, index) =>
    curve(nth(outline, index - 1), from, nth(outline, index + 1), nth(outline, index + 2)),
  );
  return `M${round(start[0])} ${round(start[1])}${curves.join("")}Z`;
}

/** SVG path data of a smooth open line through the points. */
export function openPath(line: readonly Point[]): string {
  const start = nth(line, 0);
  const curves = line
    .slice(0, -1)
    .map((from, index) => curve(clamped(line, index - 1), from, nth(line, index + 1), clamped(line, index + 2)));
  return `M${round(start[0])} ${round(start[1])}${curves.join("")}`;
}

const spline = (a: number, b: number, c: number, d: number, part: number) =>
  0.5 * (2 * b + (c - a) * part + (2 * a - 5 * b + 4 * c - d) * part ** 2 + (3 * b - a - 3 * c + d) * part ** 3);

/** Points at even steps along a rail, widths included, ending exactly on the last one. */
export function sampleRail(rail: readonly RailPoint[], steps: number): RailPoint[] {
  const samples: RailPoint[] = [];
  for (let index = 0; index < rail.length - 1; index += 1) {
    const [a, b] = [clamped(rail, index - 1), clamped(rail, index)];
    const [c, d] = [clamped(rail, index + 1), clamped(rail, index + 2)];
    for (let step = 0; step < steps; step += 1) {
      const part = step / steps;
      samples.push([
        spline(a[0], b[0], c[0], d[0], part),
        spline(a[1], b[1], c[1], d[1], part),
        spline(a[2], b[2], c[2], d[2], part),
      ]);
    }
  }
  return [...samples, clamped(rail, rail.length - 1)];
}

export type Caps = { start?: "round" | "soft" | "flat"; end?: "round" | "flat" };
const CAP_STEPS = 6;
/** A set-in sleeve starts flatter than a ball. */
const SOFT_BULGE = 0.62;

/** The outline of a tapered tube: limbs, sleeves, trouser legs, straps, fingers. */
export function tube(rail: readonly RailPoint[], caps: Caps = {}, steps = 5): Point[] {
  const samples = sampleRail(rail, steps);
  const last = samples.length - 1;
  const heading = (index: number): [number, number] => {
    const [fromX, fromY] = clamped(samples, index - 1);
    const [toX, toY] = clamped(samples, index + 1);
    const length = Math.hypot(toX - fromX, toY - fromY) || 1;
    return [(toX - fromX) / length, (toY - fromY) / length];
  };
  const rim = (index: number, angle: number, corner: boolean, bulge = 1): Point => {
    const [x, y, width] = clamped(samples, index);
    const [tx, ty] = heading(index);
    const [across, ahead] = [(Math.cos(angle) * width) / 2, (Math.sin(angle) * width * bulge) / 2];
    const rimX = x - ty * across + tx * ahead;
    const rimY = y + tx * across + ty * ahead;
    return corner ? [rimX, rimY, 1] : [rimX, rimY];
  };
  const isCorner = (index: number) =>
    (index === 0 && (caps.start ?? "flat") === "flat") || (index === last && caps.end !== "round");
  const arc = (index: number, from: number, bulge = 1) =>
    Array.from({ length: CAP_STEPS - 1 }, (_, step) =>
      rim(index, from + (Math.PI * (step + 1)) / CAP_STEPS, false, bulge),
    );
  const left = samples.map((_, index) => rim(index, 0, isCorner(index)));
  const right = samples.map((_, index) => rim(index, Math.PI, isCorner(index))).reverse();
  return [
    ...left,
    ...(caps.end === "round" ? arc(last, 0) : []),
    ...right,
    ...(caps.start === "round" ? arc(0, Math.PI) : []),
    ...(caps.start === "soft" ? arc(0, Math.PI, SOFT_BULGE) : []),
  ];
}

/** Path data of a thin leaf between two points: a fold in cloth, a strand of hair, a blade of grass. */
export function crescent(from: Point, to: Point, bend: number, width: number): string {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy) || 1;
  const [nx, ny] = [-dy / length, dx / length];
  const [midX, midY] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  const over = [midX + nx * (bend + width), midY + ny * (bend + width)].map(round).join(" ");
  const under = [midX + nx * (bend - width), midY + ny * (bend - width)].map(round).join(" ");
  const [start, end] = [from, to].map(([x, y]) => `${round(x)} ${round(y)}`);
  return `M${start}Q${over} ${end}Q${under} ${start}Z`;
}
