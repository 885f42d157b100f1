import { contactShadow, type Stage, tone, vignette, wallAndFloor } from "./backdrop.ts";
import { castFor, castModel, choosePosing, type Model } from "./casting.ts";
import { darker, lighter, mix, SHADOW } from "./colour.ts";
import { drawFigure } from "./figure.ts";
import { lay } from "./flat-lay.ts";
import { flatPiece, type PieceName } from "./flat-pieces.ts";
import type { Look, StyleName } from "./look.ts";
import { lookAt } from "./looks.ts";
import { box, dot, Page, shape, stroke } from "./page.ts";
import { framedArt, leaves, pottedPlant } from "./props.ts";
import type { Picture } from "./scene.ts";
import { seededRandom } from "./seeded-random.ts";

/** A look by its style and number. */
export type LookRef = readonly [style: StyleName, number: number];
/** The two colours that a picture is built on. */
export type Colours = { wall: string; accent: string };

const wide = { width: 1_600, height: 1_000 } as const;

function setStage(seed: string, colours: Colours, size: { width: number; height: number }, floor: number): Stage {
  return { page: new Page(`e${seed}`), random: seededRandom(`editorial/${seed}`), ...size, floor, ...colours };
}

const finish = (stage: Stage, body: string): Picture => {
  const { width, height } = stage;
  return { svg: stage.page.document({ width, height }, body + vignette(stage)), width, height };
};

const lookOf = ([style, number]: LookRef): Look => lookAt(style, number).look;
const garmentOf = (look: Look): PieceName => (look.dress ? "dress" : look.outer ? "outer" : "top");

const longCuts: ReadonlySet<string> = new Set(["coat", "trench", "kimono", "parka"]);

/** Clothes side by side on a rail, a wide picture. */
export function railPicture(seed: string, colours: Colours, refs: readonly LookRef[]): Picture {
  const stage = setStage(seed, colours, wide, 880);
  const { page, random, width, wall, accent } = stage;
  const metal = darker(mix(wall, accent, 0.5), 0.55);
  const railY = 150;
  const step = (width - 260) / refs.length;
  const hung = refs.map((ref, index) => {
    const look = lookOf(ref);
    const piece = flatPiece(page, look, garmentOf(look));
    const x = 130 + step * (index + 0.5);
    const hook = stroke(
      `M${x} ${railY}v-16a11 11 0 1 1 11 11c-7 3 -11 8 -11 16v34l-86 52M${x} ${railY + 45}l86 52`,
      metal,
      6,
    );
    const isLong = look.dress !== undefined || longCuts.has(look.outer?.kind ?? "");
    const [scale, drop] = isLong ? [0.94, 372] : [1.16, 290];
    const turn = random.between(-3, 3);
    const y = railY + drop;
    return hook + (piece ? lay(page, piece, { x, y, scale, turn }) : "");
  });
  const posts = [90, width - 90].map(
    (x) => box(x - 8, railY - 8, 16, 780, metal) + box(x - 76, 914, 152, 14, metal) + contactShadow(x, 930, 110),
  );
  const rail =
    box(70, railY - 8, width - 140, 16, metal) + box(70, railY - 8, width - 140, 5, lighter(metal, 0.4), 0.7);
  const sun = dot(width * 0.72, 420, 330, mix(wall, accent, 0.3));
  return finish(stage, wallAndFloor(stage) + sun + posts.join("") + hung.join("") + rail);
}

/** Where the pieces of a spread lie: x, y, scale, turn. */
const places = [
  [330, 430, 1.34, -9],
  [800, 330, 1.5, 7],
  [1_260, 420, 1.34, 5],
  [620, 800, 1.7, -6],
  [1_060, 790, 1.6, 10],
  [1_430, 820, 1.5, -8],
  [150, 850, 1.4, 12],
] as const;

/** Single pieces on a table, seen from above, a wide picture. */
export function spreadPicture(
  seed: string,
  colours: Colours,
  pieces: readonly (readonly [ref: LookRef, piece: PieceName, scale?: number])[],
): Picture {
  const stage = setStage(seed, colours, wide, wide.height);
  const { page, random, width, height, wall, accent } = stage;
  const boards = Array.from({ length: 7 }, (_, row) => {
    const y = (height / 7) * row;
    return box(0, y, width, height / 7, mix(wall, accent, 0.05 + (row % 3) * 0.03)) + box(0, y, width, 3, SHADOW, 0.08);
  });
  const laid = pieces.map(([ref, what, scale = 1], index) => {
    const [x, y, size, turn] = places[index % places.length] ?? places[0];
    const piece = flatPiece(page, lookOf(ref), what);
    return piece ? lay(page, piece, { x, y, scale: size * scale, turn: turn + random.between(-2, 2) }) : "";
  });
  const shade = leaves(0, 0, 720, darker(accent, 0.4), random);
  const twig = `<g opacity=".12" transform="translate(1580 -20) rotate(115)">${shade}</g>`;
  return finish(stage, wallAndFloor(stage) + boards.join("") + laid.join("") + twig);
}

/** One dressed person in a room with space around them, a wide picture. */
export function roomPicture(seed: string, colours: Colours, ref: LookRef, model?: Model): Picture {
  const stage = setStage(seed, colours, wide, 820);
  const { page, random, width, floor, wall, accent } = stage;
  const look = lookOf(ref);
  const person = model ? castModel(random, model, accent) : castFor(random, look);
  const [scale, sole] = [0.7, 946];
  const centre = width * 0.64;
  page.takeSilhouette();
  const figure = page.within(`translate(${centre} ${sole - 1_300 * scale}) scale(${scale})`, () =>
    drawFigure(page, person, look, choosePosing(random, look, 0)),
  );
  const shadow = page.takeSilhouette();
  const arch = shape(
    `M${centre - 250} ${floor}V390A250 250 0 0 1 ${centre + 250} 390V${floor}Z`,
    mix(wall, accent, 0.42),
  );
  const picture = framedArt(190, 170, 270, 340, [lighter(wall, 0.6), accent, tone(stage, 0.5)], random);
  const small = framedArt(510, 250, 170, 210, [lighter(wall, 0.6), tone(stage, 0.6), accent], random);
  const plant = pottedPlant(330, floor + 70, 330, tone(stage, 0.65), mix(accent, "#3f7257", 0.82), random);
  return finish(
    stage,
    wallAndFloor(stage) +
      arch +
      picture +
      small +
      box(0, floor - 18, width, 18, lighter(wall, 0.4)) +
      plant +
      `<g opacity=".13" fill="${SHADOW}" transform="translate(54 18)">${shadow}</g>` +
      contactShadow(centre, sole, 130) +
      figure,
  );
}
