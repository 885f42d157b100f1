import { cloth } from "./cloth.ts";
import { darker, lighter } from "./colour.ts";
import { type Frame, type Leg, type Side, sign } from "./frame.ts";
import { type Point, type RailPoint, towards, tube } from "./geometry.ts";
import { type Page, shape, stroke } from "./page.ts";

/** An arm; under a short sleeve it starts inside the sleeve, so that no skin shows at the shoulder seam. */
export function bareArm(page: Page, frame: Frame, side: Side, skin: string, sleeved: boolean): string {
  const { shoulder, elbow, wrist } = frame.arms[side];
  const thick = frame.build.limb;
  const start: RailPoint = sleeved
    ? [...pair(towards(shoulder, elbow, 0.34)), 44 + thick]
    : [shoulder[0] - sign(side) * 12, shoulder[1] + 14, 54 + thick];
  const rail: RailPoint[] = [
    start,
    [...pair(towards(shoulder, elbow, 0.6)), 44 + thick],
    [elbow[0], elbow[1], 39 + thick * 0.8],
    [...pair(towards(elbow, wrist, 0.35)), 39 + thick * 0.7],
    [wrist[0], wrist[1], 25 + thick * 0.4],
  ];
  return cloth(page, tube(rail, { start: "round", end: "round" }), skin, { light: [-9, -2], shade: 0.15 });
}
const pair = ([x, y]: Point): [number, number] => [x, y];

const legRail = (leg: Leg, thick: number): RailPoint[] => [
  [leg.hip[0], leg.hip[1] - 14, 92 + thick * 1.6],
  [...pair(towards(leg.hip, leg.knee, 0.5)), 76 + thick * 1.3],
  [leg.knee[0], leg.knee[1], 54 + thick],
  [...pair(towards(leg.knee, leg.ankle, 0.35)), 56 + thick],
  [...pair(towards(leg.knee, leg.ankle, 0.8)), 35 + thick * 0.5],
  [leg.ankle[0], leg.ankle[1] + 6, 30 + thick * 0.4],
];

export function bareLeg(page: Page, frame: Frame, side: Side, skin: string): string {
  const leg = frame.legs[side];
  const [kneeX, kneeY] = leg.knee;
  const kneecap =
    stroke(`M${kneeX - 14} ${kneeY + 8}q12 9 26 1`, darker(skin, 0.35), 2.4, 0.3) +
    stroke(`M${kneeX - 9} ${kneeY - 14}q8 -5 18 0`, lighter(skin, 0.4), 3, 0.3);
  return cloth(page, tube(legRail(leg, frame.build.limb), { start: "round" }), skin, {
    light: [-9, -2],
    shade: 0.15,
    detail: kneecap,
  });
}

export function sock(
  page: Page,
  leg: Leg,
  look: { colour: string; long?: true; stripe?: string },
  thick: number,
): string {
  const top = towards(leg.knee, leg.ankle, look.long ? 0.24 : 0.66);
  const rail: RailPoint[] = look.long
    ? [
        [...pair(top), 60 + thick],
        [...pair(towards(leg.knee, leg.ankle, 0.5)), 54 + thick],
        [...pair(towards(leg.knee, leg.ankle, 0.85)), 38 + thick * 0.5],
        [leg.ankle[0], leg.ankle[1] + 18, 36],
      ]
    : [
        [...pair(top), 45 + thick * 0.6],
        [leg.ankle[0], leg.ankle[1] + 18, 37],
      ];
  const hoop = (part: number) => {
    const [x, y] = towards(top, leg.ankle, part);
    return look.stripe ? stroke(`M${x - 40} ${y}q40 8 80 0`, look.stripe, 8) : "";
  };
  return cloth(page, tube(rail), look.colour, {
    weave: "rib",
    light: [-8, -2],
    shade: 0.16,
    detail: hoop(0.08) + hoop(0.2),
  });
}

/** Neck and the top of the chest, as far as the deepest neckline shows. */
export function neck(page: Page, frame: Frame, skin: string, masculine: boolean): string {
  const wide = masculine ? 31 : 24;
  const outline = frame.outline(`0,262 ${wide},268 ${wide + 2},308 ${wide + 24},342 88,356 70,470 0,520`);
  const [x, y] = frame.bend(0, 290);
  const detail =
    shape(
      `M${x - wide - 4} ${y - 26}H${x + wide + 6}V${y + 32}Q${x + 4} ${y + 26} ${x - wide - 4} ${y + 4}Z`,
      "#2b1d4a",
      0.2,
    ) + stroke(`M${x - 58} ${y + 66}q30 -6 46 8M${x + 58} ${y + 66}q-30 -6 -46 8`, darker(skin, 0.4), 2.6, 0.28);
  return cloth(page, outline, skin, { shade: 0, detail });
}

/** Bare skin between a short top and the waistband. */
export function midriff(page: Page, frame: Frame, skin: string): string {
  const { waist } = frame.build;
  const outline = frame.outline(`0,480 ${waist + 18},480! ${waist + 4},560 ${waist + 6},612! 0,620`);
  const [x, y] = frame.bend(0, 574);
  return cloth(page, outline, skin, {
    light: [-10, -2],
    shade: 0.14,
    detail: stroke(`M${x} ${y - 4}v8`, darker(skin, 0.4), 3, 0.5),
  });
}
