import { cloth, type Fold, folds } from "./cloth.ts";
import { darker } from "./colour.ts";
import type { Frame, Side } from "./frame.ts";
import type { Outer } from "./garments.ts";
import { closedPath, nth, openPath, type Point } from "./geometry.ts";
import { OUTER_CUTS, type OuterCut } from "./outer-cuts.ts";
import { beltOf, outerDetail, pufferRings } from "./outerwear-detail.ts";
import { lapel } from "./lapels.ts";
import { dot, type Page, shape, stroke } from "./page.ts";
import { sleeve } from "./torso.ts";

/** One front panel, from the neck to the hem, with its open edge curving away from the centre. */
function panel(frame: Frame, s: number, cut: OuterCut): Point[] {
  const { shoulder, waist, hip } = frame.build;
  const { ease, hem, gap, gapHem } = cut;
  const sleeveless = cut.ending === "none";
  const widthAt = (y: number) => hip + ease + ((cut.flare ?? 3) * (y - 600)) / 44;
  const shoulderLine = sleeveless
    ? `${s * (shoulder - 16)},340! ${s * (shoulder - 12)},378 ${s * (shoulder - 4 + ease)},446`
    : `${s * (shoulder - 18)},340 ${s * (shoulder + ease * 0.5 + 6)},366 ${s * (shoulder - 6 + ease)},440`;
  const side = hem > 700 ? `${s * widthAt((hem + 650) / 2)},${(hem + 650) / 2}` : "";
  const mid = (hem + 440) / 2;
  return frame.line(
    `${s * 40},326! ${shoulderLine} ${s * (waist + ease * 1.35)},560 ${s * (hip + ease)},650 ${side} ` +
      `${s * widthAt(hem)},${hem}! ${s * gapHem},${hem + 6}! ${s * ((gap + gapHem) / 2)},${mid} ${s * gap},440 ${s * 34},372`,
  );
}

const openEdge = (frame: Frame, s: number, { gap, gapHem, hem }: OuterCut) =>
  openPath(
    frame.line(`${s * gapHem},${hem + 4} ${s * ((gap + gapHem) / 2)},${(hem + 440) / 2} ${s * gap},440 ${s * 34},372`),
  );

function fastenings(frame: Frame, outer: Outer, cut: OuterCut, s: number): string {
  if (cut.fastening === "zip") return stroke(openEdge(frame, s, cut), "#c9ccd3", 3, 0.7, 'stroke-dasharray="5 4"');
  const double = cut.fastening === "brass";
  if (!cut.fastening || (s < 0 && !double)) return "";
  const count = double ? 2 : 4;
  const colour = double
    ? "#d0a95a"
    : outer.kind === "denim-jacket"
      ? "#c9a26a"
      : (outer.accent ?? darker(outer.colour, 0.5));
  return Array.from({ length: count }, (_, index) => {
    const y = double ? 560 + index * 66 : 452 + (index * (cut.hem - 492)) / (count - 1);
    const [x, buttonY] = frame.bend(
      s * (double ? 36 : cut.gap + 9 + ((cut.gapHem - cut.gap) * (y - 440)) / (cut.hem - 440)),
      y,
    );
    return dot(x, buttonY, double ? 7 : 5.4, colour) + dot(x - 1.4, buttonY - 1.4, 1.6, "#ffffff", 0.5);
  }).join("");
}

function frontFolds(frame: Frame, s: number, cut: OuterCut): Fold[] {
  const { shoulder, waist, hip } = frame.build;
  const crease = (text: string, bend: number, width: number): Fold => {
    const line = frame.line(text);
    return [nth(line, 0), nth(line, 1), bend, width];
  };
  const long = cut.hem > 800 ? [crease(`${s * (hip - 6)},700 ${s * (hip + 16)},${cut.hem - 40}`, s * -10, 7)] : [];
  return [
    crease(`${s * (shoulder + 2)},452 ${s * (waist + 14)},560`, s * 14, 5),
    crease(`${s * (hip + 6)},${cut.hem - 90} ${s * 52},${cut.hem - 50}`, s * -8, 4),
    ...long,
  ];
}

function front(page: Page, frame: Frame, outer: Outer, cut: OuterCut, s: number): string {
  const { colour } = outer;
  const surface = { weave: outer.weave, accent: outer.accent, gloss: outer.kind === "leather-jacket" };
  const width = frame.build.hip + cut.ease;
  const ribColour = outer.trim ?? darker(colour, 0.2);
  const rib = frame.line(
    `${s * (width + 2)},${cut.hem - 22}! ${s * (cut.gapHem - 2)},${cut.hem - 14}! ${s * cut.gapHem},${cut.hem + 18}! ${s * (width - 5)},${cut.hem + 12}!`,
  );
  return (
    cloth(page, panel(frame, s, cut), colour, {
      ...surface,
      light: [-13, -4],
      detail: folds(frontFolds(frame, s, cut), colour) + outerDetail(frame, outer, cut, s),
    }) +
    stroke(
      openEdge(frame, s, cut),
      outer.kind === "cardigan" && outer.trim ? outer.trim : darker(colour, 0.42),
      outer.kind === "cardigan" ? 11 : 3,
      outer.kind === "cardigan" ? (outer.trim ? 1 : 0.25) : 0.35,
    ) +
    (cut.ribbed ? cloth(page, rib, ribColour, { weave: "rib", light: [-8, -3] }) : "") +
    fastenings(frame, outer, cut, s)
  );
}

export type WornOuter = {
  lining: string;
  body: string;
  collar: string;
  sleeves: Record<Side, string> | null;
  hem: number;
};

export function drawOuter(page: Page, frame: Frame, outer: Outer): WornOuter {
  const cut = OUTER_CUTS[outer.kind];
  const { shoulder, hip } = frame.build;
  const drawSleeve = (side: Side) =>
    sleeve(page, frame, side, outer.sleeves ?? outer.colour, {
      length: 1,
      ease: cut.ease * 0.72,
      setInto: cut.ease,
      drop: cut.ease > 24 ? 14 : 6,
      weave: outer.sleeves ? undefined : outer.weave,
      accent: outer.accent,
      gloss: outer.kind === "leather-jacket",
      ending: cut.ending === "none" ? "plain" : cut.ending,
      endingColour: cut.ending === "rib" ? outer.trim : undefined,
      cuffWidth: cut.cuffWidth ?? 1,
      detail: outer.kind === "puffer" ? pufferRings(frame, side, outer.colour) : "",
    });
  const lowest = Math.min(cut.hem, 690) - 20;
  const lining = frame.outline(
    `0,340 ${shoulder * 0.7},340! ${hip + cut.ease - 22},${lowest} ${hip * 0.85},${cut.hem - 12}! 0,${cut.hem - 10}`,
  );
  return {
    lining: cut.gapHem > 20 ? shape(closedPath(lining), darker(outer.colour, 0.5)) : "",
    body: front(page, frame, outer, cut, -1) + front(page, frame, outer, cut, 1) + beltOf(page, frame, outer, cut),
    collar: [-1, 1].map((s) => lapel(page, frame, outer, cut, s)).join(""),
    sleeves: cut.ending === "none" ? null : { left: drawSleeve("left"), right: drawSleeve("right") },
    hem: cut.hem,
  };
}
