import { cloth, type Fold, folds, type Surface } from "./cloth.ts";
import { darker, lighter, luminance } from "./colour.ts";
import { type Frame, type Leg, type Side, SIDES, sign } from "./frame.ts";
import { type Bottom, type Fit, isSkirt } from "./garments.ts";
import { closedPath, openPath, type Point, type RailPoint, sampleRail, towards, tube } from "./geometry.ts";
import { BUTT, dot, oval, type Page, shape, STITCHED, stroke } from "./page.ts";
import { drawSkirt } from "./skirts.ts";

export type WornBottom = { svg: string; bareLegs: boolean; hem?: number };
/** Widths of a trouser leg at the thigh, the knee and the hem. */
type Cut = readonly [thigh: number, knee: number, hem: number];

const CUTS: Readonly<Record<Fit, Cut>> = {
  slim: [97, 63, 46],
  tapered: [107, 82, 52],
  straight: [102, 79, 73],
  wide: [110, 110, 126],
  flared: [99, 68, 124],
  baggy: [116, 108, 98],
  cropped: [104, 87, 83],
};
const SHORTS: Cut = [113, 106, 108];
const LEGGINGS: Cut = [92, 57, 37];
const WAIST_Y = 586;

function cutOf(bottom: Bottom): Cut {
  if (bottom.kind === "shorts") return SHORTS;
  if (bottom.kind === "leggings") return LEGGINGS;
  return CUTS[bottom.fit ?? (bottom.kind === "joggers" ? "tapered" : "straight")];
}

function legEnd(bottom: Bottom, leg: Leg): Point {
  if (bottom.kind === "shorts") return towards(leg.hip, leg.knee, 0.82);
  if (bottom.fit === "cropped") return towards(leg.knee, leg.ankle, 0.82);
  if (bottom.kind === "leggings") return towards(leg.knee, leg.ankle, 0.95);
  const drop =
    bottom.kind === "joggers" || bottom.fit === "slim" || bottom.fit === "tapered"
      ? 8
      : bottom.fit === "wide" || bottom.fit === "flared"
        ? 42
        : 32;
  return [leg.ankle[0], leg.ankle[1] + drop];
}

type LegShape = { s: number; top: Point; knee: Point; end: Point; cut: Cut };

function legDetail(bottom: Bottom, { s, top, knee, end, cut }: LegShape): string {
  const { colour } = bottom;
  const [seam, thread] = [darker(colour, 0.42), lighter(colour, luminance(colour) < 0.07 ? 0.26 : 0.5)];
  const [thigh, kneeWidth, hem] = cut;
  const along = (part: number) =>
    openPath(
      sampleRail(
        [
          [top[0] + s * thigh * part, top[1] - 60, 1],
          [knee[0] + s * kneeWidth * part, knee[1], 1],
          [end[0] + s * hem * part, end[1], 1],
        ],
        6,
      ).map(([x, y]): Point => [x, y]),
    );
  const at = (dx: number, dy: number): Point => [knee[0] + s * dx, knee[1] + dy];
  // prettier-ignore
  const creases: Fold[] = bottom.kind === "shorts" ? [] : [
    [at(-kneeWidth * 0.42, -16), at(kneeWidth * 0.2, 6), s * 9, 4],
    [at(-kneeWidth * 0.4, 16), at(kneeWidth * 0.1, 26), s * 6, 3],
    [[end[0] - hem * 0.4, end[1] - 42], [end[0] + hem * 0.22, end[1] - 24], 7, 4],
    [[end[0] - hem * 0.36, end[1] - 74], [end[0] + hem * 0.1, end[1] - 64], 6, 3],
    [[top[0] + s * 6, top[1] + 14], [top[0] + s * 44, top[1] - 18], -6 * s, 4],
  ];
  const cargo = () => {
    const pocket = closedPath([at(6, -122), at(62, -126), at(60, -26), at(8, -24)].map(([x, y]): Point => [x, y, 1]));
    return (
      shape(pocket, seam, 0.16) +
      stroke(openPath([at(6, -98), at(62, -102)]), seam, 3, 0.5) +
      stroke(openPath([at(6, -122), at(62, -126)]), seam, 3, 0.4)
    );
  };
  const rips = () =>
    [
      [-8, 0],
      [-2, 22],
      [6, -96],
    ]
      .map(([dx = 0, dy = 0]) => {
        const [x, y] = at(dx, dy);
        return (
          oval(x, y, 22, 7, lighter(colour, 0.72), 0.95) +
          stroke(`M${x - 20} ${y - 2}h40M${x - 18} ${y + 3}h36`, "#ffffff", 1.6, 0.8)
        );
      })
      .join("");
  return [
    folds(creases, colour, bottom.kind === "leggings" ? 0.14 : 0.22),
    bottom.kind === "trousers" ? stroke(openPath([[top[0], top[1] + 20], knee, end]), seam, 2.5, 0.32) : "",
    bottom.kind === "jeans"
      ? stroke(along(0.45), thread, 2, 0.55, STITCHED) +
        oval((top[0] + knee[0]) / 2, (top[1] + knee[1]) / 2 + 30, 20, 116, thread, 0.17)
      : "",
    bottom.kind === "cargo" ? cargo() : "",
    bottom.stripe ? stroke(along(0.37), bottom.stripe, 11) : "",
    bottom.ripped ? rips() : "",
  ].join("");
}

function trouserLeg(page: Page, frame: Frame, bottom: Bottom, side: Side, surface: Surface): string {
  const leg = frame.legs[side];
  const s = sign(side);
  const bulk = 1 + frame.build.limb / 160;
  const [thigh, knee, hem] = cutOf(bottom).map((width) => width * bulk);
  const cut: Cut = [thigh ?? 0, knee ?? 0, hem ?? 0];
  const top: Point = [leg.hip[0] + s * 3, leg.hip[1]];
  const end = legEnd(bottom, leg);
  const kneeAt = bottom.kind === "shorts" ? towards(top, end, 0.5) : leg.knee;
  const rail: RailPoint[] = [
    [top[0], top[1] - 60, cut[0] * 0.86],
    [top[0], top[1] + 10, cut[0]],
    [kneeAt[0], kneeAt[1], cut[1]],
    [end[0], end[1], cut[2]],
  ];
  const detail = legDetail(bottom, { s, top, knee: kneeAt, end, cut });
  const body = cloth(page, tube(rail, {}, 8), bottom.colour, { ...surface, light: [-12, -2], shade: 0.22, detail });
  const band = (up: number, down: number, start: number, stop: number) =>
    tube([
      [end[0], end[1] - up, cut[2] * start],
      [end[0], end[1] + down, cut[2] * stop],
    ]);
  if (bottom.cuffed)
    return body + cloth(page, band(27, 4, 1.05, 1.07), lighter(bottom.colour, 0.3), { light: [-8, -2] });
  if (bottom.kind === "joggers")
    return body + cloth(page, band(24, 8, 1, 0.82), darker(bottom.colour, 0.14), { weave: "rib", light: [-6, -2] });
  return body;
}

function waistDetail(frame: Frame, bottom: Bottom): string {
  const seam = darker(bottom.colour, 0.42);
  const { waist, hip } = frame.build;
  const fly = stroke(openPath(frame.line("0,604 2,690 0,728")), seam, 2.6, 0.5);
  const pockets = [-1, 1]
    .map((s) =>
      stroke(
        openPath(frame.line(`${s * (waist - 20)},612 ${s * (waist + 2)},642 ${s * (hip + 4)},654`)),
        seam,
        3,
        0.45,
      ),
    )
    .join("");
  const [x, y] = frame.bend(0, 726);
  const creases = folds(
    [
      [[x, y], [x - 42, y - 26], 8, 4],
      [[x, y], [x + 42, y - 26], -8, 4],
    ],
    bottom.colour,
    0.25,
  );
  return bottom.kind === "leggings" ? creases : fly + pockets + creases;
}

function fastening(page: Page, frame: Frame, bottom: Bottom): string {
  const [x, y] = frame.bend(0, WAIST_Y + 19);
  if (bottom.belt) {
    const belt = openPath(
      frame.line(
        `${-frame.build.waist - 14},${WAIST_Y + 13} 0,${WAIST_Y + 21} ${frame.build.waist + 14},${WAIST_Y + 13}`,
      ),
    );
    return page.part(
      "belt",
      stroke(belt, bottom.belt, 17, 1, BUTT) +
        `<rect x="${x - 13}" y="${y - 11}" width="26" height="24" rx="4" fill="none" stroke="#d9b36a" stroke-width="5"/>`,
    );
  }
  if (bottom.kind === "leggings") return "";
  if (bottom.kind === "joggers" || bottom.kind === "shorts")
    return stroke(`M${x - 6} ${y + 3}q-8 30 -6 50M${x + 6} ${y + 3}q6 30 8 44`, "#f4f0e6", 4);
  return dot(x, y, 5.5, bottom.kind === "jeans" ? "#c9a26a" : darker(bottom.colour, 0.42));
}

function waistband(
  page: Page,
  frame: Frame,
  colour: string,
  halfWidth: number,
  height: number,
  surface: Surface,
): string {
  const outline = frame.outline(
    `0,${WAIST_Y + 7} ${halfWidth},${WAIST_Y}! ${halfWidth + 5},${WAIST_Y + height}! 0,${WAIST_Y + height + 8}`,
  );
  return cloth(page, outline, darker(colour, 0.06), { ...surface, light: [-9, -3], shade: 0.16 });
}

/** Trousers, shorts or a skirt, with their waistband; says whether legs show below. */
export function drawBottom(page: Page, frame: Frame, bottom: Bottom): WornBottom {
  const surface: Surface = {
    weave: bottom.weave ?? (bottom.kind === "jeans" ? "denim" : undefined),
    accent: bottom.accent,
    gloss: bottom.satin ?? false,
  };
  const { waist, hip } = frame.build;
  if (isSkirt(bottom)) {
    const skirt = drawSkirt(page, frame, bottom, surface);
    const band = waistband(page, frame, bottom.colour, waist + 8, 22, surface);
    return {
      svg: skirt.svg + band + skirt.front + (bottom.belt ? fastening(page, frame, bottom) : ""),
      bareLegs: true,
      hem: skirt.hem,
    };
  }
  const legs = [...SIDES]
    .reverse()
    .map((side) => trouserLeg(page, frame, bottom, side, surface))
    .join("");
  const pelvis = frame.outline(`0,${WAIST_Y + 6} ${waist + 10},${WAIST_Y}! ${hip + 6},668 ${hip + 4},712! 0,730!`);
  const seat = cloth(page, pelvis, bottom.colour, {
    ...surface,
    light: [-13, -3],
    shade: 0.12,
    detail: waistDetail(frame, bottom),
  });
  const band =
    bottom.kind === "leggings"
      ? waistband(page, frame, bottom.colour, waist + 10, 40, {})
      : waistband(page, frame, bottom.colour, waist + 12, 26, surface);
  return {
    svg: legs + seat + band + fastening(page, frame, bottom),
    bareLegs: bottom.kind === "shorts" || bottom.fit === "cropped" || bottom.kind === "leggings",
  };
}
