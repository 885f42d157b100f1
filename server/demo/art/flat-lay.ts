import { bagAlone } from "./bags.ts";
import { drawBottom } from "./bottoms.ts";
import { darker, lighter, mix, SHADOW } from "./colour.ts";
import { drawDress } from "./dresses.ts";
import { glasses } from "./eyewear.ts";
import { buildFrame, type Frame } from "./frame.ts";
import { isSkirt, type Outfit } from "./garments.ts";
import { hat } from "./hats.ts";
import type { Look } from "./look.ts";
import { drawOuter } from "./outerwear.ts";
import { box, dot, type Page, shape, stroke } from "./page.ts";
import { leaves } from "./props.ts";
import type { Random } from "./seeded-random.ts";
import { drawShoe, TALL_SHOES } from "./shoes.ts";
import { bothSleeves, drawTop } from "./tops.ts";

/** A piece drawn about its own middle, ready to be placed. */
type Piece = { draw: () => string; x: number; y: number };
const BODY = { shoulder: 104, waist: 72, hip: 86, limb: 4 };

const FIXED_MIDDLE = { hat: [0, -62], glasses: [0, -3], watch: [0, 0] } as const;

/** Boots stand side by side; low shoes lie one above the other. */
const STANDING: ReadonlySet<string> = new Set([...TALL_SHOES, "combat-boots", "hiking-boots", "chelsea-boots", "high-tops"]);

function shoesPiece(page: Page, outfit: Outfit): Piece {
  const { shoes } = outfit;
  const upright = STANDING.has(shoes.kind);
  const pair = upright ? ([[-78, 0, -6], [72, 10, 5]] as const) : ([[-34, -52, -9], [-22, 54, 3]] as const);
  return {
    x: 0,
    y: TALL_SHOES.has(shoes.kind) ? -40 : upright ? 0 : 32,
    draw: () => pair.map(([x, y, angle]) => page.within(`translate(${x} ${y}) rotate(${angle})`, () => drawShoe(page, shoes))).join(""),
  };
}

/** Each garment of an outfit as a separate piece. */
export function flatPiece(page: Page, outfit: Outfit, what: "top" | "outer" | "bottom" | "dress" | "shoes" | "hat" | "bag" | "glasses" | "watch"): Piece | null {
  const frame: Frame = buildFrame("laid-flat", BODY);
  const { top, outer, bottom, dress } = outfit;
  switch (what) {
    case "top": {
      if (!top) return null;
      return { x: 0, y: 505, draw: () => { const worn = drawTop(page, frame, top); return bothSleeves(worn) + worn.inside + worn.torso + worn.collar; } };
    }
    case "outer": {
      if (!outer) return null;
      return {
        x: 0,
        y: outer.kind === "coat" || outer.kind === "trench" || outer.kind === "kimono" ? 650 : 510,
        draw: () => {
          const worn = drawOuter(page, frame, outer);
          const inner = top ? drawTop(page, frame, top) : null;
          const sleeves = worn.sleeves ? worn.sleeves.left + worn.sleeves.right : inner ? bothSleeves(inner) : "";
          return sleeves + worn.lining + (inner ? inner.inside + inner.torso + inner.collar : "") + worn.body + worn.collar;
        },
      };
    }
    case "bottom":
      return bottom ? { x: 0, y: isSkirt(bottom) ? 760 : bottom.kind === "shorts" ? 740 : 915, draw: () => drawBottom(page, frame, bottom).svg } : null;
    case "dress":
      return dress ? { x: 0, y: 690, draw: () => { const worn = drawDress(page, frame, dress); return worn.sleeves.left + worn.sleeves.right + worn.skirt + worn.bodice + worn.collar; } } : null;
    case "shoes":
      return shoesPiece(page, outfit);
    case "hat":
      return outfit.hat ? { x: FIXED_MIDDLE.hat[0], y: FIXED_MIDDLE.hat[1], draw: () => hat(page, outfit.hat ?? { kind: "cap", colour: "#26242c" }) } : null;
    case "bag":
      return outfit.bag ? { x: 0, y: outfit.bag.kind === "tote" ? 170 : 96, draw: () => bagAlone(page, outfit.bag ?? { kind: "tote", colour: "#26242c" }, 0, 0) } : null;
    case "glasses":
      return outfit.glasses ? { x: 0, y: -3, draw: () => glasses(outfit.glasses?.kind ?? "glasses", outfit.glasses?.colour ?? "#26242c", 0) } : null;
    case "watch":
      return outfit.watch ? { x: 0, y: 0, draw: () => stroke("M0 -96V96", outfit.watch ?? "#26242c", 32) + dot(0, 0, 38, "#c79f52") + dot(0, 0, 29, "#f6ecd6") + stroke("M0 0V-20M0 0l15 9", "#3a2b26", 5) } : null;
  }
}

/** Lays a piece on the ground with a soft shadow made of its own outline. */
export function lay(page: Page, piece: Piece, place: { x: number; y: number; scale: number; turn: number }): string {
  page.takeSilhouette();
  const transform = `translate(${place.x} ${place.y}) rotate(${place.turn}) scale(${place.scale}) translate(${-piece.x} ${-piece.y})`;
  const drawn = page.within(transform, piece.draw);
  const outline = page.takeSilhouette();
  const shadow = [[6, 8, 0.1], [12, 16, 0.09], [19, 26, 0.07], [27, 36, 0.045]]
    .map(([dx, dy, opacity]) => `<g transform="translate(${dx} ${dy})" fill="${SHADOW}" opacity="${opacity}">${outline}</g>`)
    .join("");
  return shadow + drawn;
}

/** What the clothes lie on: paper, boards, a rug or stone. */
export function surface(look: Look, random: Random, height: number): string {
  const { wall, accent } = look.backdrop;
  const kind = random.pick(["paper", "boards", "rug", "stone", "linen"] as const);
  const ground = box(0, 0, 1080, height, wall);
  const soft = mix(wall, accent, 0.2);
  switch (kind) {
    case "paper":
      return ground + shape(`M640 0H1080V${height * 0.44}Z`, mix(wall, accent, 0.32)) + shape(`M0 ${height}H540L0 ${height * 0.7}Z`, soft);
    case "boards": {
      const wood = mix(soft, "#c9a27a", 0.45);
      return box(0, 0, 1080, height, wood) + [0, 1, 2, 3, 4, 5].map((row) => box(row * 186, 0, 183, height, row % 2 ? lighter(wood, 0.08) : darker(wood, 0.04)) + stroke(`M${row * 186 + 60} 0C${row * 186 + 20} ${height * 0.3} ${row * 186 + 110} ${height * 0.6} ${row * 186 + 70} ${height}`, darker(wood, 0.2), 2.4, 0.22) + stroke(`M${row * 186} 0V${height}`, darker(wood, 0.4), 3, 0.3)).join("");
    }
    case "rug":
      return ground + `<g transform="rotate(-7 540 ${height / 2})">${box(70, 110, 940, height - 220, lighter(soft, 0.5))}<rect x="112" y="152" width="856" height="${height - 304}" fill="none" stroke="${mix(wall, accent, 0.5)}" stroke-width="9"/></g>`;
    case "stone": {
      const flecks = Array.from({ length: 70 }, () => dot(random.between(0, 1080), random.between(0, height), random.between(3, 13), random.pick([accent, darker(wall, 0.25), lighter(wall, 0.6)]), 0.35)).join("");
      return box(0, 0, 1080, height, lighter(wall, 0.3)) + flecks;
    }
    case "linen": {
      const creases = Array.from({ length: 7 }, () => { const y = random.between(0, height); return stroke(`M-20 ${y}C300 ${y - 120} 700 ${y + 140} 1100 ${y - 60}`, darker(soft, 0.25), 16, 0.08) + stroke(`M-20 ${y + 12}C300 ${y - 108} 700 ${y + 152} 1100 ${y - 48}`, "#ffffff", 10, 0.14); }).join("");
      return box(0, 0, 1080, height, lighter(soft, 0.25)) + creases;
    }
  }
}

const LONG = new Set(["coat", "trench", "kimono", "parka"]);

type Spots = Readonly<Record<"hat" | "bag" | "glasses" | "watch", readonly [x: number, y: number, turn: number]>>;
const SPOTS: Spots = { hat: [850, 200, 10], bag: [330, 800, -7], glasses: [610, 1300, -10], watch: [590, 800, 12] };
const COAT_SPOTS: Spots = { hat: [850, 200, 10], bag: [600, 1240, -6], glasses: [620, 1180, -10], watch: [590, 1000, 12] };
const DRESS_SPOTS: Spots = { hat: [840, 260, 10], bag: [840, 620, -6], glasses: [840, 880, -9], watch: [840, 420, 12] };
const SCALES = { hat: 1.55, bag: 1.3, glasses: 1.7, watch: 1.1 } as const;

/** Arranges the pieces of an outfit on its surface; positions are for a sheet 1440 high. */
export function flatLay(page: Page, look: Look, random: Random, height: number): string {
  const k = height / 1440;
  const parts: string[] = [];
  const put = (what: Parameters<typeof flatPiece>[2], x: number, y: number, scale: number, turn: number) => {
    const piece = flatPiece(page, look, what);
    if (piece) parts.push(lay(page, piece, { x, y: y * k, scale, turn: turn + random.between(-2, 2) }));
  };
  const long = LONG.has(look.outer?.kind ?? "");
  const short = look.bottom?.kind === "shorts" || (look.bottom !== undefined && isSkirt(look.bottom));
  if (look.dress) put("dress", 410, 660, 1.3, -4);
  else {
    put("bottom", 800, short ? 900 : 890, short ? 1.34 : 1.24, 5);
    if (look.outer) put("outer", 360, long ? 540 : 420, long ? 1.14 : 1.42, -5);
    else put("top", 360, 420, 1.46, -5);
  }
  const tall = TALL_SHOES.has(look.shoes.kind);
  put("shoes", look.dress ? 840 : 300, look.dress ? 1110 : long ? 1180 : 1120, tall ? 1.3 : 1.8, -8);
  const big = look.bag?.kind === "tote" || look.bag?.kind === "duffel";
  const spots = look.dress ? DRESS_SPOTS : long ? COAT_SPOTS : SPOTS;
  for (const name of ["hat", "bag", "glasses", "watch"] as const) {
    const [x, y, turn] = spots[name];
    put(name, x, y, name === "bag" && big ? 0.9 : SCALES[name], turn);
  }
  const twig = random.chance(0.6) ? `<g opacity=".16" transform="translate(1060 20) rotate(120)">${leaves(0, 0, 620, darker(look.backdrop.accent, 0.4), random)}</g>` : "";
  return surface(look, random, height) + parts.join("") + twig;
}
