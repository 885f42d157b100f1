import { darker, lighter, mix, SHADOW } from "./colour.ts";
import { box, oval, type Page, shape } from "./page.ts";
import type { Random } from "./seeded-random.ts";

// prettier-ignore
export type BackdropKind =
  | "studio" | "arch" | "door" | "brick" | "street" | "park" | "window" | "shop" | "stairs" | "court" | "dunes"
  | "library" | "curtain" | "gallery" | "sunburst" | "bubbles" | "warehouse" | "wallpaper" | "terrace" | "disc";

/** A setting: the colour of its wall, the colour that answers it, and where the ground begins. */
export type Backdrop = { kind: BackdropKind; wall: string; accent: string };

/** The stage a backdrop is painted on. Floor: height of the line between wall and ground. */
export type Stage = {
  page: Page;
  random: Random;
  width: number;
  height: number;
  floor: number;
  wall: string;
  accent: string;
};
export type Painter = (stage: Stage) => string;

export const tone = ({ wall, accent }: Stage, part: number) => mix(wall, accent, part);
export const wallAndFloor = (stage: Stage, floor = tone(stage, 0.2)) => {
  const { page, width, height, wall } = stage;
  const sky = page.paint(
    "wall",
    (id) =>
      `<linearGradient id="${id}" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${lighter(wall, 0.3)}"/><stop offset=".6" stop-color="${wall}"/><stop offset="1" stop-color="${darker(wall, 0.08)}"/></linearGradient>`,
  );
  const ground = page.paint(
    "ground",
    (id) =>
      `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${darker(floor, 0.1)}"/><stop offset=".35" stop-color="${floor}"/><stop offset="1" stop-color="${lighter(floor, 0.12)}"/></linearGradient>`,
  );
  return box(0, 0, width, height, sky) + box(0, stage.floor, width, height - stage.floor, ground);
};

/** Window light falling in slanted panes across the wall. */
export const slantedLight = ({ random, width, floor }: Stage, strength = 0.2) => {
  const left = random.between(0.1, 0.5) * width;
  const pane = (column: number, row: number) => {
    const [x, y] = [left + column * 190 + row * 26, 120 + row * 250 - column * 30];
    return shape(`M${x} ${y}l168 -28l24 222l-168 28Z`, "#fff6df", strength);
  };
  return [0, 1]
    .map((column) => [0, 1, 2].map((row) => (120 + row * 250 < floor - 260 ? pane(column, row) : "")).join(""))
    .join("");
};

/** Edges sink into shade, so that the figure stands in the light. */
export const vignette = ({ page, width, height }: Stage) => {
  const paint = page.paint(
    "vignette",
    (id) =>
      `<radialGradient id="${id}" cx=".46" cy=".42" r=".78"><stop offset=".55" stop-color="${SHADOW}" stop-opacity="0"/><stop offset="1" stop-color="${SHADOW}" stop-opacity=".2"/></radialGradient>`,
  );
  return box(0, 0, width, height, paint);
};

export const contactShadow = (x: number, y: number, reach: number) =>
  oval(x, y, reach, reach * 0.11, SHADOW, 0.2) + oval(x, y, reach * 0.62, reach * 0.07, SHADOW, 0.22);
