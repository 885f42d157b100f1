import { darker, lighter, luminance } from "./colour.ts";
import { box, shape, stroke } from "./page.ts";

/** What a textile is drawn with: its ground colour and the colour of its figure. */
export type Ink = { ground: string; figure: string };
/** One repeat of a textile, in picture units. */
export type Tile = { width: number; height: number; body: string; turn?: number };
export type Weaver = (ink: Ink) => Tile;

const bands =
  (width: number, height: number, bars: readonly (readonly [x: number, size: number, opacity: number])[]) =>
  (ink: Ink): Tile => ({
    width,
    height,
    body: bars.map(([x, size, opacity]) => box(x, 0, size, height, ink.figure, opacity)).join(""),
  });

const hoops =
  (height: number, thick: number): Weaver =>
  (ink) => ({
    width: 400,
    height,
    body: box(0, 0, 400, thick, ink.figure),
  });

const crossed =
  (size: number, bar: number, opacity: number, thin?: (ink: Ink) => string): Weaver =>
  (ink) => ({
    width: size,
    height: size,
    body:
      box(0, 0, bar, size, ink.figure, opacity) + box(0, 0, size, bar, ink.figure, opacity) + (thin ? thin(ink) : ""),
  });

const hairlines = (size: number, at: number, opacity: number, colour: (ink: Ink) => string) => (ink: Ink) =>
  box(at, 0, 3, size, colour(ink), opacity) + box(0, at, size, 3, colour(ink), opacity);

/** Textiles that come off a loom or needles: stripes, checks, knits. */
export const WEAVES = {
  stripes: hoops(34, 13),
  "wide-stripes": hoops(96, 44),
  pinstripe: bands(26, 40, [[0, 2.4, 0.55]]),
  "shirt-stripe": bands(17, 40, [[0, 5, 0.7]]),
  check: crossed(
    66,
    30,
    0.42,
    hairlines(66, 46, 0.6, (ink) => lighter(ink.ground, 0.5)),
  ),
  tartan: crossed(
    92,
    40,
    0.5,
    (ink) =>
      hairlines(92, 62, 0.75, () => lighter(ink.ground, 0.75))(ink) + hairlines(92, 18, 0.6, () => "#1c1822")(ink),
  ),
  glen: crossed(
    54,
    20,
    0.22,
    hairlines(54, 34, 0.4, (ink) => ink.figure),
  ),
  gingham: crossed(36, 18, 0.5),
  houndstooth: (ink) => ({
    width: 32,
    height: 32,
    body: shape("M0 0H16V8L24 0H32L16 16V32H8L16 24V16H8L0 24V16L8 8H0Z", ink.figure, 0.85),
  }),
  argyle: (ink) => ({
    width: 76,
    height: 118,
    body:
      shape("M38 0L76 59L38 118L0 59Z", ink.figure, 0.85) +
      stroke("M0 0L76 118M76 0L0 118", lighter(ink.ground, 0.6), 2, 0.7, 'stroke-dasharray="6 5"'),
  }),
  denim: (ink) => ({
    width: 6,
    height: 6,
    turn: 32,
    // Dark denim shows its light threads less, or it looks like pinstripes.
    body:
      box(0, 0, 1.6, 6, lighter(ink.ground, luminance(ink.ground) < 0.08 ? 0.16 : 0.36), 0.24) +
      box(3.4, 0, 1, 6, darker(ink.ground, 0.4), 0.18),
  }),
  knit: (ink) => ({
    width: 16,
    height: 18,
    body: stroke("M1 2Q4 10 8 15Q12 10 15 2", darker(ink.ground, 0.34), 2.4, 0.42),
  }),
  cable: (ink) => ({
    width: 74,
    height: 60,
    body:
      stroke("M14 0C40 18 40 42 14 60M38 0C12 18 12 42 38 60", darker(ink.ground, 0.36), 4.5, 0.42) +
      stroke("M16 -2C42 16 42 40 16 58", lighter(ink.ground, 0.5), 2, 0.4) +
      stroke("M56 0V60M66 0V60", darker(ink.ground, 0.34), 2.5, 0.3),
  }),
  rib: (ink) => ({ width: 11, height: 40, body: box(0, 0, 3, 40, darker(ink.ground, 0.32), 0.38) }),
  cord: (ink) => ({
    width: 13,
    height: 40,
    body: box(0, 0, 4, 40, darker(ink.ground, 0.38), 0.4) + box(8, 0, 2, 40, lighter(ink.ground, 0.3), 0.35),
  }),
  tweed: (ink) => ({
    width: 24,
    height: 24,
    body:
      stroke("M2 5l5 4M13 3l4 4M5 15l4 5M17 14l4 4", darker(ink.ground, 0.45), 2.4, 0.45) +
      stroke("M10 10l4 3M20 6l3 3M1 20l3 2", lighter(ink.ground, 0.55), 2.2, 0.5) +
      stroke("M14 20l3 2", ink.figure, 2.6, 0.8),
  }),
  herringbone: (ink) => ({
    width: 28,
    height: 16,
    body: stroke("M0 0L14 14L28 0M0 8L14 22L28 8M0 -8L14 6L28 -8", darker(ink.ground, 0.4), 2.4, 0.42),
  }),
  crochet: (ink) => ({
    width: 46,
    height: 46,
    body:
      stroke("M23 6a17 17 0 1 0 .1 0M23 14v18M14 23h18", darker(ink.ground, 0.45), 3, 0.42) +
      stroke("M0 0l8 8M46 0l-8 8M0 46l8 -8M46 46l-8 -8", darker(ink.ground, 0.45), 3, 0.4),
  }),
  quilted: (ink) => ({
    width: 56,
    height: 56,
    body:
      stroke("M0 28L28 0L56 28L28 56Z", darker(ink.ground, 0.45), 3, 0.45) +
      stroke("M2 30L28 4", lighter(ink.ground, 0.5), 2, 0.3),
  }),
  "fair-isle": (ink) => ({
    width: 60,
    height: 132,
    body:
      shape("M0 14L15 0L30 14L45 0L60 14V22L45 8L30 22L15 8L0 22Z", ink.figure) +
      shape("M30 40l9 9l-9 9l-9 -9ZM0 40l9 9l-9 9ZM60 40l-9 9l9 9Z", lighter(ink.ground, 0.75)) +
      box(0, 70, 60, 7, ink.figure) +
      shape("M8 92h8v8h-8zM38 92h8v8h-8zM23 104h8v8h-8zM53 104h7v8h-7z", lighter(ink.ground, 0.6)),
  }),
} satisfies Record<string, Weaver>;
