import { cloth } from "./cloth.ts";
import { darker, lighter } from "./colour.ts";
import { type Arm, type Frame, type Leg, type Side, sign } from "./frame.ts";
import { closedPath, openPath, type Point, points, type RailPoint, towards, tube } from "./geometry.ts";
import { box, type Page, shape, stroke } from "./page.ts";

export type Prop = "coffee" | "phone";

/** Maps a hand drawn along the x axis, thumb side positive, onto the end of a forearm. */
function handSpace(arm: Arm, side: Side, scale: number) {
  const [wristX, wristY] = arm.wrist;
  const angle = Math.atan2(wristY - arm.elbow[1], wristX - arm.elbow[0]);
  const [cos, sin] = [Math.cos(angle) * scale, Math.sin(angle) * scale];
  // The thumb points to the front of the body: to the right on the left arm, to the left on the right arm.
  const thumb = -sign(side);
  const across = Math.sin(angle) >= 0 ? -thumb : thumb;
  return (x: number, y: number): Point => [wristX + cos * x - sin * y * across, wristY + sin * x + cos * y * across];
}

const FINGERS: readonly string[] = [
  "30,-11 48,-13 60,-13", "33,-5 56,-6 71,-6", "34,2 58,1 75,0", "32,9 54,8 68,5",
]; // prettier-ignore
const PALM = "-8,-10 12,-14 34,-15 40,-4 38,11 14,13 -8,10";
const THUMB = "6,6 24,17 40,18";

export function hand(page: Page, arm: Arm, side: Side, skin: string): string {
  const scale = arm.gesture === "hip" ? 0.86 : 0.96;
  const place = handSpace(arm, side, scale);
  const finger = (text: string, width: number) => {
    const rail = points(text).map(([x, y], index): RailPoint => [...pair(place(x, y)), width - index * 1.4]);
    const path = closedPath(tube(rail, { start: "round", end: "round" }, 3));
    page.trace(path);
    return shape(path, skin);
  };
  const crease = (text: string) => stroke(openPath(points(text).map(([x, y]) => place(x, y))), darker(skin, 0.32), 1.8, 0.45);
  const palm = cloth(page, points(PALM).map(([x, y]) => place(x, y)), skin, { light: [-5, -2], shade: 0.12 });
  return (
    FINGERS.map((text) => finger(text, 11.5 * scale)).join("") +
    palm +
    finger(THUMB, 12.5 * scale) +
    crease("40,-9 58,-10") + crease("40,-2 66,-3") + crease("40,6 64,4")
  );
}

/** A wrist that goes into a pocket: the pocket's edge hides the rest. */
export function pocketedHand(page: Page, arm: Arm, skin: string, pocket: string): string {
  const [x, y] = arm.wrist;
  const length = Math.hypot(x - arm.elbow[0], y - arm.elbow[1]) || 1;
  const [aheadX, aheadY] = [(x - arm.elbow[0]) / length, (y - arm.elbow[1]) / length];
  const end: Point = [x + aheadX * 24, y + aheadY * 24];
  const wrist = tube([[x - aheadX * 10, y - aheadY * 10, 25], [end[0], end[1], 33]]);
  const edge = (along: number, across: number): Point => [end[0] + aheadX * along - aheadY * across, end[1] + aheadY * along + aheadX * across];
  const lip = tube([[...pair(edge(2, -19)), 12], [...pair(edge(5, 0)), 15], [...pair(edge(2, 19)), 12]], { start: "round", end: "round" });
  return cloth(page, wrist, skin, { light: [-5, -2], shade: 0.12 }) + cloth(page, lip, pocket, { light: [-3, -6], shade: 0.14 });
}

const CUP_SLEEVE = "#b98a5e";

/** A hand lifted before the chest, around a paper cup or a phone. */
export function raisedHand(page: Page, arm: Arm, side: Side, skin: string, prop: Prop): string {
  const place = handSpace(arm, side, 1);
  const [x, y] = place(34, 0);
  const inward = -sign(side);
  const held =
    prop === "coffee"
      ? cloth(page, [[x - 21, y - 40, 1], [x + 21, y - 40, 1], [x + 16, y + 32, 1], [x - 16, y + 32, 1]], "#f7f2e8", { light: [-8, 0] }) +
        cloth(page, [[x - 20, y - 16, 1], [x + 20, y - 16, 1], [x + 17, y + 16, 1], [x - 17, y + 16, 1]], CUP_SLEEVE, { light: [-8, 0] }) +
        box(x - 24, y - 48, 48, 10, "#3a2b26")
      : `<g transform="rotate(${inward * 12} ${x} ${y})">` +
        `<rect x="${x - 19}" y="${y - 46}" width="38" height="76" rx="8" fill="#23222a"/>` +
        `<circle cx="${x - 9}" cy="${y - 36}" r="4" fill="#4b4a56"/></g>`;
  const wrapped = [-20, -8, 4, 15].map((dy, index) => {
    const rail: RailPoint[] = [[x - inward * 24, y + dy, 12], [x, y + dy + 2, 12], [x + inward * (14 - index * 2), y + dy + 3, 10]];
    const path = closedPath(tube(rail, { start: "round", end: "round" }, 3));
    page.trace(path);
    return shape(path, skin) + stroke(openPath([[x - inward * 12, y + dy + 7], [x + inward * 8, y + dy + 9]]), darker(skin, 0.32), 1.6, 0.4);
  });
  const heel = tube([[...pair(arm.wrist), 26], [x - inward * 20, y + 4, 34], [x - inward * 20, y - 12, 26]], { start: "round", end: "round" });
  return cloth(page, heel, skin, { light: [-5, -2], shade: 0.12 }) + held + wrapped.join("");
}

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
  return cloth(page, tube(legRail(leg, frame.build.limb), { start: "round" }), skin, { light: [-9, -2], shade: 0.15, detail: kneecap });
}

export function sock(page: Page, leg: Leg, look: { colour: string; long?: true; stripe?: string }, thick: number): string {
  const top = towards(leg.knee, leg.ankle, look.long ? 0.24 : 0.66);
  const rail: RailPoint[] = look.long
    ? [[...pair(top), 60 + thick], [...pair(towards(leg.knee, leg.ankle, 0.5)), 54 + thick], [...pair(towards(leg.knee, leg.ankle, 0.85)), 38 + thick * 0.5], [leg.ankle[0], leg.ankle[1] + 18, 36]]
    : [[...pair(top), 45 + thick * 0.6], [leg.ankle[0], leg.ankle[1] + 18, 37]];
  const hoop = (part: number) => {
    const [x, y] = towards(top, leg.ankle, part);
    return look.stripe ? stroke(`M${x - 40} ${y}q40 8 80 0`, look.stripe, 8) : "";
  };
  return cloth(page, tube(rail), look.colour, { weave: "rib", light: [-8, -2], shade: 0.16, detail: hoop(0.08) + hoop(0.2) });
}

/** Neck and the top of the chest, as far as the deepest neckline shows. */
export function neck(page: Page, frame: Frame, skin: string, masculine: boolean): string {
  const wide = masculine ? 31 : 24;
  const outline = frame.outline(`0,262 ${wide},268 ${wide + 2},308 ${wide + 24},342 88,356 70,470 0,520`);
  const [x, y] = frame.bend(0, 290);
  const detail =
    shape(`M${x - wide - 4} ${y - 26}H${x + wide + 6}V${y + 32}Q${x + 4} ${y + 26} ${x - wide - 4} ${y + 4}Z`, "#2b1d4a", 0.2) +
    stroke(`M${x - 58} ${y + 66}q30 -6 46 8M${x + 58} ${y + 66}q-30 -6 -46 8`, darker(skin, 0.4), 2.6, 0.28);
  return cloth(page, outline, skin, { shade: 0, detail });
}
