import { ABSTRACT } from "./abstract.ts";
import { type Backdrop, type BackdropKind, contactShadow, type Painter, type Stage, vignette } from "./backdrop.ts";
import { castFor, castModel, choosePosing, type Model } from "./casting.ts";
import { mix, SHADOW } from "./colour.ts";
import { drawFigure } from "./figure.ts";
import { flatLay, LONG_OUTERWEAR } from "./flat-lay.ts";
import { type Point, round } from "./geometry.ts";
import { INDOORS } from "./indoors.ts";
import type { Look, StyleName } from "./look.ts";
import { lookAt } from "./looks.ts";
import { OUTDOORS } from "./outdoors.ts";
import { Page } from "./page.ts";
import { type Random, seededRandom } from "./seeded-random.ts";
import type { ItemCategory } from "./wording.ts";

/** A drawing as SVG text with its size in pixels. */
export type Picture = { svg: string; width: number; height: number };

const PAINTERS: Readonly<Record<BackdropKind, Painter>> = { ...INDOORS, ...OUTDOORS, ...ABSTRACT };
const WIDTH = 1080;
/** Portrait ratios 3:4, 4:5 and 2:3: a grid of equal tiles looks dead. */
const HEIGHTS = [1440, 1350, 1620] as const;
/** Figures are drawn from the crown at about y = 100 to the soles at y = 1300. */
const FIGURE = { crown: 96, sole: 1300 } as const;
/** Where a close picture ends: just above the knee. */
const CLOSE_AT = 860;
const WALL_SHADOW: ReadonlySet<BackdropKind> = new Set([
  "studio",
  "brick",
  "door",
  "disc",
  "gallery",
  "wallpaper",
  "arch",
  "curtain",
  "warehouse",
  "sunburst",
]);

/** The setting of a later take shifts in hue, so that a reposted look is not the same photograph. */
function settingOf(look: Look, take: number, random: Random): Backdrop {
  if (take === 0) return look.backdrop;
  const kinds: readonly BackdropKind[] = [look.backdrop.kind, "studio", "disc", "arch", "window", "gallery"];
  return {
    kind: random.pick(kinds),
    wall: mix(look.backdrop.wall, look.backdrop.accent, 0.14),
    accent: look.backdrop.accent,
  };
}

/** What was drawn: the whole picture's body, and from figure to picture coordinates where somebody wears it. */
type Drawn = { body: string; toPicture?: (x: number, y: number) => Point };

function wornPicture(page: Page, look: Look, take: number, random: Random, height: number, model?: Model): Drawn {
  const backdrop = settingOf(look, take, random);
  const margin = random.between(58, 84);
  const lowest = look.close ? CLOSE_AT : FIGURE.sole;
  const bottom = look.close ? height : height - random.between(70, 92);
  const scale = (bottom - margin) / (lowest - FIGURE.crown);
  const sole = bottom + (FIGURE.sole - lowest) * scale;
  const floor = look.close ? height - 70 : sole - 118 * scale;
  const stage: Stage = { page, random, width: WIDTH, height, floor, wall: backdrop.wall, accent: backdrop.accent };
  const ground = PAINTERS[backdrop.kind](stage);
  const person = model ? castModel(random, model, backdrop.accent) : castFor(random, look);
  const posing = choosePosing(random, look, take);
  const centre = WIDTH / 2 + random.between(-26, 26);
  page.takeSilhouette();
  const figure = page.within(`translate(${centre} ${sole - FIGURE.sole * scale}) scale(${scale})`, () =>
    drawFigure(page, person, look, posing),
  );
  const silhouette = page.takeSilhouette();
  const onWall = WALL_SHADOW.has(backdrop.kind)
    ? `<g opacity=".13" fill="${SHADOW}" transform="translate(64 26)">${silhouette}</g>`
    : "";
  // The figure's own outline, laid over to the right, is its shadow on the ground.
  const onFloor = `<g opacity=".2" fill="${SHADOW}" transform="matrix(1 0 -1.15 .16 ${1.15 * sole} ${sole * 0.84})">${silhouette}</g>`;
  return {
    body: ground + vignette(stage) + onWall + onFloor + contactShadow(centre, sole - 2, 170 * scale) + figure,
    toPicture: (x, y) => [centre + x * scale, sole - (FIGURE.sole - y) * scale],
  };
}

function draw(style: StyleName, n: number, model: Model | undefined, marksParts: boolean) {
  const { look, take } = lookAt(style, n);
  const random = seededRandom(`${style}/${n}/picture`);
  const height = random.pick(HEIGHTS);
  const page = new Page(`o${style.slice(0, 4)}${n}`, marksParts);
  const isLaid = look.flat === true && take % 2 === 0;
  const drawn: Drawn = isLaid
    ? { body: flatLay(page, look, random, height) }
    : wornPicture(page, look, take, random, height, model);
  return { look, page, height, ...drawn };
}

/**
 * One outfit as its poster photographed it; equal style, number and model give the same picture, byte for byte.
 * Without a model the seed casts someone whom the look suits. `marksParts` changes nothing that can be seen: see `Page`.
 */
export function outfitPicture(
  style: StyleName,
  n: number,
  model?: Model,
  { marksParts = false }: { marksParts?: boolean } = {},
): Picture {
  const { page, body, height } = draw(style, n, model, marksParts);
  return { svg: page.document({ width: WIDTH, height }, body), width: WIDTH, height };
}

/** What a close-up shows, from which to which height of the figure, and its height per width. */
const CLOSE_UPS = {
  upper: { from: 292, to: 800, ratio: 1.25 },
  shoes: { from: 1010, to: 1330, ratio: 1 },
} as const;
export type CloseUp = keyof typeof CLOSE_UPS;

/** The close-ups that a picture has room for: none of what is laid out flat or was photographed from near already. */
export function closeUpsOf(style: StyleName, n: number): CloseUp[] {
  const { look, take } = lookAt(style, n);
  return look.close || (look.flat && take % 2 === 0) ? [] : ["upper", "shoes"];
}

/** A part of `outfitPicture` from nearer. */
export function closeUpPicture(style: StyleName, n: number, which: CloseUp, model?: Model): Picture {
  const { page, body, height, toPicture } = draw(style, n, model, false);
  if (!toPicture) throw new Error("Nobody wears it");
  const { from, to, ratio } = CLOSE_UPS[which];
  const [centre, top] = toPicture(0, from);
  const bottom = Math.min(height, toPicture(0, to)[1]);
  const shown = { width: (bottom - top) / ratio, height: bottom - top };
  const viewBox = `${round(centre - shown.width / 2)} ${round(top)} ${round(shown.width)} ${round(shown.height)}`;
  const size = { width: WIDTH, height: WIDTH * ratio };
  return { svg: page.document({ ...size, viewBox }, body), ...size };
}

/** Where the first item of each category is on `outfitPicture`, as shares of its width and height; empty where nobody wears it. */
export function itemPlaces(style: StyleName, n: number, model?: Model): Partial<Record<ItemCategory, Point>> {
  const { look, height, toPicture } = draw(style, n, model, false);
  if (!toPicture) return {};
  const places = Object.entries(placesOn(look)).flatMap(([category, [x, y]]) => {
    const [left, top] = toPicture(x, y);
    return top < height ? [[category, [left / WIDTH, top / height]] as const] : [];
  });
  return Object.fromEntries(places);
}

/** The same in the figure's coordinates; what another garment covers is left out. */
function placesOn(look: Look): Partial<Record<ItemCategory, Point>> {
  const { outer, bottom, hat, close } = look;
  const isCovered = outer !== undefined && LONG_OUTERWEAR.has(outer.kind);
  return {
    ...(outer ? { Jacket: [-88, 500] } : {}),
    ...shirtPlace(look),
    ...(bottom && !isCovered ? { Pants: [-48, 770] } : {}),
    ...(close ? {} : { Shoes: [-62, 1280] }),
    ...(hat ? { Cap: [0, 130] } : {}),
  };
}

/** At the collar below a jacket. */
function shirtPlace({ outer, top, dress }: Look): { Shirt?: Point } {
  if (dress) return outer ? {} : { Shirt: [0, 560] };
  if (!top || top.vest) return {};
  return { Shirt: outer ? [0, 350] : [0, 440] };
}
