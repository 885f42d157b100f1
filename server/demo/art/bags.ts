import { cloth } from "./cloth.ts";
import { darker, lighter } from "./colour.ts";
import { type Frame, type Side, sign } from "./frame.ts";
import type { Bag } from "./garments.ts";
import { closedPath, openPath, type Point, points } from "./geometry.ts";
import { box, dot, type Page, shape, stroke } from "./page.ts";

/** Parts of a bag by depth: behind the body, the strap over the clothes, and what hangs in front. */
export type WornBag = { behind: string; strap: string; front: string };
const BRASS = "#d9b36a";
const at = (x: number, y: number, text: string): Point[] =>
  points(text).map(([px, py, corner]): Point => (corner ? [px + x, py + y, 1] : [px + x, py + y]));

function held(
  page: Page,
  bag: Bag,
  x: number,
  y: number,
  form: { half: number; top: number; height: number; flap: boolean },
): string {
  const { half, top, height, flap } = form;
  const dark = darker(bag.colour, 0.4);
  const handle = `M${x - half * 0.55} ${y + top}C${x - half * 0.4} ${y - 14} ${x + half * 0.4} ${y - 14} ${x + half * 0.55} ${y + top}`;
  const body = at(
    x,
    y + top,
    `${-half},-6! 0,-3 ${half},-6! ${half * 1.1},${height * 0.7} ${half},${height}! 0,${height + 7} ${-half},${height}! ${-half * 1.1},${height * 0.7}`,
  );
  const detail = flap
    ? stroke(openPath(at(x, y + top, `${-half * 1.1},34 0,56 ${half * 1.1},34`)), dark, 4, 0.6) +
      dot(x, y + top + 48, 8, bag.accent ?? BRASS)
    : bag.accent
      ? dot(x, y + top + height * 0.5, 27, bag.accent)
      : "";
  return stroke(handle, dark, 9) + cloth(page, body, bag.colour, { light: [-12, -4], detail });
}

const inHand = (page: Page, bag: Bag, x: number, y: number): string => {
  switch (bag.kind) {
    case "tote":
      return held(page, bag, x, y, { half: 74, top: 84, height: 184, flap: false });
    case "duffel":
      return (
        held(page, bag, x, y, { half: 112, top: 62, height: 112, flap: false }) +
        stroke(`M${x - 106} ${y + 84}H${x + 106}`, darker(bag.colour, 0.45), 4, 0.6)
      );
    case "satchel":
      return (
        held(page, bag, x, y, { half: 76, top: 52, height: 108, flap: true }) +
        box(x - 44, y + 60, 10, 96, darker(bag.colour, 0.4)) +
        box(x + 34, y + 60, 10, 96, darker(bag.colour, 0.4))
      );
    case "clutch":
      return cloth(page, at(x, y + 16, "-66,-4! 66,-10! 68,58! -64,62!"), bag.colour, {
        light: [-10, -4],
        gloss: true,
        detail:
          stroke(openPath(at(x, y + 16, "-66,-2 2,34 66,-8")), darker(bag.colour, 0.4), 3, 0.6) +
          dot(x + 2, y + 48, 6, bag.accent ?? BRASS),
      });
    case "basket":
      return (
        stroke(
          `M${x - 40} ${y + 60}C${x - 34} ${y - 16} ${x + 34} ${y - 16} ${x + 40} ${y + 60}`,
          darker(bag.colour, 0.3),
          8,
        ) +
        cloth(page, at(x, y + 58, "-78,0! 0,8 78,0! 62,96 0,106 -62,96"), bag.colour, {
          weave: "herringbone",
          light: [-12, -4],
        })
      );
    case "handbag":
    case "crossbody":
    case "baguette":
    case "backpack":
      return held(page, bag, x, y, { half: 56, top: 46, height: 100, flap: true });
  }
};

function crossbody(page: Page, frame: Frame, bag: Bag, s: number): WornBag {
  const dark = darker(bag.colour, 0.4);
  const [x, y] = frame.bend(s * (frame.build.hip + 16), 676);
  const [shoulderX, shoulderY] = frame.bend(-s * (frame.build.shoulder - 34), 338);
  const [midX, midY] = frame.bend(s * 12, 500);
  const body = at(x, y, "-54,-10! 0,-16 54,-10! 58,58 45,80 -45,80 -58,58");
  const flap =
    shape(closedPath(at(x, y, "-60,-14! 60,-14! 58,24 0,40 -58,24")), dark, 0.25) +
    `<rect x="${x - 9}" y="${y + 26}" width="18" height="14" rx="3" fill="${bag.accent ?? BRASS}"/>`;
  return {
    behind: "",
    strap: stroke(
      openPath([
        [shoulderX, shoulderY],
        [midX, midY],
        [x - s * 10, y],
      ]),
      dark,
      11,
    ),
    front: cloth(page, body, bag.colour, { light: [-10, -4], detail: flap }),
  };
}

function underArm(page: Page, frame: Frame, bag: Bag, s: number): WornBag {
  const [x, y] = frame.bend(s * (frame.build.shoulder + 20), 470);
  const [shoulderX, shoulderY] = frame.bend(s * (frame.build.shoulder - 36), 340);
  const body = at(x, y, "-62,0! 0,6 62,0! 70,48 46,72 -46,72 -70,48");
  const strap = stroke(
    openPath([
      [shoulderX, shoulderY],
      [x + s * 6, y - 70],
      [x + s * 44, y],
    ]),
    darker(bag.colour, 0.3),
    10,
  );
  return {
    behind: stroke(
      openPath([
        [shoulderX - s * 6, shoulderY],
        [x - s * 42, y - 40],
        [x - s * 44, y],
      ]),
      darker(bag.colour, 0.4),
      9,
    ),
    strap,
    front: cloth(page, body, bag.colour, {
      light: [-10, -4],
      gloss: true,
      detail:
        stroke(openPath(at(x, y, "-66,22 0,32 66,22")), darker(bag.colour, 0.4), 3, 0.5) +
        dot(x, y + 34, 7, bag.accent ?? BRASS),
    }),
  };
}

function backpack(page: Page, frame: Frame, bag: Bag): WornBag {
  const { shoulder } = frame.build;
  const dark = darker(bag.colour, 0.4);
  const strap = (s: number) =>
    stroke(
      openPath(frame.line(`${s * (shoulder - 30)},336 ${s * (shoulder - 34)},420 ${s * (shoulder - 6)},500`)),
      dark,
      17,
    ) +
    stroke(
      openPath(frame.line(`${s * (shoulder - 32)},340 ${s * (shoulder - 36)},420`)),
      lighter(bag.colour, 0.2),
      3,
      0.5,
    );
  return {
    behind: cloth(page, frame.outline(`0,352 ${shoulder + 18},372 ${shoulder + 28},560 0,604`), bag.colour, {
      light: [-12, -4],
    }),
    strap: strap(-1) + strap(1),
    front: "",
  };
}

/** Bags that a hand carries; the pose must let that arm hang. */
export const HAND_BAGS: ReadonlySet<Bag["kind"]> = new Set([
  "tote",
  "handbag",
  "duffel",
  "clutch",
  "satchel",
  "basket",
]);

export function wearBag(page: Page, frame: Frame, bag: Bag, side: Side): WornBag {
  if (bag.kind === "crossbody") return crossbody(page, frame, bag, sign(side));
  if (bag.kind === "baguette") return underArm(page, frame, bag, sign(side));
  if (bag.kind === "backpack") return backpack(page, frame, bag);
  const { elbow, wrist } = frame.arms[side];
  const length = Math.hypot(wrist[0] - elbow[0], wrist[1] - elbow[1]) || 1;
  const grip: Point = [
    wrist[0] + ((wrist[0] - elbow[0]) / length) * 52,
    wrist[1] + ((wrist[1] - elbow[1]) / length) * 52,
  ];
  return { behind: "", strap: "", front: inHand(page, bag, grip[0], grip[1]) };
}

/** A bag on its own, its handle at the top of the given point. */
export const bagAlone = (page: Page, bag: Bag, x: number, y: number) =>
  inHand(
    page,
    bag.kind === "backpack" || bag.kind === "crossbody" || bag.kind === "baguette"
      ? { ...bag, kind: bag.kind === "backpack" ? "satchel" : "handbag" }
      : bag,
    x,
    y,
  );
