import { cloth } from "./cloth.ts";
import { darker, lighter } from "./colour.ts";
import type { Frame, Side } from "./frame.ts";
import type { Outer, OuterKind } from "./garments.ts";
import { closedPath, openPath, round, tube } from "./geometry.ts";
import type { OuterCut } from "./outer-cuts.ts";
import { type Page, shape, STITCHED, stroke } from "./page.ts";
import { sleeveRail } from "./torso.ts";

type Detail = (frame: Frame, outer: Outer, cut: OuterCut, s: number) => string;
const line = (frame: Frame, text: string) => openPath(frame.line(text));
const area = (frame: Frame, text: string) => closedPath(frame.line(text));

const flapPocket: Detail = (frame, { colour }, _cut, s) =>
  stroke(line(frame, `${s * 60},620 ${s * 118},614`), darker(colour, 0.42), 5, 0.42) +
  stroke(line(frame, `${s * 60},632 ${s * 118},626`), darker(colour, 0.42), 2, 0.3);

const breastPocket: Detail = (frame, outer, _cut, s) => {
  if (s < 0)
    return outer.crest
      ? shape(area(frame, "-84,430! -52,430! -54,462 -68,480 -82,462"), outer.crest) +
          stroke(line(frame, "-76,446 -60,446") + line(frame, "-68,438 -68,468"), "#fff6e8", 3)
      : "";
  const square = outer.pocketSquare
    ? shape(area(frame, "70,450! 76,424! 88,438! 96,422! 106,446!"), outer.pocketSquare)
    : "";
  return shape(area(frame, "66,446! 107,440! 108,450! 67,456!"), darker(outer.colour, 0.42), 0.45) + square;
};

const patchPockets: Detail = (frame, { colour }, _cut, s) => {
  const seam = darker(colour, 0.42);
  return (
    shape(area(frame, `${s * 42},434! ${s * 98},434! ${s * 98},494! ${s * 42},494!`), seam, 0.14) +
    stroke(line(frame, `${s * 42},449 ${s * 98},449`), seam, 2.4, 0.5)
  );
};

const denimSeams: Detail = (frame, { colour }, cut, s) => {
  const thread = lighter(colour, 0.45);
  return (
    stroke(line(frame, `${s * 34},420 ${s * 112},424`), thread, 2.6, 0.8, STITCHED) +
    stroke(
      line(frame, `${s * 40},432! ${s * 84},432! ${s * 84},468! ${s * 62},480! ${s * 40},468! ${s * 40},432!`),
      thread,
      2.4,
      0.7,
    ) +
    stroke(line(frame, `${s * 66},486 ${s * 56},${cut.hem}`), thread, 2.2, 0.5, STITCHED)
  );
};

const slashPocket: Detail = (frame, { colour }, _cut, s) =>
  stroke(line(frame, `${s * 92},576 ${s * 70},630`), darker(colour, 0.42), 5, 0.35);

const quilting: Detail = (frame, { colour }, cut, s) => {
  const { shoulder } = frame.build;
  const rows: string[] = [];
  for (let y = 418; y < cut.hem; y += 58) {
    const seam = (dy: number) =>
      line(
        frame,
        `${s * (cut.gap - 10)},${y + dy} ${s * shoulder * 0.6},${y + 10 + dy} ${s * (shoulder + cut.ease + 20)},${y - 2 + dy}`,
      );
    rows.push(stroke(seam(0), darker(colour, 0.42), 4, 0.42), stroke(seam(8), "#ffffff", 4, 0.2));
  }
  return rows.join("");
};

const yoke: Detail = (frame, outer, _cut, s) =>
  shape(area(frame, `0,300! ${s * 220},300! ${s * 220},432! 0,470!`), outer.accent ?? darker(outer.colour, 0.3));

const bikerZips: Detail = (frame, _outer, cut, s) =>
  stroke(line(frame, `${s * (cut.gap + 26)},420 ${s * (cut.gap + 20)},${cut.hem}`), "#d8d8dc", 3, 0.8) +
  stroke(line(frame, `${s * 104},562 ${s * 62},592`), "#d8d8dc", 3, 0.7);

const stormFlap: Detail = (frame, { colour }, _cut, s) =>
  shape(area(frame, `${s * 30},376! ${s * 122},380! ${s * 116},462! ${s * 60},476!`), darker(colour, 0.42), 0.12);

const sleeveStripes: Detail = (frame, outer, cut, s) =>
  stroke(
    line(frame, `${s * (cut.gap + 70)},330 ${s * (cut.gap + 74)},500 ${s * (cut.gap + 66)},${cut.hem}`),
    outer.accent ?? "#f6f1e6",
    9,
    0.9,
  );

const fringe: Detail = (frame, { colour }, _cut, s) =>
  stroke(line(frame, `${s * 30},430 ${s * 118},424`), darker(colour, 0.4), 5, 0.6) +
  Array.from({ length: 10 }, (_, index) =>
    stroke(
      line(frame, `${s * (32 + index * 9)},430 ${s * (31 + index * 9.6)},${486 + (index % 3) * 8}`),
      darker(colour, 0.3),
      4.4,
      0.75,
    ),
  ).join("");

const border: Detail = (frame, outer, cut, s) =>
  stroke(
    line(frame, `${s * (cut.gapHem + 9)},${cut.hem} ${s * (cut.gap + 22)},600 ${s * (cut.gap + 8)},420 ${s * 42},340`),
    outer.trim ?? darker(outer.colour, 0.35),
    16,
    0.9,
  );

const vestPoint: Detail = (frame, { colour }, _cut, s) =>
  stroke(line(frame, `${s * 46},560 ${s * 78},556`), darker(colour, 0.5), 4, 0.5);

const DETAILS: Partial<Record<OuterKind, readonly Detail[]>> = {
  blazer: [flapPocket, breastPocket],
  "double-blazer": [flapPocket, breastPocket],
  tuxedo: [breastPocket],
  trench: [stormFlap, flapPocket],
  coat: [flapPocket],
  parka: [flapPocket, slashPocket],
  bomber: [slashPocket],
  varsity: [slashPocket],
  windbreaker: [yoke],
  "track-jacket": [sleeveStripes, slashPocket],
  "denim-jacket": [denimSeams],
  "cord-jacket": [patchPockets, slashPocket],
  "fringe-jacket": [fringe],
  overshirt: [patchPockets],
  "leather-jacket": [bikerZips],
  puffer: [quilting],
  gilet: [quilting],
  kimono: [border],
  waistcoat: [vestPoint],
};

/** Seams, pockets and quilting of one front panel. */
export const outerDetail: Detail = (frame, outer, cut, s) =>
  (DETAILS[outer.kind] ?? []).map((detail) => detail(frame, outer, cut, s)).join("");

export function pufferRings(frame: Frame, side: Side, colour: string): string {
  const rail = sleeveRail(frame, side, { length: 1, ease: 32, setInto: 44, drop: 14 });
  return rail
    .map(([x, y, width], index) => {
      const after = rail[index + 1];
      if (index < 3 || index % 4 !== 0 || !after) return "";
      const angle = Math.atan2(after[1] - y, after[0] - x);
      const [nx, ny, reach] = [-Math.sin(angle), Math.cos(angle), width / 2 + 4];
      const ends = [
        x + nx * reach,
        y + ny * reach,
        x + Math.cos(angle) * 12,
        y + Math.sin(angle) * 12,
        x - nx * reach,
        y - ny * reach,
      ].map(round);
      const arc = `M${ends[0]} ${ends[1]}Q${ends[2]} ${ends[3]} ${ends[4]} ${ends[5]}`;
      return stroke(arc, darker(colour, 0.42), 4, 0.42);
    })
    .join("");
}

/** The tied belt of a trench coat. */
export function beltOf(page: Page, frame: Frame, outer: Outer, cut: OuterCut): string {
  if (outer.kind !== "trench") return "";
  const reach = frame.build.waist + cut.ease * 1.3 + 6;
  const half = (s: number) => line(frame, `${s * (cut.gap + 6)},592 ${s * reach},586`);
  const [x, y] = frame.bend(40, 596);
  const tail = tube([
    [x, y, 16],
    [x + 14, y + 84, 18],
    [x + 6, y + 170, 20],
  ]);
  return (
    [-1, 1]
      .map(
        (s) => stroke(half(s), darker(outer.colour, 0.42), 22, 0.9) + stroke(half(s), lighter(outer.colour, 0.05), 16),
      )
      .join("") + cloth(page, tail, outer.colour, { light: [-5, -2] })
  );
}
