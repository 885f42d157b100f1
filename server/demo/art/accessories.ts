import { cloth, folds } from "./cloth.ts";
import { darker, lighter } from "./colour.ts";
import type { Frame, Side } from "./frame.ts";
import type { Outfit, Textile } from "./garments.ts";
import { openPath, sampleRail, towards, tube } from "./geometry.ts";
import { dot, type Page, stroke } from "./page.ts";

const GOLD = "#d9ab4a";

/** A scarf wound once, one end hanging. */
export function wornScarf(page: Page, frame: Frame, scarf: Textile): string {
  const surface = { weave: scarf.weave ?? "rib", accent: scarf.accent } as const;
  const [x, y] = frame.bend(28, 360);
  const end = tube([
    [x, y, 46],
    [x + 8, y + 92, 52],
    [x + 3, y + 208, 56],
  ]);
  const fringe = [-22, -11, 0, 11, 22]
    .map((dx) => stroke(`M${x + 3 + dx} ${y + 206}v20`, darker(scarf.colour, 0.2), 4))
    .join("");
  const loop = frame.outline("0,314 44,302 64,338 38,380 0,388");
  return (
    fringe +
    cloth(page, end, darker(scarf.colour, 0.06), { ...surface, light: [-10, -3] }) +
    cloth(page, loop, scarf.colour, {
      ...surface,
      light: [-10, -5],
      detail: folds(
        [
          [[-50, 340], [20, 366], 10, 3],
          [[-40, 322], [44, 344], 12, 3],
        ],
        scarf.colour,
        0.22,
      ),
    })
  );
}

/** A jumper over the shoulders, its sleeves knotted on the chest. */
export function shoulderKnit(page: Page, frame: Frame, colour: string): string {
  const { shoulder } = frame.build;
  const half = (s: number) =>
    cloth(
      page,
      frame.line(
        `${s * 30},312 ${s * (shoulder - 8)},338 ${s * (shoulder + 14)},392 ${s * (shoulder - 30)},412 ${s * 40},386 ${s * 2},420! ${s * 8},380`,
      ),
      colour,
      { weave: "knit", light: [-10, -5] },
    );
  const [x, y] = frame.bend(0, 412);
  const sleeveEnd = (dx: number, length: number) =>
    cloth(
      page,
      tube(
        [
          [x, y, 34],
          [x + dx, y + length * 0.5, 40],
          [x + dx * 1.3, y + length, 34],
        ],
        { end: "flat" },
      ),
      colour,
      { weave: "knit", light: [-8, -3] },
    );
  return (
    half(-1) +
    half(1) +
    sleeveEnd(-26, 116) +
    sleeveEnd(24, 132) +
    cloth(
      page,
      tube(
        [
          [x - 20, y - 4, 36],
          [x + 22, y + 4, 36],
        ],
        { start: "round", end: "round" },
      ),
      lighter(colour, 0.06),
      { weave: "knit", light: [-6, -4] },
    )
  );
}

/** A shirt tied around the waist, its back hanging behind the legs. */
export function waistKnot(page: Page, frame: Frame, shirt: Textile): { behind: string; front: string } {
  const surface = { weave: shirt.weave, accent: shirt.accent } as const;
  const { waist, hip } = frame.build;
  const [x, y] = frame.bend(8, 612);
  const sleeveEnd = (dx: number, length: number) =>
    cloth(
      page,
      tube([
        [x, y, 30],
        [x + dx, y + length * 0.5, 46],
        [x + dx * 1.5, y + length, 42],
      ]),
      shirt.colour,
      { ...surface, light: [-9, -3] },
    );
  return {
    behind: cloth(
      page,
      frame.outline(`0,600 ${waist + 20},600! ${hip + 34},760 ${hip + 30},880! 0,896`),
      darker(shirt.colour, 0.18),
      { ...surface },
    ),
    front:
      sleeveEnd(-30, 190) +
      sleeveEnd(26, 210) +
      cloth(page, frame.outline(`0,602 ${waist + 19},588! ${waist + 24},630! 0,642`), shirt.colour, {
        ...surface,
        light: [-10, -4],
      }) +
      cloth(
        page,
        tube(
          [
            [x - 16, y, 38],
            [x + 18, y + 3, 38],
          ],
          { start: "round", end: "round" },
        ),
        shirt.colour,
        { ...surface, light: [-6, -4] },
      ),
  };
}

const beadsAlong = (frame: Frame, line: string, radius: number, colour: string) =>
  sampleRail(
    frame.line(line).map(([x, y]) => [x, y, 1] as const),
    6,
  )
    .map(([x, y]) => dot(x, y, radius, colour) + dot(x - 1.4, y - 1.4, radius * 0.35, "#ffffff", 0.8))
    .join("");

export function necklace(frame: Frame, kind: NonNullable<Outfit["necklace"]>): string {
  const [x, y] = frame.bend(0, 402);
  switch (kind) {
    case "pearls":
      return beadsAlong(frame, "-36,332 -20,360 0,368 20,360 36,332", 5.6, "#f8f1e4");
    case "beads":
      return (
        beadsAlong(frame, "-40,334 -34,400 0,446 34,400 40,334", 5, "#b4572f") +
        beadsAlong(frame, "-36,334 -22,372 0,386 22,372 36,334", 4, "#2f7d78")
      );
    case "chain":
      return stroke(
        openPath(frame.line("-40,334 -22,380 0,392 22,380 40,334")),
        "#c9ccd3",
        4.4,
        1,
        'stroke-dasharray="5 3"',
      );
    case "pendant":
      return (
        stroke(openPath(frame.line("-36,334 0,400 36,334")), GOLD, 2.6) +
        dot(x, y + 4, 8, GOLD) +
        dot(x - 2, y + 2, 2.4, "#ffffff", 0.8)
      );
    case "choker":
      return (
        stroke(openPath(frame.line("-27,306 0,316 27,306")), "#26242c", 7) + dot(...pair(frame, 0, 318), 5, "#c9ccd3")
      );
  }
}
const pair = (frame: Frame, x: number, y: number): [number, number] => {
  const [bx, by] = frame.bend(x, y);
  return [bx, by];
};

export function wristwatch(frame: Frame, side: Side, strap: string): string {
  const { elbow, wrist } = frame.arms[side];
  const [x, y] = towards(elbow, wrist, 0.93);
  const angle = (Math.atan2(wrist[1] - elbow[1], wrist[0] - elbow[0]) * 180) / Math.PI - 90;
  return `<g transform="translate(${x} ${y}) rotate(${angle})">${stroke("M-16 0H16", strap, 11)}${dot(0, 0, 10.5, "#c49a4a")}${dot(0, 0, 7.4, "#f9f1de")}${stroke("M0 0V-4.5M0 0h3", "#3a2b26", 1.8)}</g>`;
}

/** Earrings around the centre of the face. */
export const earrings = (colour: string) =>
  [-1, 1]
    .map((s) => `<circle cx="${s * 48}" cy="30" r="10" fill="none" stroke="${colour}" stroke-width="3.4"/>`)
    .join("");
