import { cloth, type Fold, folds, type Surface } from "./cloth.ts";
import { darker, lighter } from "./colour.ts";
import { type Frame, type Side, sign } from "./frame.ts";
import { nth, type Point, type RailPoint, sampleRail, tube } from "./geometry.ts";
import type { Page } from "./page.ts";

export type Neckline =
  | "crew"
  | "v"
  | "deep-v"
  | "roll"
  | "collar"
  | "scoop"
  | "square"
  | "sweetheart"
  | "straps"
  | "halter"
  | "boat";
export type Shoulders = "full" | "sleeveless" | "bare";

const NECKLINES: Readonly<Record<Neckline, string>> = {
  crew: "0,355 24,349 42,328!",
  v: "0,432! 42,328!",
  "deep-v": "0,486! 42,328!",
  roll: "0,331 34,328!",
  collar: "0,374 20,360 36,328!",
  scoop: "0,394 32,376 54,336!",
  square: "0,394 60,394! 62,336!",
  boat: "0,352 40,347 66,336!",
  sweetheart: "0,416! 28,396 66,396!",
  straps: "0,404 34,402 62,380!",
  halter: "0,356! 26,330!",
};
/** Where straps and halter ties meet the cloth: their torso starts below the collarbone. */
const BARE: ReadonlySet<Neckline> = new Set(["sweetheart", "straps"]);

export type TorsoCut = {
  neck: Neckline;
  ease: number;
  hem: number;
  shoulders?: Shoulders;
  drop?: number;
  flare?: number;
  dip?: number;
};

/** Outline of a bodice or jumper, cut to a hem height, bent to the pose. */
export function torsoOutline(frame: Frame, cut: TorsoCut): Point[] {
  const { shoulder, waist, hip } = frame.build;
  const { ease, hem } = cut;
  const drop = cut.drop ?? 0;
  const top = BARE.has(cut.neck)
    ? `${shoulder - 12},432`
    : cut.neck === "halter"
      ? `${shoulder - 34},388 ${shoulder - 12},436`
      : cut.shoulders === "sleeveless"
        ? `${shoulder - 30},341! ${shoulder - 27},376 ${shoulder - 8 + ease * 0.5},438`
        : `${shoulder - 22 + drop * 0.5},341 ${shoulder + ease * 0.5 + drop},366 ${shoulder - 8 + ease},432`;
  const widthAt = (y: number) => hip + ease + ((cut.flare ?? 0) * (y - 600)) / 100;
  const loose = ease > 20 ? 8 : 0;
  const below =
    hem > 620
      ? `${widthAt(650)},${Math.min(hem - 30, 650)} ${widthAt(hem)},${hem}!`
      : `${waist + ease * 1.3 + 4},${hem}!`;
  return frame.outline(
    `${NECKLINES[cut.neck]} ${top} ${waist + ease * 1.3 + loose},562 ${below} 0,${hem + (cut.dip ?? 6)}`,
  );
}

/** The creases a top makes at the bust, the waist and the hem. */
export function torsoFolds(frame: Frame, hem: number): Fold[] {
  const { shoulder, waist } = frame.build;
  const crease = (from: string, bend: number, width: number): Fold => {
    const line = frame.line(from);
    return [nth(line, 0), nth(line, 1), bend, width];
  };
  return [
    crease(`${shoulder - 14},448 ${waist - 6},546`, 15, 5),
    crease(`${-shoulder + 20},450 ${-waist + 16},540`, -13, 4),
    crease(`${waist - 4},${hem - 70} 6,${hem - 34}`, -10, 4),
    crease(`${-waist + 4},${hem - 92} -14,${hem - 66}`, 8, 3),
  ];
}

export type SleeveCut = Surface & {
  /** Part of the arm covered, 0 to 1. */
  length: number;
  ease: number;
  /** Ease of the torso the sleeve is set into, where it differs. */
  setInto?: number;
  drop?: number;
  puff?: number;
  /** Width at the wrist against the sleeve's own taper. */
  cuffWidth?: number;
  ending?: "rib" | "turned" | "cuff" | "plain";
  endingColour?: string | undefined;
};

export function sleeveRail(frame: Frame, side: Side, cut: SleeveCut): RailPoint[] {
  const { elbow, wrist } = frame.arms[side];
  const [puff, drop, thick] = [cut.puff ?? 0, cut.drop ?? 0, frame.build.limb];
  const upper = 49 + thick + cut.ease * 0.95 + puff;
  const middle = 47 + thick * 0.7 + cut.ease * 1.4 + puff * 0.3;
  const end = (39 + thick * 0.4 + cut.ease * 1.1) * (cut.cuffWidth ?? 1);
  const edge = frame.build.shoulder + (cut.setInto ?? cut.ease) * 0.5 + drop;
  const start = frame.bend(sign(side) * (edge - upper * 0.5 + 9), 346 + upper * 0.5 - puff * 0.35);
  const samples = sampleRail(
    [
      [start[0], start[1], upper],
      [elbow[0], elbow[1], middle],
      [wrist[0], wrist[1], end],
    ],
    10,
  );
  const fitted = samples.map((sample, index) => setIn(sample, ARMHOLE[index] ?? 1, sign(side)));
  return fitted.slice(0, Math.max(4, Math.round((fitted.length - 1) * cut.length) + 1));
}

/** How much of its width a sleeve has near the shoulder: it is set into an armhole, not laid on the chest. */
const ARMHOLE = [0.66, 0.78, 0.88, 0.95];
function setIn([x, y, width]: RailPoint, share: number, outwards: number): RailPoint {
  return [x + ((1 - share) * width * outwards) / 2, y - (1 - share) * width * 0.3, width * share];
}

function elbowFolds(frame: Frame, side: Side, colour: string): string {
  const [x, y] = frame.arms[side].elbow;
  return folds(
    [
      [[x - 26, y - 8], [x + 20, y + 8], 10, 4],
      [[x - 18, y + 20], [x + 26, y + 2], 8, 3],
      [[x - 20, y + 52], [x + 14, y + 44], 6, 2.6],
    ],
    colour,
    0.18,
  );
}

/** The arm of a sleeve. A sharply bent one is two tubes: one tube would fold into itself at the elbow. */
function sleeveBody(
  page: Page,
  frame: Frame,
  side: Side,
  rail: readonly RailPoint[],
  colour: string,
  paint: Surface,
  length: number,
): string {
  const arm = frame.arms[side];
  if (arm.gesture !== "raised" || length < 0.6) return cloth(page, tube(rail, { start: "soft" }, 1), colour, paint);
  const elbow: RailPoint = [arm.elbow[0], arm.elbow[1], nth(rail, Math.floor(rail.length / 2))[2]];
  const upper = tube([nth(rail, 0), nth(rail, 3), elbow], { start: "soft", end: "round" }, 3);
  const lower = tube([elbow, nth(rail, -1)], { start: "round" }, 3);
  return cloth(page, upper, colour, paint) + cloth(page, lower, colour, paint);
}

type Band = { back: number; ahead: number; from: number; to: number; colour: string; surface: Surface };
function endingOf(colour: string, cut: SleeveCut): Band | null {
  const own = cut.endingColour;
  switch (cut.ending ?? "plain") {
    case "rib":
      return {
        back: 26,
        ahead: 8,
        from: 0.98,
        to: 0.8,
        colour: own ?? darker(colour, 0.12),
        surface: { weave: "rib" },
      };
    case "turned":
      return { back: 24, ahead: 0, from: 1.06, to: 1.1, colour: lighter(colour, 0.14), surface: {} };
    case "cuff":
      return {
        back: 22,
        ahead: 4,
        from: 0.94,
        to: 0.9,
        colour: own ?? colour,
        surface: { weave: cut.weave, accent: cut.accent },
      };
    case "plain":
      return null;
  }
}

/** A sleeve with its ending; its weave turns with the arm. */
export function sleeve(page: Page, frame: Frame, side: Side, colour: string, cut: SleeveCut): string {
  const rail = sleeveRail(frame, side, cut);
  const [first, before, last] = [nth(rail, 0), nth(rail, -3), nth(rail, -1)];
  const length = Math.hypot(last[0] - before[0], last[1] - before[1]) || 1;
  const [aheadX, aheadY] = [(last[0] - before[0]) / length, (last[1] - before[1]) / length];
  const turn = (-Math.atan2(last[0] - first[0], last[1] - first[1]) * 180) / Math.PI;
  const detail = (cut.detail ?? "") + (cut.length > 0.8 ? elbowFolds(frame, side, colour) : "");
  const light = [side === "right" ? -12 : -10, -3] as const;
  const body = sleeveBody(page, frame, side, rail, colour, { ...cut, turn, light, detail }, cut.length);
  const band = endingOf(colour, cut);
  if (!band) return body;
  const start: RailPoint = [last[0] - aheadX * band.back, last[1] - aheadY * band.back, last[2] * band.from];
  const end: RailPoint = [last[0] + aheadX * band.ahead, last[1] + aheadY * band.ahead, last[2] * band.to];
  return body + cloth(page, tube([start, end]), band.colour, { ...band.surface, turn, light: [-8, -2] });
}
