import { contactShadow, type Stage, vignette, wallAndFloor } from "./backdrop.ts";
import { castFor, choosePosing } from "./casting.ts";
import { darker, lighter, mix } from "./colour.ts";
import { drawFigure } from "./figure.ts";
import { lay } from "./flat-lay.ts";
import { flatPiece, type PieceName } from "./flat-pieces.ts";
import { type Look, STYLE_NAMES, type StyleName } from "./look.ts";
import { LOOKS } from "./looks.ts";
import { dot, Page, shape } from "./page.ts";
import { leaves } from "./props.ts";
import { outfitPicture, type Picture } from "./scene.ts";
import { type Random, seededRandom } from "./seeded-random.ts";

// prettier-ignore
const GROUNDS = [
  ["#efe4d4", "#d2603a"], ["#e3e6dc", "#3f6a55"], ["#e2e4ec", "#3a4f8a"], ["#f0dcd4", "#8f3a4c"], ["#efe3c4", "#b5702c"],
] as const;

const wornLooks: readonly Look[] = STYLE_NAMES.flatMap((style) => LOOKS[style].filter((look) => !look.flat));

/** Different looks, so that a group never wears the same thing twice. */
function pickLooks(random: Random, count: number): Look[] {
  const chosen = new Set<Look>();
  while (chosen.size < count) chosen.add(random.pick(wornLooks));
  return [...chosen];
}

function niche(x: number, floor: number, step: number, index: number, colours: readonly string[]): string {
  const colour = colours[index % colours.length] ?? "#ffffff";
  if (index % 2) return dot(x, 560, step * 0.46, colour);
  const half = step * 0.42;
  return shape(`M${x - half} ${floor}V560A${half} ${half} 0 0 1 ${x + half} 560V${floor}Z`, colour);
}

/** A wide picture of several dressed people: landing hero, event and article covers. */
export function groupPicture(seed: string, size = { width: 1600, height: 1000 }): Picture {
  const random = seededRandom(`group/${seed}`);
  const [wall, accent] = random.pick(GROUNDS);
  const height = 1440;
  const width = (height * size.width) / size.height;
  const looks = pickLooks(random, Math.max(3, Math.min(6, Math.round(width / 430))));
  const page = new Page(`g${seed}`);
  const stage: Stage = { page, random, width, height, floor: 1170, wall, accent };
  const step = width / (looks.length + 0.35);
  const colours = [
    mix(wall, accent, 0.55),
    mix(wall, accent, 0.28),
    mix(wall, "#2f6d6a", 0.45),
    mix(wall, "#e0a92e", 0.6),
    mix(wall, "#2b4fa8", 0.4),
  ];
  const centre = (index: number) => step * (index + 0.675);
  const scenery = looks.map((_, index) => niche(centre(index), stage.floor, step, index, colours)).join("");
  const people = looks.map((look, index) => {
    const figure = page.within(`translate(${centre(index)} -38) scale(1.05)`, () =>
      drawFigure(page, castFor(random, look), look, choosePosing(random, look, 0)),
    );
    return contactShadow(centre(index), 1328, 180) + figure;
  });
  return {
    svg: page.document(
      { ...size, viewBox: `0 0 ${width} ${height}` },
      wallAndFloor(stage) + scenery + vignette(stage) + people.join(""),
    ),
    ...size,
  };
}

/** A wide, quiet ground for a profile: shapes and leaves, nothing that fights the name on it. */
export function bannerPicture(seed: string): Picture {
  const [width, height] = [1600, 500];
  const random = seededRandom(`banner/${seed}`);
  const [wall, accent] = random.pick(GROUNDS);
  const page = new Page(`b${seed}`);
  const stage: Stage = { page, random, width, height, floor: height, wall, accent };
  const hill = (y: number, part: number, swing: number) =>
    shape(
      `M0 ${y}C${width * 0.2} ${y - swing} ${width * 0.42} ${y + swing * 0.7} ${width * 0.62} ${y - swing * 0.3}S${width * 0.88} ${y - swing} ${width} ${y - swing * 0.2}V${height}H0Z`,
      mix(wall, accent, part),
    );
  const sun = random.between(0.55, 0.85) * width;
  const scenery =
    dot(sun, 190, 190, lighter(mix(wall, accent, 0.35), 0.2)) +
    dot(sun, 190, 128, mix(wall, accent, 0.6)) +
    hill(330, 0.24, 90) +
    hill(400, 0.42, 70) +
    hill(460, 0.62, 50);
  const fronds =
    leaves(60, 520, 420, darker(mix(accent, "#3f7257", 0.7), 0.1), random, 11) +
    leaves(1540, 520, 340, darker(mix(accent, "#3f7257", 0.7), 0.1), random, 9);
  return {
    svg: page.document({ width, height }, wallAndFloor(stage) + scenery + fronds + vignette(stage)),
    width,
    height,
  };
}

type Hero = { look: number; piece: PieceName; scale: number; turn: number };
/** The one garment that says a style. */
const HEROES: Readonly<Record<StyleName, Hero>> = {
  Streetwear: { look: 5, piece: "outer", scale: 1.02, turn: -6 },
  Casual: { look: 0, piece: "top", scale: 1.08, turn: -5 },
  "Business Casual": { look: 0, piece: "outer", scale: 0.98, turn: 0 },
  Retro: { look: 0, piece: "outer", scale: 1, turn: -5 },
  Formal: { look: 0, piece: "outer", scale: 0.98, turn: 0 },
  Sporty: { look: 0, piece: "shoes", scale: 2.3, turn: -8 },
  Bohemian: { look: 0, piece: "hat", scale: 1.9, turn: -6 },
  Vintage: { look: 4, piece: "outer", scale: 1, turn: 4 },
  Minimalist: { look: 2, piece: "dress", scale: 0.62, turn: 0 },
  Grunge: { look: 1, piece: "outer", scale: 1.05, turn: -5 },
  Preppy: { look: 1, piece: "top", scale: 1.06, turn: 5 },
  Y2K: { look: 0, piece: "top", scale: 1.24, turn: -6 },
};

/** A square tile for a style, safe to cut to a circle. */
export function stylePicture(style: StyleName): Picture {
  const size = 640;
  const hero = HEROES[style];
  const look = LOOKS[style][hero.look];
  if (!look) return outfitPicture(style, 0);
  const random = seededRandom(`tile/${style}`);
  const page = new Page(`s${style}`);
  const { wall, accent } = look.backdrop;
  const stage: Stage = { page, random, width: size, height: size, floor: size, wall, accent };
  const piece = flatPiece(page, look, hero.piece);
  const ground = wallAndFloor(stage) + dot(430, 220, 270, mix(wall, accent, 0.34));
  const garment = piece ? lay(page, piece, { x: size / 2, y: size / 2, scale: hero.scale, turn: hero.turn }) : "";
  return {
    svg: page.document({ width: size, height: size }, ground + garment + vignette(stage)),
    width: size,
    height: size,
  };
}
