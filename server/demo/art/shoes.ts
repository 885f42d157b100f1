import { cloth, folds, type Surface } from "./cloth.ts";
import { contrasting, darker } from "./colour.ts";
import type { ShoeKind, Shoes } from "./garments.ts";
import { closedPath, openPath, points } from "./geometry.ts";
import { type Page, shape, stroke } from "./page.ts";

// A shoe is drawn from its side, ankle at 0,0, toe to the right, ground at y = 76.
type Cobbler = (page: Page, shoe: Shoes) => string;
const UPPER: Surface = { light: [-7, -3], shade: 0.2 };
const area = (text: string) => closedPath(points(text));
const line = (text: string) => openPath(points(text));
const accentOf = (shoe: Shoes) => shoe.accent ?? contrasting(shoe.colour, 0.5);

const LEATHER_SOLE = "-34,58! 84,59! 84,68! -6,68! -6,75! -34,75!";
const leatherSole = (shoe: Shoes) => shape(area(LEATHER_SOLE), shoe.sole ?? darker(shoe.colour, 0.6));
const laces = (rows: number, x: number, y: number, stepX: number, stepY: number, colour: string) =>
  Array.from({ length: rows }, (_, index) =>
    stroke(`M${x + index * stepX} ${y + index * stepY}l16 ${index - 2}`, colour, 4, 0.95),
  ).join("");

function trainer(page: Page, shoe: Shoes, form: { high: number; bulk: number; swoop: boolean }): string {
  const { high, bulk } = form;
  const accent = accentOf(shoe);
  const upper = points(`-28,${-4 - high}! 0,${4 - high} 24,${-2 - high}! 34,18 56,34 74,44 81,58! -32,58! -33,26`);
  const detail =
    shape(area("40,40 60,34 84,46 84,62! 34,62!"), accent, form.swoop ? 0.16 : 0.1) +
    shape(area("-40,14! -26,14 -22,60! -40,60!"), accent, 0.9) +
    stroke(line("-6,52 16,46 40,28"), accent, form.swoop ? 8 : 4, form.swoop ? 1 : 0.7) +
    folds([[[30, 26], [44, 44], 4, 2]], shoe.colour, 0.25);
  const sole = points(
    `${-36 - bulk * 0.5},${55 - bulk}! 20,${57 - bulk} ${82 + bulk * 0.5},${54 - bulk}! ${87 + bulk * 0.4},66 79,${76 + bulk * 0.2}! -34,${76 + bulk * 0.2}! -39,65`,
  );
  const soleLine = stroke(`M${-36 - bulk * 0.4} ${64 - bulk * 0.6}H${84 + bulk * 0.4}`, accent, 2.6, 0.55);
  return (
    cloth(page, upper, shoe.colour, { ...UPPER, detail }) +
    laces(3, 20, 8 - high * 0.2, 9, 9, shoe.colour === "#ffffff" ? "#d9d5cc" : "#ffffff") +
    cloth(page, sole, shoe.sole ?? "#f3eee2", { light: [-3, -6], shade: 0.18, detail: soleLine })
  );
}

const slipOn = (page: Page, shoe: Shoes, detail: string) =>
  cloth(page, points("-28,14! -6,26 26,20! 50,32 76,44 82,62! -32,62!"), shoe.colour, {
    ...UPPER,
    gloss: true,
    detail,
  }) + leatherSole(shoe);

function lacedShoe(page: Page, shoe: Shoes, brogued: boolean): string {
  const seam = darker(shoe.colour, 0.42);
  const holes = brogued
    ? stroke(line("54,30 50,46 56,60") + line("-22,30 -14,46 -20,58"), seam, 3, 0.7, 'stroke-dasharray="1 6"')
    : "";
  const detail =
    stroke(line("52,34 48,50 54,62"), seam, 3, 0.6) + stroke("M26 22l14 -2M32 30l14 -4", accentOf(shoe), 3.6) + holes;
  return (
    cloth(page, points("-28,8! 0,18 26,10! 46,30 76,46 82,62! -32,62!"), shoe.colour, {
      ...UPPER,
      gloss: true,
      detail,
    }) + leatherSole(shoe)
  );
}

function boot(
  page: Page,
  shoe: Shoes,
  form: { height: number; detail: string; sole: number; heel?: number; toe?: number },
): string {
  const { height: h, sole } = form;
  const wide = h > 120 ? 36 : 31;
  const toe = form.toe ?? 84;
  const upper = points(
    `${-wide},${-h}! 0,${-h + 8} ${wide},${-h}! 29,${-h * 0.3} 29,-8 37,16 62,34 ${toe - 3},46 ${toe},62! -34,62! -31,10 -29,${-h * 0.35}`,
  );
  const creases = folds(
    [
      [[-16, -12], [22, -2], 6, 4],
      [[-18, 6], [24, 14], 6, 3],
    ],
    shoe.colour,
    0.26,
  );
  const heel = form.heel ?? 0;
  const ground = 76 + heel;
  const bottom = points(
    `-36,${57}! ${toe + 4},58! ${toe + 4},${70 + sole}! 4,${70 + sole}! -2,${ground + sole}! -36,${ground + sole}!`,
  );
  return (
    cloth(page, upper, shoe.colour, { ...UPPER, light: [-9, -3], gloss: true, detail: creases + form.detail }) +
    cloth(page, bottom, shoe.sole ?? darker(shoe.colour, 0.6), { light: [-3, -4], shade: 0.15 })
  );
}

const heel = (page: Page, shoe: Shoes, platform: boolean) =>
  shape(area(platform ? "-26,34! 0,44! -4,80! -26,80!" : "-24,30! -8,40! -17,78! -22,78!"), darker(shoe.colour, 0.18)) +
  cloth(page, points("-24,6! -10,26 18,38 40,42! 66,58 80,70! 40,73! 6,58 -22,42!"), shoe.colour, {
    ...UPPER,
    gloss: true,
  }) +
  (platform ? cloth(page, points("18,60! 80,66! 84,80! 14,80!"), darker(shoe.colour, 0.2), { light: [-3, -3] }) : "") +
  stroke("M-20 4q22 12 42 2", shoe.colour, 5);

const flat = (page: Page, shoe: Shoes) =>
  cloth(page, points("-28,40! -14,50 20,54 44,42! 66,50 80,62! 80,70! -30,70!"), shoe.colour, {
    ...UPPER,
    gloss: true,
  }) + stroke("M38 42q6 6 14 2M44 42v8", accentOf(shoe), 4);

const sandal = (shoe: Shoes) =>
  shape(area("-34,60! 84,62! 85,74! -34,76!"), shoe.sole ?? darker(shoe.colour, 0.3)) +
  stroke(line("-20,34 4,22 26,34"), shoe.colour, 11) +
  stroke(line("26,56 46,38 64,56"), shoe.colour, 13) +
  stroke(line("2,26 22,44"), shoe.colour, 8);

const buckle = (shoe: Shoes) => stroke("M-26 12q24 16 50 4", shoe.colour, 8) + stroke("M16 14l8 6", accentOf(shoe), 5);

const SHOES: Readonly<Record<ShoeKind, Cobbler>> = {
  sneakers: (page, shoe) => trainer(page, shoe, { high: 0, bulk: 0, swoop: false }),
  runners: (page, shoe) => trainer(page, shoe, { high: 0, bulk: 5, swoop: true }),
  "chunky-trainers": (page, shoe) => trainer(page, shoe, { high: 2, bulk: 12, swoop: true }),
  "high-tops": (page, shoe) => trainer(page, shoe, { high: 44, bulk: 0, swoop: true }),
  loafers: (page, shoe) =>
    slipOn(
      page,
      shoe,
      shape(area("22,26 48,34 44,50 14,46"), darker(shoe.colour, 0.42), 0.45) +
        stroke(line("18,40 46,42"), accentOf(shoe), 6, 0.9),
    ),
  "mary-janes": (page, shoe) => slipOn(page, shoe, "") + buckle(shoe),
  oxfords: (page, shoe) => lacedShoe(page, shoe, false),
  brogues: (page, shoe) => lacedShoe(page, shoe, true),
  clogs: (page, shoe) =>
    shape(area("-36,54! 84,58! 86,78! -36,80!"), shoe.sole ?? "#b98a5e") +
    cloth(page, points("-6,36! 30,18 58,34 82,52 82,64! -6,62!"), shoe.colour, UPPER) +
    stroke("M-8 58H82", "#d9b36a", 4, 0.9, 'stroke-dasharray="2 9"'),
  "combat-boots": (page, shoe) =>
    boot(page, shoe, {
      height: 104,
      sole: 6,
      detail:
        laces(5, 6, -82, 1, 21, accentOf(shoe)) +
        stroke("M-34 56H84", accentOf(shoe), 3, 0.8, 'stroke-dasharray="6 5"'),
    }),
  "hiking-boots": (page, shoe) =>
    boot(page, shoe, {
      height: 80,
      sole: 6,
      detail:
        shape(area("-34,-84! 34,-84! 34,-62! -34,-62!"), accentOf(shoe)) + laces(4, 6, -52, 2, 20, accentOf(shoe)),
    }),
  "chelsea-boots": (page, shoe) =>
    boot(page, shoe, {
      height: 86,
      sole: 0,
      detail: shape(area("-14,-66! 14,-66! 8,16! -8,16!"), darker(shoe.colour, 0.42), 0.55),
    }),
  "knee-boots": (page, shoe) =>
    boot(page, shoe, {
      height: 196,
      sole: 0,
      heel: 2,
      detail: folds([[[-10, -150], [-14, -40], -5, 4]], shoe.colour, 0.2),
    }),
  "platform-boots": (page, shoe) =>
    boot(page, shoe, { height: 150, sole: 12, heel: 0, detail: stroke("M14 -140V10", "#c9ccd3", 3, 0.6) }),
  "cowboy-boots": (page, shoe) =>
    boot(page, shoe, {
      height: 146,
      sole: 0,
      toe: 92,
      detail: stroke(
        "M-20 -120q20 30 0 60q20 20 6 50M18 -120q-18 30 0 60q-16 20 -4 44M40 40q14 -10 26 4",
        accentOf(shoe),
        4,
        0.85,
      ),
    }),
  heels: (page, shoe) => heel(page, shoe, false),
  "platform-heels": (page, shoe) => heel(page, shoe, true),
  "ballet-flats": flat,
  sandals: (_page, shoe) => sandal(shoe),
};

/** Shoes cut low enough to show the foot or the sock. */
export const LOW_SHOES: ReadonlySet<ShoeKind> = new Set([
  "loafers",
  "mary-janes",
  "oxfords",
  "brogues",
  "clogs",
  "heels",
  "platform-heels",
  "ballet-flats",
  "sandals",
]);
export const TALL_SHOES: ReadonlySet<ShoeKind> = new Set(["knee-boots", "platform-boots", "cowboy-boots"]);

export const drawShoe: Cobbler = (page, shoe) => SHOES[shoe.kind](page, shoe);

export const drawFoot = (page: Page, skin: string) =>
  cloth(page, points("-18,-12 16,-12 25,20 62,46 76,60 70,66 -26,66 -27,30"), skin, {
    light: [-6, -2],
    shade: 0.14,
    detail: stroke("M58 52l8 6M50 48l8 7", darker(skin, 0.3), 2, 0.4),
  });
