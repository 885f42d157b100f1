import { earrings, necklace, shoulderKnit, waistKnot, wornScarf, wristwatch } from "./accessories.ts";
import { glasses } from "./eyewear.ts";
import { face } from "./face.ts";
import { type Arm, buildFrame, type Frame, type Side, SIDES } from "./frame.ts";
import { type Bottom, isSkirt, type Outfit } from "./garments.ts";
import { hair } from "./hair.ts";
import { hat, OPEN_HATS } from "./hats.ts";
import { hand, pocketedHand, type Prop, raisedHand } from "./hands.ts";
import { bareArm, bareLeg, midriff, neck, sock } from "./limbs.ts";
import type { Page, Part } from "./page.ts";
import type { Person } from "./person.ts";
import type { PoseName } from "./poses.ts";
import { drawFoot, drawShoe, LOW_SHOES } from "./shoes.ts";
import { dressUp, type Worn } from "./worn.ts";

export type Posing = { pose: PoseName; bagSide: Side; prop: Prop };

/** Under long trousers these come with dark socks; other low shoes are worn barefoot. */
const LACED: ReadonlySet<Outfit["shoes"]["kind"]> = new Set(["oxfords", "brogues", "loafers"]);

const SHORT_TOPS: ReadonlySet<string> = new Set(["sports-top", "baby-tee"]);

/** Covers the hair above a hat's brim, which would otherwise poke through the crown. */
const belowBrim = (page: Page, drawn: string, y: number) => {
  const clip = page.id();
  const edge = `M-300 700V60C-104 60 -96 ${y} -62 ${y}H62C96 ${y} 104 60 300 60V700Z`;
  return `<clipPath id="${clip}"><path d="${edge}"/></clipPath><g clip-path="url(#${clip})">${drawn}</g>`;
};

export function drawHead(
  page: Page,
  frame: Frame,
  person: Person,
  outfit: Pick<Outfit, "hat" | "glasses" | "earrings">,
) {
  const [x, y] = frame.bend(0, 306);
  const transform = `translate(${x} ${y}) rotate(${frame.headTilt}) translate(0 ${person.masculine ? -77 : -76})`;
  const covered = outfit.hat && !OPEN_HATS.has(outfit.hat.kind) && !person.hijab;
  const turn = frame.headTurn;
  const locks = { behind: "", over: "" };
  const hairPart: Part = person.hijab ? "scarf" : "hair";
  const behind = page.within(transform, () => {
    Object.assign(locks, hair(page, person));
    return page.part(hairPart, covered ? belowBrim(page, locks.behind, -58) : locks.behind);
  });
  const front = page.within(transform, () =>
    [
      page.part("skin", face(page, person, turn)),
      page.part(hairPart, covered ? belowBrim(page, locks.over, -48) : locks.over),
      page.part("eyewear", outfit.glasses ? glasses(outfit.glasses.kind, outfit.glasses.colour, turn) : ""),
      page.part("jewellery", outfit.earrings && !person.hijab ? earrings(outfit.earrings) : ""),
      page.part("hat", outfit.hat ? hat(page, outfit.hat) : ""),
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
    const elevateSession = leg.lifted ? " rotate(16)" : "";
    const hosiery = socks && shoes.kind !== "heels" ? socks.colour : tights;
    const skin = hosiery ?? (bare || !LACED.has(shoes.kind) ? person.skin : "#3a3640");
    const transform = `translate(${x} ${y}) scale(${direction} 1)${elevateSession} matrix(${narrow} ${shear} 0 1 0 0)`;
    return page.within(
      transform,
      () =>
        page.part(skin === person.skin ? "skin" : "legwear", LOW_SHOES.has(shoes.kind) ? drawFoot(page, skin) : "") +
        page.part("shoes", drawShoe(page, shoes)),
    );
  };
  const limb = (side: Side) =>
    bare
      ? page.part(tights ? "legwear" : "skin", bareLeg(page, frame, side, tights ?? person.skin)) +
        page.part("legwear", socks && !tights ? sock(page, frame.legs[side], socks, frame.build.limb) : "")
      : "";
  return (["right", "left"] as const).map((side) => limb(side) + foot(side)).join("");
}

/** Hands go into the pockets of a long jacket, else into the trousers. */
function pocketOf({ outer, bottom, dress }: Outfit): { colour: string; part: Part } {
  if (outer && outer.kind !== "leather-jacket") return { colour: outer.colour, part: "outer" };
  if (bottom) return { colour: bottom.colour, part: bottomPart(bottom) };
  return { colour: dress?.colour ?? "#3a3640", part: "dress" };
}

const bottomPart = (bottom: Bottom): Part => (isSkirt(bottom) ? "skirt" : "pants");

function gripOf(page: Page, arm: Arm, side: Side, outfit: Outfit, person: Person, prop: Prop): string {
  switch (arm.gesture) {
    case "behind":
      return "";
    case "pocket":
      return pocketedHand(page, arm, person.skin, pocketOf(outfit));
    case "raised":
      return raisedHand(page, arm, side, person.skin, prop);
    case "hang":
    case "hip":
      return hand(page, arm, side, person.skin);
  }
}

/** Arms with their hands; the outermost sleeve covers the arm, the hand comes from under the cuff. */
function drawArms(
  page: Page,
  frame: Frame,
  worn: Worn,
  outfit: Outfit,
  person: Person,
  posing: Posing,
  behind: boolean,
): string {
  return SIDES.filter((side) => (frame.arms[side].gesture === "behind") === behind)
    .map((side) => {
      const own = worn.sleeves[side];
      const bare = page.part("skin", worn.bareArms ? bareArm(page, frame, side, person.skin, own !== "") : "");
      const grip = page.part("skin", gripOf(page, frame.arms[side], side, outfit, person, posing.prop));
      const watch =
        outfit.watch && worn.bareArms && side === "left" && !behind ? wristwatch(frame, side, outfit.watch) : "";
      return bare + grip + own + page.part("jewellery", watch);
    })
    .join("");
}

/** The layers of the body itself: a tucked top goes under the waistband, any other over it. */
function torsoLayers(outfit: Outfit, { top, dress, bottom }: Worn): string {
  if (outfit.dress) return top.torso + top.collar + dress.skirt + dress.bodice;
  return outfit.top?.tucked ? top.torso + bottom.svg : bottom.svg + top.torso;
}

/** Small things on top of the clothes but under a jacket. */
function atTheNeck(page: Page, frame: Frame, outfit: Outfit, { top, dress }: Worn): string {
  const jewellery = page.part("jewellery", outfit.necklace ? necklace(frame, outfit.necklace) : "");
  return jewellery + (outfit.dress ? dress.collar : top.collar);
}

/** A dressed person standing on y = 1300, the centre line at x = 0. Pieces are painted from the back forwards. */
export function drawFigure(page: Page, person: Person, outfit: Outfit, posing: Posing): string {
  const frame = buildFrame(posing.pose, person.build);
  const worn = dressUp(page, frame, outfit, posing.bagSide);
  const knot = outfit.waistKnot ? waistKnot(page, frame, outfit.waistKnot) : { behind: "", front: "" };
  const head = drawHead(page, frame, person, outfit);
  return [
    head.behind,
    worn.bag.behind,
    page.part("top", knot.behind),
    drawArms(page, frame, worn, outfit, person, posing, true),
    worn.outer.lining,
    drawFeet(page, frame, outfit, person, worn.bottom.bareLegs || outfit.dress !== undefined),
    page.part("skin", neck(page, frame, person.skin, person.masculine)),
    page.part("skin", SHORT_TOPS.has(outfit.top?.kind ?? "tee") ? midriff(page, frame, person.skin) : ""),
    torsoLayers(outfit, worn),
    page.part("top", knot.front),
    atTheNeck(page, frame, outfit, worn),
    worn.outer.body + worn.outer.collar,
    page.part("top", outfit.shoulderKnit ? shoulderKnit(page, frame, outfit.shoulderKnit) : ""),
    worn.bag.strap,
    drawArms(page, frame, worn, outfit, person, posing, false),
    page.part("scarf", outfit.scarf ? wornScarf(page, frame, outfit.scarf) : ""),
    worn.bag.front,
    head.front,
  ].join("");
}
