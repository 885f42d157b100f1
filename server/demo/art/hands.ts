import { cloth } from "./cloth.ts";
import { darker } from "./colour.ts";
import { type Arm, type Side, sign } from "./frame.ts";
import { closedPath, moved, openPath, type Point, points, type RailPoint, round, tube } from "./geometry.ts";
import { box, dot, type Page, type Part, shape, stroke } from "./page.ts";

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

// prettier-ignore
const FINGERS: readonly string[] = [
  "30,-11 48,-13 60,-13", "33,-5 56,-6 71,-6", "34,2 58,1 75,0", "32,9 54,8 68,5",
];
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
  const crease = (text: string) =>
    stroke(openPath(points(text).map(([x, y]) => place(x, y))), darker(skin, 0.32), 1.8, 0.45);
  const palm = cloth(
    page,
    points(PALM).map(([x, y]) => place(x, y)),
    skin,
    { light: [-5, -2], shade: 0.12 },
  );
  return (
    FINGERS.map((text) => finger(text, 11.5 * scale)).join("") +
    palm +
    finger(THUMB, 12.5 * scale) +
    crease("40,-9 58,-10") +
    crease("40,-2 66,-3") +
    crease("40,6 64,4")
  );
}

/** A wrist that goes into a pocket: the pocket's edge hides the rest. */
export function pocketedHand(page: Page, arm: Arm, skin: string, pocket: { colour: string; part: Part }): string {
  const [x, y] = arm.wrist;
  const length = Math.hypot(x - arm.elbow[0], y - arm.elbow[1]) || 1;
  const [aheadX, aheadY] = [(x - arm.elbow[0]) / length, (y - arm.elbow[1]) / length];
  const end: Point = [x + aheadX * 24, y + aheadY * 24];
  const wrist = tube([
    [x - aheadX * 10, y - aheadY * 10, 25],
    [end[0], end[1], 33],
  ]);
  const edge = (along: number, across: number): Point => [
    end[0] + aheadX * along - aheadY * across,
    end[1] + aheadY * along + aheadX * across,
  ];
  const lip = tube(
    [
      [...pair(edge(2, -19)), 12],
      [...pair(edge(5, 0)), 15],
      [...pair(edge(2, 19)), 12],
    ],
    { start: "round", end: "round" },
  );
  return (
    cloth(page, wrist, skin, { light: [-5, -2], shade: 0.12 }) +
    page.part(pocket.part, cloth(page, lip, pocket.colour, { light: [-3, -6], shade: 0.14 }))
  );
}

const CUP_SLEEVE = "#b98a5e";

function heldProp(page: Page, prop: Prop, x: number, y: number, inward: number): string {
  if (prop === "phone") {
    return (
      `<g transform="rotate(${inward * 12} ${round(x)} ${round(y)})">` +
      `<rect x="${round(x - 19)}" y="${round(y - 46)}" width="38" height="76" rx="8" fill="#23222a"/>${dot(x - 9, y - 36, 4, "#4b4a56")}</g>`
    );
  }
  const at = (outline: string) => moved(points(outline), x, y);
  return (
    cloth(page, at("-21,-40! 21,-40! 16,32! -16,32!"), "#f7f2e8", { light: [-8, 0] }) +
    cloth(page, at("-20,-16! 20,-16! 17,16! -17,16!"), CUP_SLEEVE, { light: [-8, 0] }) +
    box(x - 24, y - 48, 48, 10, "#3a2b26")
  );
}

/** A hand lifted before the chest, around a paper cup or a phone. */
export function raisedHand(page: Page, arm: Arm, side: Side, skin: string, prop: Prop): string {
  const [x, y] = handSpace(arm, side, 1)(34, 0);
  const inward = -sign(side);
  const finger = (dy: number, index: number) => {
    const tip = inward * (14 - index * 2);
    const outline = closedPath(
      tube(rail(`${-inward * 24},${dy},12 0,${dy + 2},12 ${tip},${dy + 3},10`, x, y), ROUND, 3),
    );
    const crease = openPath(moved(points(`${-inward * 12},${dy + 7} ${inward * 8},${dy + 9}`), x, y));
    page.trace(outline);
    return shape(outline, skin) + stroke(crease, darker(skin, 0.32), 1.6, 0.4);
  };
  const palm = tube([[...pair(arm.wrist), 26], ...rail(`${-inward * 20},4,34 ${-inward * 20},-12,26`, x, y)], ROUND);
  return (
    cloth(page, palm, skin, { light: [-5, -2], shade: 0.12 }) +
    page.part("background", heldProp(page, prop, x, y, inward)) +
    [-20, -8, 4, 15].map(finger).join("")
  );
}

const ROUND = { start: "round", end: "round" } as const;
const pair = ([x, y]: Point): [number, number] => [x, y];
const rail = (text: string, x: number, y: number): RailPoint[] =>
  text.split(" ").map((word) => {
    const [dx = 0, dy = 0, width = 0] = word.split(",").map(Number);
    return [x + dx, y + dy, width];
  });
