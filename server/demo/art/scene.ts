import { ABSTRACT } from "./abstract.ts";
import { type Backdrop, type BackdropKind, contactShadow, type Painter, type Stage, vignette } from "./backdrop.ts";
import { castFor, castModel, choosePosing, type Model } from "./casting.ts";
import { mix, SHADOW } from "./colour.ts";
import { drawFigure } from "./figure.ts";
import { flatLay } from "./flat-lay.ts";
import { INDOORS } from "./indoors.ts";
import type { Look, StyleName } from "./look.ts";
import { lookAt } from "./looks.ts";
import { OUTDOORS } from "./outdoors.ts";
import { Page } from "./page.ts";
import { type Random, seededRandom } from "./seeded-random.ts";

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

function wornPicture(page: Page, look: Look, take: number, random: Random, height: number, model?: Model): string {
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
  return ground + vignette(stage) + onWall + onFloor + contactShadow(centre, sole - 2, 170 * scale) + figure;
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
  const { look, take } = lookAt(style, n);
  const seed = `${style}/${n}`;
  const random = seededRandom(`${seed}/picture`);
  const height = random.pick(HEIGHTS);
  const page = new Page(`o${style.slice(0, 4)}${n}`, marksParts);
  const body =
    look.flat && take % 2 === 0
      ? flatLay(page, look, random, height)
      : wornPicture(page, look, take, random, height, model);
  return { svg: page.document({ width: WIDTH, height }, body), width: WIDTH, height };
}
