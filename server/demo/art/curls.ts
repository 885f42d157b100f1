import { cloth } from "./cloth.ts";
import { lighter } from "./colour.ts";
import { crescent, mirrored, points, type RailPoint, tube } from "./geometry.ts";
import { dot, type Page, shape } from "./page.ts";
import type { HairStyle } from "./person.ts";

/** Hair as it is drawn: behind the head and over the face. */
export type HairLayers = { behind: string; over: string };
const even = (text: string) => mirrored(points(text));

const crown = (count: number, reach: number, size: number, drop: number) =>
  Array.from({ length: count }, (_, index): readonly [number, number, number] => {
    const angle = Math.PI * (0.94 + (1.12 * index) / (count - 1));
    return [
      Math.cos(angle) * reach * 0.86,
      -14 + Math.sin(angle) * reach + drop,
      size * (1 + 0.12 * Math.sin(index * 2.4)),
    ];
  });

function curlCluster(page: Page, blobs: readonly (readonly [number, number, number])[], colour: string): string {
  const curls = blobs.map(([x, y, radius]) => {
    page.trace(
      `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${radius * 2} 0a${radius} ${radius} 0 1 0 ${-radius * 2} 0Z`,
    );
    return dot(x, y, radius, colour);
  });
  const glints = blobs.map(([x, y, radius]) =>
    shape(
      crescent([x - radius * 0.6, y - radius * 0.1], [x + radius * 0.3, y - radius * 0.6], 7, 2.6),
      lighter(colour, 0.4),
      0.32,
    ),
  );
  return curls.join("") + glints.join("");
}

const afro = (page: Page, colour: string): HairLayers => ({
  behind:
    cloth(page, even("0,-140 56,-128 98,-84 110,-24 94,34 56,58 0,52"), colour, { light: [-12, -8] }) +
    curlCluster(page, crown(13, 104, 22, 0), colour),
  over: cloth(page, even("0,-98 42,-90 60,-50 56,-4 46,-8 40,-38 20,-52 0,-56"), colour, { shade: 0 }),
});

// prettier-ignore
const FRINGE = [[-40, -44, 20], [-18, -60, 22], [8, -64, 22], [32, -54, 22], [48, -30, 17], [-52, -20, 15]] as const;
// prettier-ignore
const SIDES = [-1, 1].flatMap((side) => [[side * 64, 24, 25], [side * 66, 60, 24], [side * 58, 92, 22]] as const);

const curls = (page: Page, colour: string): HairLayers => ({
  behind: curlCluster(page, [...crown(9, 66, 31, 0), ...SIDES], colour),
  over: curlCluster(page, FRINGE, colour),
});

function lock(page: Page, colour: string, x: number, length: number): string {
  const top: RailPoint = [x * 0.7, -64, 20];
  const tip: RailPoint = [x * 1.02, length, 13];
  const strand = tube([top, [x, -10, 20], [x * 1.06, length * 0.6, 18], tip], { start: "round", end: "round" });
  return cloth(page, strand, colour, { light: [-6, -1] });
}

const locs = (page: Page, colour: string): HairLayers => ({
  behind:
    cloth(page, even("0,-86 42,-76 55,-34 51,8 0,26"), colour) +
    [-70, -56, -40, 40, 56, 70].map((x) => lock(page, colour, x, 174 - Math.abs(x))).join(""),
  over:
    cloth(page, even("0,-92 42,-82 58,-36 52,4 45,-18 26,-48 0,-58"), colour) +
    lock(page, colour, -58, 70) +
    lock(page, colour, 58, 70),
});

/** Hair made of many round or hanging parts. */
export const CURLED_CUTS: Partial<Record<HairStyle, (page: Page, colour: string) => HairLayers>> = {
  afro,
  curls,
  locs,
};
