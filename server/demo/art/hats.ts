import { cloth, folds } from "./cloth.ts";
import { darker, lighter } from "./colour.ts";
import type { Hat } from "./garments.ts";
import { closedPath, mirrored, openPath, points } from "./geometry.ts";
import { dot, type Page, shape, stroke } from "./page.ts";

const even = (text: string) => mirrored(points(text));
const drawn = (text: string) => openPath(points(text));

function cap(page: Page, hat: Hat): string {
  const seam = darker(hat.colour, 0.35);
  const crown = cloth(page, even("0,-110 38,-99 57,-66 58,-32! 30,-42 0,-44"), hat.colour, {
    weave: hat.weave,
    accent: hat.accent,
    light: [-12, -6],
    detail:
      stroke(drawn("0,-110 2,-80 2,-44"), seam, 2.5, 0.4) +
      stroke(drawn("2,-109 34,-86 44,-40") + drawn("-2,-109 -32,-86 -40,-40"), seam, 2.5, 0.35),
  });
  const peak = cloth(
    page,
    points("-60,-36! -30,-48 6,-50 44,-46 62,-36! 75,-16 70,-5 34,-21 0,-25 -36,-21 -70,-5 -76,-16"),
    darker(hat.colour, 0.14),
    {
      light: [-4, -7],
      shade: 0.26,
      detail: stroke(drawn("-64,-18 -30,-32 4,-35 36,-32 66,-18"), lighter(hat.colour, 0.3), 1.6, 0.35),
    },
  );
  const badge =
    hat.accent && !hat.weave ? `<rect x="-14" y="-84" width="30" height="21" rx="4" fill="${hat.accent}"/>` : "";
  return crown + peak + dot(2, -109, 5, seam) + badge;
}

function beanie(page: Page, hat: Hat): string {
  const cuff = points("-62,-68! -30,-74 0,-75 30,-74 62,-68! 62,-26! 30,-33 0,-34 -30,-33 -62,-26!");
  const label = hat.accent
    ? `<rect x="18" y="-62" width="26" height="20" rx="2" fill="${hat.accent}" transform="rotate(4 30 -52)"/>`
    : "";
  return (
    cloth(page, even("0,-124 38,-111 58,-72 58,-30!"), hat.colour, { weave: "rib", light: [-12, -5] }) +
    cloth(page, cuff, lighter(hat.colour, 0.08), { weave: "rib", light: [-8, -6] }) +
    label
  );
}

const bucket = (page: Page, hat: Hat) =>
  cloth(page, even("0,-108 42,-100! 49,-50!"), hat.colour, { weave: hat.weave, accent: hat.accent, light: [-12, -5] }) +
  cloth(page, even("0,-64 50,-60! 84,-14 44,-24 0,-28"), darker(hat.colour, 0.08), {
    weave: hat.weave,
    accent: hat.accent,
    light: [-6, -8],
    detail: stroke(drawn("-66,-36 0,-48 66,-36") + drawn("-74,-24 0,-38 74,-24"), darker(hat.colour, 0.4), 2, 0.3),
  });

const beret = (page: Page, hat: Hat) =>
  stroke("M-12 -108l-5 -14", darker(hat.colour, 0.35), 6) +
  cloth(page, points("-62,-42 -86,-70 -64,-104 -8,-114 44,-104 63,-72 56,-44 0,-58"), hat.colour, {
    light: [-12, -8],
    shade: 0.26,
  }) +
  stroke(drawn("-59,-42 0,-58 56,-43"), darker(hat.colour, 0.4), 6, 0.6);

function brimmed(page: Page, hat: Hat, brim: number, drop: number): string {
  const band = hat.accent ?? darker(hat.colour, 0.4);
  return (
    cloth(
      page,
      even(`0,-62 60,-60 ${brim},${-46 + drop} ${brim * 0.7},${-34 + drop} 0,-36`),
      darker(hat.colour, 0.06),
      { weave: hat.weave, light: [-4, -8] },
    ) +
    cloth(page, points("-50,-50! -51,-92 -28,-117 -4,-107 22,-119 51,-94 51,-50! 0,-44"), hat.colour, {
      weave: hat.weave,
      light: [-12, -5],
      detail: shape(closedPath(points("-54,-72! 0,-70 54,-72! 54,-50! 0,-44 -54,-50!")), band),
    })
  );
}

const flatCap = (page: Page, hat: Hat) =>
  cloth(page, points("-62,-40 -70,-78 -36,-106 14,-108 56,-90 64,-52 56,-36 0,-46"), hat.colour, {
    weave: hat.weave,
    accent: hat.accent,
    light: [-10, -8],
    detail: folds(
      [
        [[-40, -96], [-58, -50], 6, 2],
        [[4, -106], [0, -50], -4, 2],
        [[40, -96], [52, -48], -6, 2],
      ],
      hat.colour,
      0.2,
    ),
  }) +
  dot(-6, -107, 6, darker(hat.colour, 0.3)) +
  cloth(page, points("-60,-42! -20,-54 30,-54 62,-42! 60,-24 20,-34 -24,-34 -58,-24"), darker(hat.colour, 0.14), {
    weave: hat.weave,
    light: [-4, -6],
  });

const visor = (page: Page, hat: Hat) =>
  cloth(page, points("-56,-64! 0,-74 56,-64! 57,-40! 0,-50 -57,-40!"), hat.colour, { light: [-8, -4] }) +
  cloth(page, points("-58,-44! 0,-56 58,-44! 74,-16 66,-8 0,-28 -66,-8 -74,-16"), darker(hat.colour, 0.1), {
    light: [-4, -7],
  });

const headscarf = (page: Page, hat: Hat) =>
  cloth(page, points("-58,-18! -56,-60 -34,-94 4,-102 40,-90 58,-56 58,-18! 44,-42 0,-58 -44,-42"), hat.colour, {
    weave: hat.weave,
    accent: hat.accent,
    light: [-12, -6],
    detail: folds(
      [
        [[-40, -80], [-48, -30], 8, 2.5],
        [[30, -84], [48, -36], -8, 2.5],
      ],
      hat.colour,
      0.2,
    ),
  });

const headband = (page: Page, hat: Hat) =>
  cloth(page, points("-56,-62! 0,-76 56,-62! 54,-40! 0,-52 -54,-40!"), hat.colour, {
    weave: hat.weave ?? "rib",
    light: [-8, -4],
    ...(hat.accent ? { detail: stroke(drawn("-60,-52 0,-65 60,-52"), hat.accent, 6) } : {}),
  });

const HATS: Readonly<Record<Hat["kind"], (page: Page, hat: Hat) => string>> = {
  cap,
  beanie,
  beret,
  visor,
  headscarf,
  headband,
  "bucket-hat": bucket,
  "flat-cap": flatCap,
  fedora: (page, hat) => brimmed(page, hat, 108, 0),
  "sun-hat": (page, hat) => brimmed(page, hat, 142, 12),
};

/** Hats that leave the hair above the brow visible. */
export const OPEN_HATS: ReadonlySet<Hat["kind"]> = new Set(["beret", "visor", "headscarf", "headband"]);

/** A hat as worn, around the centre of the face. */
export const hat = (page: Page, look: Hat) => HATS[look.kind](page, look);
