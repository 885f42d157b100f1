import { bagAlone } from "./bags.ts";
import { drawBottom } from "./bottoms.ts";
import { drawDress } from "./dresses.ts";
import { glasses } from "./eyewear.ts";
import { buildFrame, type Frame } from "./frame.ts";
import { isSkirt, type Outfit } from "./garments.ts";
import { hat } from "./hats.ts";
import { drawOuter } from "./outerwear.ts";
import { dot, type Page, stroke } from "./page.ts";
import { drawShoe, TALL_SHOES } from "./shoes.ts";
import { bothSleeves, drawTop } from "./tops.ts";

/** A piece of an outfit on its own, drawn about its middle. */
export type Piece = { draw: () => string; x: number; y: number };
export type PieceName = "top" | "outer" | "bottom" | "dress" | "shoes" | "hat" | "bag" | "glasses" | "watch";
type Maker = (page: Page, frame: Frame, outfit: Outfit) => Piece | null;

const BODY = { shoulder: 104, waist: 72, hip: 86, limb: 4 };
const SHORT_TOPS: ReadonlySet<string> = new Set(["baby-tee", "sports-top"]);
const LONG_COATS: ReadonlySet<string> = new Set(["coat", "trench", "kimono"]);
/** Boots stand side by side; low shoes lie one above the other. */
const STANDING: ReadonlySet<string> = new Set([
  ...TALL_SHOES,
  "combat-boots",
  "hiking-boots",
  "chelsea-boots",
  "high-tops",
]);

const topPiece: Maker = (page, frame, { top }) =>
  top
    ? {
        x: 0,
        y: SHORT_TOPS.has(top.kind) ? 450 : 505,
        draw: () => {
          const worn = drawTop(page, frame, top);
          return bothSleeves(worn) + worn.inside + worn.torso + worn.collar;
        },
      }
    : null;

function drawJacket(page: Page, frame: Frame, outer: NonNullable<Outfit["outer"]>, top: Outfit["top"]): string {
  const worn = drawOuter(page, frame, outer);
  const inner = top ? drawTop(page, frame, top) : null;
  const innerSleeves = inner ? bothSleeves(inner) : "";
  const sleeves = worn.sleeves ? worn.sleeves.left + worn.sleeves.right : innerSleeves;
  return sleeves + worn.lining + (inner ? inner.inside + inner.torso + inner.collar : "") + worn.body + worn.collar;
}

const outerPiece: Maker = (page, frame, { outer, top }) =>
  outer ? { x: 0, y: LONG_COATS.has(outer.kind) ? 650 : 510, draw: () => drawJacket(page, frame, outer, top) } : null;

const bottomPiece: Maker = (page, frame, { bottom }) => {
  if (!bottom) return null;
  const middle = isSkirt(bottom) ? 760 : bottom.kind === "shorts" ? 740 : 915;
  return { x: 0, y: middle, draw: () => drawBottom(page, frame, bottom).svg };
};

const dressPiece: Maker = (page, frame, { dress }) =>
  dress
    ? {
        x: 0,
        y: 690,
        draw: () => {
          const worn = drawDress(page, frame, dress);
          return worn.sleeves.left + worn.sleeves.right + worn.skirt + worn.bodice + worn.collar;
        },
      }
    : null;

const shoesPiece: Maker = (page, _frame, { shoes }) => {
  const upright = STANDING.has(shoes.kind);
  const pair = upright
    ? ([
        [-78, 0, -6],
        [72, 10, 5],
      ] as const)
    : ([
        [-34, -52, -9],
        [-22, 54, 3],
      ] as const);
  const draw = () =>
    pair
      .map(([x, y, angle]) => page.within(`translate(${x} ${y}) rotate(${angle})`, () => drawShoe(page, shoes)))
      .join("");
  return { x: 0, y: TALL_SHOES.has(shoes.kind) ? -40 : upright ? 0 : 32, draw };
};

const drawWatch = (strap: string) =>
  stroke("M0 -96V96", strap, 32) +
  dot(0, 0, 38, "#c79f52") +
  dot(0, 0, 29, "#f6ecd6") +
  stroke("M0 0V-20M0 0l15 9", "#3a2b26", 5);

const MAKERS: Readonly<Record<PieceName, Maker>> = {
  top: topPiece,
  outer: outerPiece,
  bottom: bottomPiece,
  dress: dressPiece,
  shoes: shoesPiece,
  hat: (page, _frame, outfit) => (outfit.hat ? { x: 0, y: -62, draw: hat.bind(null, page, outfit.hat) } : null),
  bag: (page, _frame, { bag }) =>
    bag ? { x: 0, y: bag.kind === "tote" ? 170 : 96, draw: () => bagAlone(page, bag, 0, 0) } : null,
  glasses: (_page, _frame, outfit) =>
    outfit.glasses ? { x: 0, y: -3, draw: glasses.bind(null, outfit.glasses.kind, outfit.glasses.colour, 0) } : null,
  watch: (_page, _frame, { watch }) => (watch ? { x: 0, y: 0, draw: () => drawWatch(watch) } : null),
};

/** One piece of an outfit, or null where the outfit has none. */
export const flatPiece = (page: Page, outfit: Outfit, what: PieceName): Piece | null =>
  MAKERS[what](page, buildFrame("laid-flat", BODY), outfit);
