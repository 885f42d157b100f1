import { darker, lighter, luminance, SHADOW } from "./colour.ts";
import { fabricPaint } from "./fabrics.ts";
import type { Weave } from "./garments.ts";
import { closedPath, crescent, moved, type Point } from "./geometry.ts";
import { type Page, shape } from "./page.ts";

export type Surface = {
  weave?: Weave | undefined;
  accent?: string | undefined;
  /** Degrees by which the weave turns with the limb it covers. */
  turn?: number;
  /** How far the lit side reaches from the edge, away from the light at the upper left. */
  light?: readonly [dx: number, dy: number];
  /** Strength of the cast shade, 0 to 1. */
  shade?: number;
  /** Drawn on the cloth and cut to its outline: seams, folds, pockets. */
  detail?: string;
  /** Extra shine for satin and leather. */
  gloss?: boolean;
};

const EVERYWHERE = "M-1200 -900H2400V2600H-1200Z";

const volume = (page: Page) =>
  page.paint(
    "volume",
    (id) =>
      `<linearGradient id="${id}" x1="0" y1="0" x2="1" y2=".3">` +
      `<stop offset="0" stop-color="#fff6e8" stop-opacity=".16"/><stop offset=".45" stop-color="#fff6e8" stop-opacity="0"/>` +
      `<stop offset="1" stop-color="${SHADOW}" stop-opacity=".17"/></linearGradient>`,
  );

const shine = (page: Page) =>
  page.paint(
    "shine",
    (id) =>
      `<linearGradient id="${id}" x1="0" y1="0" x2="1" y2=".55">` +
      [0.05, 0.3, 0.02, 0.16, 0.02]
        .map((strength, index) => `<stop offset="${index / 4}" stop-color="#fff" stop-opacity="${strength}"/>`)
        .join("") +
      "</linearGradient>",
  );

/** One piece of cloth or skin: flat colour, textile, volume, details, then light and shade along its edges. */
export function cloth(page: Page, outline: readonly Point[], colour: string, surface: Surface = {}): string {
  const path = closedPath(outline);
  const [dx, dy] = surface.light ?? [-14, -5];
  const clip = page.id();
  const inverse = (x: number, y: number) => `${EVERYWHERE}${closedPath(moved(outline, x, y))}`;
  const layers = [
    shape(path, colour),
    surface.weave ? shape(path, fabricPaint(page, surface.weave, colour, surface.accent, surface.turn ?? 0)) : "",
    shape(path, volume(page)),
    surface.gloss ? shape(path, shine(page)) : "",
    surface.detail ?? "",
    `<path d="${inverse(dx, dy)}" fill="${SHADOW}" fill-rule="evenodd" opacity="${surface.shade ?? 0.2}"/>`,
  ];
  // Without a lit rim, black trousers against a black coat melt into one hole.
  if (luminance(colour) < 0.06 && surface.shade !== 0) {
    layers.push(`<path d="${inverse(4, 2)}" fill="#fff6e8" fill-rule="evenodd" opacity=".13"/>`);
  }
  page.trace(path);
  return `<clipPath id="${clip}"><path d="${path}"/></clipPath><g clip-path="url(#${clip})">${layers.join("")}</g>`;
}

export type Fold = readonly [from: Point, to: Point, bend: number, width: number];

/** Soft creases: each a dark leaf with a lit lip beside it. */
export function folds(list: readonly Fold[], colour: string, strength = 0.22): string {
  const [dark, lit] = [darker(colour, 0.6), lighter(colour, 0.55)];
  return list
    .map(
      ([from, to, bend, width]) =>
        shape(crescent([from[0] - 5, from[1] - 2], [to[0] - 5, to[1] - 2], bend, width * 0.7), lit, strength * 0.55) +
        shape(crescent(from, to, bend, width), dark, strength),
    )
    .join("");
}
