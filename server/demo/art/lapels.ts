import { cloth } from "./cloth.ts";
import { darker, lighter } from "./colour.ts";
import type { Frame } from "./frame.ts";
import type { Outer } from "./garments.ts";
import { openPath } from "./geometry.ts";
import type { OuterCut } from "./outer-cuts.ts";
import { type Page, stroke } from "./page.ts";

function notched(page: Page, frame: Frame, outer: Outer, gap: number, s: number, wide: number, peak: number): string {
  const seam = darker(outer.colour, 0.42);
  const roll = 556 + wide;
  const outline = frame.line(
    `${s * 36},313! ${s * (60 + wide)},350! ${s * (74 + wide)},392! ${s * (62 + wide)},404! ` +
      `${s * (86 + wide * 1.4 + peak)},${424 - peak}! ${s * (gap - 2)},${roll}! ${s * (gap - 4)},470 ${s * 30},380`,
  );
  const gorge = openPath(frame.line(`${s * (62 + wide)},404 ${s * 44},372`));
  const edge = openPath(
    frame.line(
      `${s * (74 + wide)},392! ${s * (62 + wide)},404! ${s * (86 + wide * 1.4 + peak)},${424 - peak}! ${s * (gap - 2)},${roll}!`,
    ),
  );
  return (
    cloth(page, outline, lighter(outer.colour, 0.1), {
      weave: outer.weave,
      accent: outer.accent,
      light: [-7, -4],
      shade: 0.26,
      detail: stroke(gorge, seam, 3, 0.6),
    }) + stroke(edge, seam, 2.6, 0.45)
  );
}

const shawl = (page: Page, frame: Frame, gap: number, s: number) =>
  cloth(
    page,
    frame.line(
      `${s * 36},313! ${s * 62},350 ${s * 76},420 ${s * 58},500 ${s * (gap - 2)},582! ${s * (gap - 4)},470 ${s * 30},380`,
    ),
    "#24242b",
    { light: [-7, -4], gloss: true },
  );

const foldedCollar = (page: Page, frame: Frame, outer: Outer, s: number) =>
  cloth(
    page,
    frame.line(`${s * 22},338! ${s * 40},309! ${s * 75},344! ${s * 57},393!`),
    outer.collar ?? lighter(outer.colour, 0.1),
    {
      weave: outer.collar ? undefined : outer.weave,
      accent: outer.accent,
      light: [-6, -4],
    },
  );

type Tailor = (page: Page, frame: Frame, outer: Outer, gap: number, s: number) => string;
const rib: Tailor = (page, frame, outer, _gap, s) =>
  cloth(
    page,
    frame.line(`${s * 30},346! ${s * 34},303! ${s * 53},312 ${s * 59},344! ${s * 40},382!`),
    outer.trim ?? darker(outer.colour, 0.2),
    { weave: "rib", light: [-5, -3] },
  );
const biker: Tailor = (page, frame, outer, gap, s) =>
  cloth(
    page,
    frame.line(`${s * 34},313! ${s * 74},350! ${s * 93},410! ${s * gap},484! ${s * 30},380`),
    lighter(outer.colour, 0.12),
    { light: [-6, -4], gloss: true },
  );
const stand: Tailor = (page, frame, outer, _gap, s) =>
  cloth(
    page,
    frame.line(`${s * 22},352 ${s * 30},291 ${s * 62},300 ${s * 71},350 ${s * 40},386`),
    lighter(outer.colour, 0.07),
    { light: [-8, -4] },
  );
const fold: Tailor = (page, frame, outer, _gap, s) =>
  cloth(
    page,
    frame.line(`${s * 20},360 ${s * 30},298 ${s * 70},306 ${s * 92},356 ${s * 60},400`),
    outer.collar ?? lighter(outer.colour, 0.18),
    { light: [-9, -5] },
  );

const COLLARS: Readonly<Record<OuterCut["collar"], Tailor>> = {
  rib,
  biker,
  stand,
  fold,
  lapel: (page, frame, outer, gap, s) => notched(page, frame, outer, gap, s, 0, 0),
  "wide-lapel": (page, frame, outer, gap, s) => notched(page, frame, outer, gap, s, 12, 0),
  peak: (page, frame, outer, gap, s) => notched(page, frame, outer, gap, s, 6, 12),
  shawl: (page, frame, _outer, gap, s) => shawl(page, frame, gap, s),
  shirt: (page, frame, outer, _gap, s) => foldedCollar(page, frame, outer, s),
  none: () => "",
};

/** One side of the collar of a jacket or coat. */
export const lapel = (page: Page, frame: Frame, outer: Outer, cut: OuterCut, s: number) =>
  COLLARS[cut.collar](page, frame, outer, cut.gap, s);
