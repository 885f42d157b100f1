import { cloth, folds, type Surface } from "./cloth.ts";
import { bowTie, hood, neckRib, rollNeck, shirtCollar, softBow, tie, veeRib } from "./collars.ts";
import { contrasting, darker, lighter, luminance } from "./colour.ts";
import { type Frame, type Side, SIDES } from "./frame.ts";
import type { Top, TopKind, Weave } from "./garments.ts";
import { closedPath, openPath, type Point } from "./geometry.ts";
import { motif } from "./motifs.ts";
import { dot, type Page, shape, stroke } from "./page.ts";
import { type Neckline, type Shoulders, sleeve, type SleeveCut, torsoFolds, torsoOutline } from "./torso.ts";

/** A top in pieces, because sleeves, jackets and waistbands are drawn between them. */
export type WornTop = {
  torso: string;
  sleeves: Record<Side, string>;
  collar: string;
  bareArms: boolean;
  /** The inside of the back, seen through the neck of a garment laid flat. */
  inside: string;
};

type Ending = NonNullable<SleeveCut["ending"]>;
type TopCut = {
  ease: number;
  hem: number;
  neck: Neckline;
  collar: "rib" | "roll" | "hood" | "shirt" | "camp" | "straps" | "none";
  sleeve: readonly [length: number, ending: Ending] | "none";
  shoulders?: Shoulders;
  weave?: Weave;
  puff?: number;
  placket?: "full" | "short";
  ribbedHem?: true;
};

const CUTS: Readonly<Record<TopKind, TopCut>> = {
  tee: { ease: 12, hem: 674, neck: "crew", collar: "rib", sleeve: [0.5, "plain"] },
  "baby-tee": { ease: 1, hem: 578, neck: "crew", collar: "rib", sleeve: [0.3, "plain"] },
  tank: { ease: 5, hem: 664, neck: "scoop", collar: "none", sleeve: "none", shoulders: "sleeveless", weave: "rib" },
  jersey: { ease: 20, hem: 702, neck: "v", collar: "rib", sleeve: "none", shoulders: "sleeveless" },
  camisole: { ease: 3, hem: 640, neck: "straps", collar: "straps", sleeve: "none" },
  "sports-top": { ease: -2, hem: 514, neck: "scoop", collar: "none", sleeve: "none", shoulders: "sleeveless" },
  sweatshirt: { ease: 24, hem: 672, neck: "crew", collar: "rib", sleeve: [1, "rib"], ribbedHem: true },
  hoodie: { ease: 30, hem: 684, neck: "crew", collar: "hood", sleeve: [1, "rib"], ribbedHem: true },
  jumper: { ease: 19, hem: 674, neck: "crew", collar: "rib", sleeve: [1, "rib"], weave: "knit", ribbedHem: true },
  "roll-neck": { ease: 6, hem: 670, neck: "roll", collar: "roll", sleeve: [1, "rib"], weave: "knit", ribbedHem: true },
  shirt: { ease: 14, hem: 700, neck: "collar", collar: "shirt", sleeve: [1, "cuff"], placket: "full" },
  "short-shirt": { ease: 16, hem: 690, neck: "collar", collar: "shirt", sleeve: [0.5, "plain"], placket: "full" },
  "bowling-shirt": { ease: 22, hem: 690, neck: "collar", collar: "camp", sleeve: [0.52, "plain"], placket: "full" },
  blouse: { ease: 12, hem: 664, neck: "collar", collar: "shirt", sleeve: [1, "cuff"], puff: 14, placket: "full" },
  "peasant-blouse": { ease: 18, hem: 664, neck: "boat", collar: "none", sleeve: [0.86, "cuff"], puff: 26 },
  polo: { ease: 10, hem: 678, neck: "collar", collar: "shirt", sleeve: [0.48, "cuff"], placket: "short" },
};

function placket(frame: Frame, colour: string, from: number, to: number, buttons: number): string {
  const seam = darker(colour, 0.42);
  const button = luminance(colour) > 0.5 ? darker(colour, 0.34) : lighter(colour, 0.6);
  const dots = Array.from({ length: buttons }, (_, index) => {
    const [x, y] = frame.bend(-1, from + 20 + ((to - from - 40) * index) / Math.max(1, buttons - 1));
    return dot(x, y, 4.4, button);
  });
  const edge = (x: number) => openPath(frame.line(`${x},${from} ${x},${(from + to) / 2} ${x},${to}`));
  return stroke(edge(9), seam, 2.2, 0.45) + stroke(edge(-11), seam, 2.2, 0.3) + dots.join("");
}

function hemRib(page: Page, frame: Frame, colour: string, ease: number, hem: number): string {
  const width = frame.build.hip + ease;
  const outline = frame.outline(`0,${hem - 16} ${width + 2},${hem - 22}! ${width - 6},${hem + 14}! 0,${hem + 20}`);
  return cloth(page, outline, colour, { weave: "rib", light: [-12, -4] });
}

const panels = (frame: Frame, colour: string) =>
  [-1, 1]
    .map((side) =>
      shape(
        closedPath(
          frame.line(
            `${side * 30},338! ${side * 72},338! ${side * 72},560 ${side * 72},724! ${side * 30},724! ${side * 30},560`,
          ),
        ),
        colour,
      ),
    )
    .join("");

type Detail = (frame: Frame, top: Top, hem: number) => string;
const OWN_DETAIL: Partial<Record<TopKind, Detail>> = {
  "bowling-shirt": (frame, top) => (top.accent && !top.weave ? panels(frame, top.accent) : ""),
  hoodie: (frame, top, hem) =>
    stroke(
      openPath(frame.line(`-62,${hem - 24}! -50,${hem - 100}! 50,${hem - 100}! 62,${hem - 24}!`)),
      darker(top.colour, 0.4),
      3,
      0.45,
    ),
  "peasant-blouse": (frame, top) =>
    stroke(
      openPath(frame.line("-10,354 -14,420 -8,470")) + openPath(frame.line("10,354 16,410 12,456")),
      top.accent ?? darker(top.colour, 0.4),
      4,
    ),
  "sports-top": (frame, top) =>
    stroke(openPath(frame.line("-100,500 0,508 100,500")), darker(top.colour, 0.35), 9, 0.5),
  jersey: (frame, top) =>
    stroke(
      openPath(frame.line("-92,440 -86,560 -96,702")) + openPath(frame.line("92,440 86,560 96,702")),
      top.trim ?? top.colour,
      14,
    ),
};

function buttons(frame: Frame, top: Top, cut: TopCut, hem: number): string {
  if (cut.placket === "short") return placket(frame, top.colour, 370, 450, 2);
  return cut.placket === "full" && !top.vest ? placket(frame, top.colour, 368, hem, top.tucked ? 4 : 6) : "";
}

function torsoDetail(frame: Frame, top: Top, cut: TopCut, hem: number): string {
  return [
    folds(torsoFolds(frame, hem), top.colour, cut.collar === "shirt" ? 0.2 : 0.24),
    OWN_DETAIL[top.kind]?.(frame, top, hem) ?? "",
    top.graphic ? motif(frame, top.graphic, top.accent ?? contrasting(top.colour, 0.6)) : "",
    buttons(frame, top, cut, hem),
  ].join("");
}

function drawVest(page: Page, frame: Frame, vest: NonNullable<Top["vest"]>, tucked: boolean): string {
  const hem = tucked ? 612 : 668;
  const outline = torsoOutline(frame, { neck: "v", ease: 16, hem, shoulders: "sleeveless" });
  const trim = vest.trim ?? darker(vest.colour, 0.18);
  return (
    cloth(page, outline, vest.colour, {
      weave: vest.weave ?? "knit",
      accent: vest.accent,
      detail: folds(torsoFolds(frame, hem), vest.colour, 0.16),
    }) +
    veeRib(frame, trim) +
    (tucked ? "" : hemRib(page, frame, trim, 16, hem - 6))
  );
}

function neckDress(page: Page, frame: Frame, top: Top, cut: TopCut): string {
  const { colour } = top;
  const trim = top.trim ?? darker(colour, 0.12);
  const collars: Record<TopCut["collar"], () => string> = {
    none: () => "",
    rib: () => (top.vneck || cut.neck === "v" ? veeRib(frame, trim) : neckRib(frame, trim, top.trim ? 12 : 9)),
    roll: () => rollNeck(page, frame, colour),
    hood: () => hood(page, frame, colour),
    shirt: () => (top.bow ? softBow(page, frame, top.bow) : shirtCollar(page, frame, top)),
    camp: () => shirtCollar(page, frame, top, true),
    straps: () =>
      stroke(openPath(frame.line("-58,392 -60,356 -52,336")) + openPath(frame.line("58,392 60,356 52,336")), colour, 7),
  };
  return (
    collars[cut.collar]() +
    page.part("scarf", top.tie ? tie(page, frame, top.tie) : "") +
    page.part("scarf", top.bowTie ? bowTie(page, frame, top.bowTie) : "")
  );
}

const braces = (frame: Frame, colour: string) =>
  stroke(openPath(frame.line("-62,340 -58,460 -46,596")) + openPath(frame.line("62,340 58,460 46,596")), colour, 13);

function drawSleeves(page: Page, frame: Frame, top: Top, cut: TopCut, surface: Surface): Record<Side, string> {
  if (cut.sleeve === "none") return { left: "", right: "" };
  const [length, ending] = cut.sleeve;
  const shape_: SleeveCut = {
    ...surface,
    length: top.rolled ? 0.66 : length,
    ending: top.rolled ? "turned" : ending,
    ease: cut.ease + (length < 0.6 && cut.ease > 4 ? 5 : 0),
    drop: cut.ease > 20 ? 12 : 0,
    puff: cut.puff ?? 0,
    cuffWidth: cut.puff ? 1.12 : 1,
    endingColour: top.trim,
  };
  const knitted = top.weave === "argyle" || top.weave === "fair-isle" ? "knit" : surface.weave;
  const draw = (side: Side) => sleeve(page, frame, side, top.colour, { ...shape_, weave: knitted });
  return { left: draw("left"), right: draw("right") };
}

function topOutline(frame: Frame, top: Top, cut: TopCut, hem: number, tucked: boolean): Point[] {
  return torsoOutline(frame, {
    neck: top.vneck ? "v" : cut.neck,
    ease: cut.ease,
    hem,
    drop: cut.ease > 20 ? 12 : 0,
    flare: tucked ? 0 : 2,
    dip: cut.placket === "full" && !tucked ? 16 : 6,
    shoulders: cut.shoulders ?? "full",
  });
}

export function drawTop(page: Page, frame: Frame, top: Top): WornTop {
  const cut = CUTS[top.kind];
  const tucked = top.tucked === true && !frame.laidFlat;
  const hem = tucked ? Math.min(cut.hem, 606) : cut.hem;
  const surface: Surface = { weave: top.weave ?? cut.weave, accent: top.accent, gloss: top.satin === true };
  const body = cloth(page, topOutline(frame, top, cut, hem, tucked), top.colour, {
    ...surface,
    detail: torsoDetail(frame, top, cut, hem),
  });
  const ribbed =
    cut.ribbedHem && !tucked ? hemRib(page, frame, top.trim ?? darker(top.colour, 0.1), cut.ease, hem) : "";
  const over =
    page.part("outer", top.vest ? drawVest(page, frame, top.vest, tucked) : "") +
    (top.braces ? braces(frame, top.braces) : "");
  return {
    torso: body + ribbed + over,
    sleeves: drawSleeves(page, frame, top, cut, surface),
    collar: neckDress(page, frame, top, cut),
    bareArms: cut.sleeve === "none" || cut.sleeve[0] < 0.9 || top.rolled === true,
    inside: frame.laidFlat ? shape(closedPath(frame.outline("0,314 40,328 0,362")), darker(top.colour, 0.45)) : "",
  };
}

/** For code that draws both sleeves without caring about order. */
export const bothSleeves = (worn: WornTop) => SIDES.map((side) => worn.sleeves[side]).join("");
