import { earrings, necklace, shoulderKnit, waistKnot, wornScarf, wristwatch } from "./accessories.ts";
import { wearBag, type WornBag } from "./bags.ts";
import { drawBottom, type WornBottom } from "./bottoms.ts";
import { drawDress, type WornDress } from "./dresses.ts";
import { glasses } from "./eyewear.ts";
import { face } from "./face.ts";
import { buildFrame, type Frame, type Side, SIDES } from "./frame.ts";
import type { Outfit } from "./garments.ts";
import { hair } from "./hair.ts";
import { hat, OPEN_HATS } from "./hats.ts";
import { bareArm, bareLeg, hand, neck, pocketedHand, type Prop, raisedHand, sock } from "./limbs.ts";
import { drawOuter, type WornOuter } from "./outerwear.ts";
import type { Page } from "./page.ts";
import type { Person } from "./person.ts";
import type { PoseName } from "./poses.ts";
import { drawFoot, drawShoe, LOW_SHOES } from "./shoes.ts";
import { drawTop, type WornTop } from "./tops.ts";

export type Posing = { pose: PoseName; bagSide: Side; prop: Prop };

/** Under long trousers these come with dark socks; other low shoes are worn barefoot. */
const LACED: ReadonlySet<Outfit["shoes"]["kind"]> = new Set(["oxfords", "brogues", "loafers"]);

/** Covers the hair above a hat's brim, which would otherwise poke through the crown. */
const belowBrim = (page: Page, drawn: string, y: number) => {
  const clip = page.id();
  return `<clipPath id="${clip}"><rect x="-260" y="${y}" width="520" height="600"/></clipPath><g clip-path="url(#${clip})">${drawn}</g>`;
};

export function drawHead(page: Page, frame: Frame, person: Person, outfit: Pick<Outfit, "hat" | "glasses" | "earrings">) {
  const [x, y] = frame.bend(0, 306);
  const transform = `translate(${x} ${y}) rotate(${frame.headTilt}) translate(0 ${person.masculine ? -77 : -76})`;
  const covered = outfit.hat && !OPEN_HATS.has(outfit.hat.kind) && !person.hijab;
  const turn = frame.headTurn;
  const locks = { behind: "", over: "" };
  const behind = page.within(transform, () => {
    Object.assign(locks, hair(page, person));
    return covered ? belowBrim(page, locks.behind, -58) : locks.behind;
  });
  const front = page.within(transform, () =>
    [
      face(page, person, turn),
      covered ? belowBrim(page, locks.over, -48) : locks.over,
      outfit.glasses ? glasses(outfit.glasses.kind, outfit.glasses.colour, turn) : "",
      outfit.earrings && !person.hijab ? earrings(outfit.earrings) : "",
      outfit.hat ? hat(page, outfit.hat) : "",
    ].join(""),
  );
  return { behind, front };
}

function drawFeet(page: Page, frame: Frame, outfit: Outfit, person: Person, bare: boolean): string {
  const { shoes, socks, tights } = outfit;
  const foot = (side: Side) => {
    const leg = frame.legs[side];
    const [x, y] = leg.ankle;
    const direction = Math.sign(leg.foot);
    const narrow = Math.abs(leg.foot);
    // The shear lowers the toe: a foot turned towards the viewer, seen from slightly above.
    const shear = (1 - narrow) * 0.2;
    const lift = leg.lifted ? " rotate(16)" : "";
    const hosiery = socks && shoes.kind !== "heels" ? socks.colour : tights;
    const skin = hosiery ?? (bare || !LACED.has(shoes.kind) ? person.skin : "#3a3640");
    const transform = `translate(${x} ${y}) scale(${direction} 1)${lift} matrix(${narrow} ${shear} 0 1 0 0)`;
    return page.within(transform, () => (LOW_SHOES.has(shoes.kind) ? drawFoot(page, skin) : "") + drawShoe(page, shoes));
  };
  const limb = (side: Side) =>
    bare ? bareLeg(page, frame, side, tights ?? person.skin) + (socks && !tights ? sock(page, frame.legs[side], socks, frame.build.limb) : "") : "";
  return (["right", "left"] as const).map((side) => limb(side) + foot(side)).join("");
}

/** Hands go into the pockets of a long jacket, else into the trousers. */
function pocketOf(outfit: Outfit): string {
  const jacket = outfit.outer && outfit.outer.kind !== "leather-jacket" ? outfit.outer.colour : undefined;
  return jacket ?? outfit.bottom?.colour ?? outfit.dress?.colour ?? "#3a3640";
}

type Worn = { top: WornTop | null; dress: WornDress | null; outer: WornOuter | null; bottom: WornBottom | null; bag: WornBag };

/** Arms with their hands; sleeves of the outermost layer cover the arm, hands come below the cuff. */
function drawArms(page: Page, frame: Frame, worn: Worn, outfit: Outfit, person: Person, posing: Posing, behind: boolean): string {
  // A dress over a tee shows the tee's sleeves.
  const inner = worn.top ?? worn.dress;
  return SIDES.filter((side) => (frame.arms[side].gesture === "behind") === behind)
    .map((side) => {
      const arm = frame.arms[side];
      const bare = worn.outer?.sleeves ? "" : inner?.bareArms === false ? "" : bareArm(page, frame, side, person.skin, (inner?.sleeves[side] ?? "") !== "");
      const own = worn.outer?.sleeves ? worn.outer.sleeves[side] : (inner?.sleeves[side] ?? "");
      const grip = arm.gesture === "raised" ? raisedHand(page, arm, side, person.skin, posing.prop) : arm.gesture === "behind" ? "" : arm.gesture === "pocket" ? pocketedHand(page, arm, person.skin, pocketOf(outfit)) : hand(page, arm, side, person.skin);
      const watch = outfit.watch && side === "left" && !behind ? wristwatch(frame, side, outfit.watch) : "";
      return bare ? bare + grip + own + watch : grip + own;
    })
    .join("");
}

/** A dressed person standing on y = 1300, the centre line at x = 0. Pieces are painted from the back forwards. */
export function drawFigure(page: Page, person: Person, outfit: Outfit, posing: Posing): string {
  const frame = buildFrame(posing.pose, person.build);
  const knot = outfit.waistKnot ? waistKnot(page, frame, outfit.waistKnot) : null;
  const bag = outfit.bag ? wearBag(page, frame, outfit.bag, posing.bagSide) : { behind: "", strap: "", front: "" };
  const worn: Worn = {
    top: outfit.top ? drawTop(page, frame, outfit.top) : null,
    dress: outfit.dress ? drawDress(page, frame, outfit.dress) : null,
    outer: outfit.outer ? drawOuter(page, frame, outfit.outer) : null,
    bottom: outfit.bottom ? drawBottom(page, frame, outfit.bottom) : null,
    bag,
  };
  const { top, dress, outer, bottom } = worn;
  const head = drawHead(page, frame, person, outfit);
  const bareLegs = (bottom?.bareLegs ?? false) || dress !== null;
  const trousers = bottom?.svg ?? "";
  const middle = outfit.top?.tucked || dress ? (top?.torso ?? "") + trousers : trousers + (top?.torso ?? "");
  return [
    head.behind,
    bag.behind,
    knot?.behind ?? "",
    drawArms(page, frame, worn, outfit, person, posing, true),
    outer?.lining ?? "",
    drawFeet(page, frame, outfit, person, bareLegs),
    neck(page, frame, person.skin, person.masculine),
    dress && top ? top.torso + top.collar : "",
    dress ? "" : middle,
    dress ? dress.skirt + dress.bodice : "",
    knot?.front ?? "",
    outfit.necklace ? necklace(frame, outfit.necklace) : "",
    dress?.collar ?? "",
    dress ? "" : (top?.collar ?? ""),
    outer ? outer.body : "",
    outer?.collar ?? "",
    outfit.shoulderKnit ? shoulderKnit(page, frame, outfit.shoulderKnit) : "",
    bag.strap,
    drawArms(page, frame, worn, outfit, person, posing, false),
    outfit.scarf ? wornScarf(page, frame, outfit.scarf) : "",
    bag.front,
    head.front,
  ].join("");
}
