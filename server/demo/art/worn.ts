import { wearBag, type WornBag } from "./bags.ts";
import { drawBottom, type WornBottom } from "./bottoms.ts";
import { drawDress, type WornDress } from "./dresses.ts";
import type { Frame, Side } from "./frame.ts";
import { isSkirt, type Outfit } from "./garments.ts";
import { drawOuter, type WornOuter } from "./outerwear.ts";
import type { Page, Part } from "./page.ts";
import { drawTop, type WornTop } from "./tops.ts";

const NO_SLEEVES = { left: "", right: "" } as const;
const NO_TOP: WornTop = { torso: "", sleeves: NO_SLEEVES, collar: "", bareArms: true, inside: "" };
const NO_DRESS: WornDress = { skirt: "", bodice: "", sleeves: NO_SLEEVES, collar: "", bareArms: true, hem: 0 };
const NO_OUTER: WornOuter = { lining: "", body: "", collar: "", sleeves: null, hem: 0 };
const NO_BOTTOM: WornBottom = { svg: "", bareLegs: false };
const NO_BAG: WornBag = { behind: "", strap: "", front: "" };

/** Every layer of an outfit, drawn; what is not worn is empty, so that layers can simply be joined. */
export type Worn = {
  top: WornTop;
  dress: WornDress;
  outer: WornOuter;
  bottom: WornBottom;
  bag: WornBag;
  sleeves: Record<Side, string>;
  bareArms: boolean;
};

/** A piece whose layers all say what they are. */
function marked<Piece extends object>(page: Page, part: Part, piece: Piece): Piece {
  const mark = (layer: unknown): unknown => {
    if (typeof layer === "string") return page.part(part, layer);
    return typeof layer === "object" && layer !== null ? marked(page, part, layer) : layer;
  };
  return Object.fromEntries(Object.entries(piece).map(([name, layer]) => [name, mark(layer)])) as Piece;
}

export function dressUp(page: Page, frame: Frame, outfit: Outfit, bagSide: Side): Worn {
  const top = outfit.top ? marked(page, "top", drawTop(page, frame, outfit.top)) : NO_TOP;
  const dress = outfit.dress ? marked(page, "dress", drawDress(page, frame, outfit.dress)) : NO_DRESS;
  const outer = outfit.outer ? marked(page, "outer", drawOuter(page, frame, outfit.outer)) : NO_OUTER;
  // A dress over a tee shows the tee's sleeves.
  const inner = outfit.top ? top : dress;
  return {
    top,
    dress,
    outer,
    bottom: outfit.bottom
      ? marked(page, isSkirt(outfit.bottom) ? "skirt" : "pants", drawBottom(page, frame, outfit.bottom))
      : NO_BOTTOM,
    bag: outfit.bag ? marked(page, "bag", wearBag(page, frame, outfit.bag, bagSide)) : NO_BAG,
    sleeves: outer.sleeves ?? inner.sleeves,
    bareArms: outer.sleeves === null && inner.bareArms,
  };
}
