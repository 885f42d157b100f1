import { darker, SHADOW } from "./colour.ts";
import { flatPiece, type Piece, type PieceName } from "./flat-pieces.ts";
import { isSkirt } from "./garments.ts";
import type { Look } from "./look.ts";
import type { Page } from "./page.ts";
import { leaves } from "./props.ts";
import type { Random } from "./seeded-random.ts";
import { TALL_SHOES } from "./shoes.ts";
import { surface } from "./surfaces.ts";

/** Lays a piece on the ground with a soft shadow made of its own outline. */
export function lay(page: Page, piece: Piece, place: { x: number; y: number; scale: number; turn: number }): string {
  page.takeSilhouette();
  const transform = `translate(${place.x} ${place.y}) rotate(${place.turn}) scale(${place.scale}) translate(${-piece.x} ${-piece.y})`;
  const drawn = page.within(transform, piece.draw);
  const outline = page.takeSilhouette();
  const shadow = [
    [6, 8, 0.1],
    [12, 16, 0.09],
    [19, 26, 0.07],
    [27, 36, 0.045],
  ]
    .map(
      ([dx, dy, opacity]) =>
        `<g transform="translate(${dx} ${dy})" fill="${SHADOW}" opacity="${opacity}">${outline}</g>`,
    )
    .join("");
  return shadow + drawn;
}

export const LONG_OUTERWEAR: ReadonlySet<string> = new Set(["coat", "trench", "kimono", "parka"]);
type Place = { what: PieceName; x: number; y: number; scale: number; turn: number };
type Spots = Readonly<Record<"hat" | "bag" | "glasses" | "watch", readonly [x: number, y: number, turn: number]>>;
const SPOTS: Spots = { hat: [850, 200, 10], bag: [330, 800, -7], glasses: [570, 985, -10], watch: [590, 780, 12] };
const COAT_SPOTS: Spots = {
  hat: [850, 200, 10],
  bag: [600, 1240, -6],
  glasses: [620, 1180, -10],
  watch: [590, 1000, 12],
};
const DRESS_SPOTS: Spots = { hat: [840, 260, 10], bag: [840, 620, -6], glasses: [840, 880, -9], watch: [840, 420, 12] };
const SCALES = { hat: 1.55, bag: 1.3, glasses: 1.7, watch: 1.1 } as const;
const WIDE_BAGS: ReadonlySet<string> = new Set(["tote", "duffel"]);

const isLong = (look: Look) => LONG_OUTERWEAR.has(look.outer?.kind ?? "");

/** Where the garments go on a sheet 1440 high: the upper body at the left, the lower at the right. */
function garmentPlaces(look: Look): Place[] {
  if (look.dress) return [{ what: "dress", x: 410, y: 660, scale: 1.3, turn: -4 }];
  const short = look.bottom !== undefined && (look.bottom.kind === "shorts" || isSkirt(look.bottom));
  const bottom: Place = { what: "bottom", x: 800, y: 890, scale: short ? 1.34 : 1.24, turn: 5 };
  if (!look.outer) return [bottom, { what: "top", x: 360, y: 420, scale: 1.46, turn: -5 }];
  const outer = isLong(look) ? { y: 540, scale: 1.14 } : { y: 420, scale: 1.42 };
  return [bottom, { what: "outer", x: 360, turn: -5, ...outer }];
}

function shoesPlace(look: Look): Place {
  const [x, y] = look.dress ? [840, 1110] : [300, isLong(look) ? 1180 : 1120];
  return { what: "shoes", x, y, scale: TALL_SHOES.has(look.shoes.kind) ? 1.3 : 1.8, turn: -8 };
}

function smallPlaces(look: Look): Place[] {
  const spots = look.dress ? DRESS_SPOTS : isLong(look) ? COAT_SPOTS : SPOTS;
  return (["hat", "bag", "glasses", "watch"] as const).map((what) => {
    const [x, y, turn] = spots[what];
    const wide = what === "bag" && WIDE_BAGS.has(look.bag?.kind ?? "");
    return { what, x, y, turn, scale: wide ? 0.9 : SCALES[what] };
  });
}

/** An outfit laid out on a surface, seen from above. */
export function flatLay(page: Page, look: Look, random: Random, height: number): string {
  const ground = surface(look, random, height);
  const laid = [...garmentPlaces(look), shoesPlace(look), ...smallPlaces(look)].map(({ what, x, y, scale, turn }) => {
    const piece = flatPiece(page, look, what);
    const tilt = random.between(-2, 2);
    return piece ? lay(page, piece, { x, y: (y * height) / 1440, scale, turn: turn + tilt }) : "";
  });
  const shade = leaves(0, 0, 620, darker(look.backdrop.accent, 0.4), random);
  const twig = random.chance(0.6) ? `<g opacity=".16" transform="translate(1060 20) rotate(120)">${shade}</g>` : "";
  return ground + laid.join("") + twig;
}
