import { contrasting, darker, lighter, mix } from "./colour.ts";
import { closedPath, points, round } from "./geometry.ts";
import { dot, oval, shape, stroke } from "./page.ts";
import { seededRandom } from "./seeded-random.ts";
import type { Weaver } from "./weaves.ts";

function blossom(x: number, y: number, size: number, colour: string): string {
  const petals = Array.from({ length: 5 }, (_, index) => {
    const angle = index * ((Math.PI * 2) / 5);
    return dot(x + Math.cos(angle) * size, y + Math.sin(angle) * size, size * 0.78, colour);
  });
  return petals.join("") + dot(x, y, size * 0.55, darker(colour, 0.45));
}

export const star = (x: number, y: number, size: number, fill: string, opacity = 1) => {
  const tips = Array.from({ length: 10 }, (_, index) => {
    const [angle, reach] = [(index * Math.PI) / 5 - Math.PI / 2, index % 2 ? size * 0.44 : size];
    return `${round(x + Math.cos(angle) * reach)} ${round(y + Math.sin(angle) * reach)}`;
  });
  return shape(`M${tips.join("L")}Z`, fill, opacity);
};

export const heart = (x: number, y: number, size: number, fill: string) =>
  shape(
    `M${x} ${y + size}C${x - size * 1.6} ${y - size * 0.1} ${x - size * 0.9} ${y - size * 1.3} ${x} ${y - size * 0.4}` +
      `C${x + size * 0.9} ${y - size * 1.3} ${x + size * 1.6} ${y - size * 0.1} ${x} ${y + size}Z`,
    fill,
  );

/** A blob repeated over the tile's edges, so that the pattern has no seams. */
function patches(
  tile: number,
  count: number,
  seed: string,
  draw: (x: number, y: number, size: number, index: number) => string,
) {
  const random = seededRandom(seed);
  const offsets = [-tile, 0, tile];
  return Array.from({ length: count }, (_, index) => {
    const [x, y, size] = [random.between(0, tile), random.between(0, tile), random.between(0.6, 1.2)];
    return offsets.flatMap((dx) => offsets.map((dy) => draw(round(x + dx), round(y + dy), size, index))).join("");
  }).join("");
}

const camoPatch = (x: number, y: number, size: number) => {
  const shapeOf = points("-30,0 -6,-18 30,-6 15,15 -12,17").map(([px, py]): [number, number] => [
    x + px * size,
    y + py * size,
  ]);
  return closedPath(shapeOf);
};

/** Textiles whose figure is printed, dyed or sewn on. */
export const PRINTS = {
  floral: (ink) => ({
    width: 108,
    height: 116,
    body:
      shape("M60 40q16 -14 26 2q-16 10 -26 -2M14 84q16 -12 24 4q-16 8 -24 -4", contrasting(ink.ground, 0.32), 0.8) +
      blossom(28, 28, 11, ink.figure) +
      blossom(82, 84, 9, lighter(ink.figure, 0.45)),
  }),
  ditsy: (ink) => ({
    width: 58,
    height: 58,
    body:
      blossom(14, 14, 4.6, ink.figure) +
      blossom(43, 42, 4, lighter(ink.figure, 0.4)) +
      stroke("M36 12q5 4 9 2M10 42q5 5 10 1", contrasting(ink.ground, 0.4), 2.4, 0.7),
  }),
  dots: (ink) => ({ width: 44, height: 44, body: dot(11, 11, 6, ink.figure) + dot(33, 33, 6, ink.figure) }),
  waves: (ink) => ({
    width: 150,
    height: 86,
    body:
      shape("M0 22C38 -8 74 52 112 22S150 10 150 22V44C112 74 74 14 38 44S0 56 0 44Z", ink.figure) +
      shape("M0 64C38 34 74 94 112 64S150 52 150 64V74C112 104 74 44 38 74S0 86 0 74Z", lighter(ink.figure, 0.5)),
  }),
  camo: (ink) => {
    const tones = [darker(ink.ground, 0.35), lighter(ink.ground, 0.28), mix(ink.ground, "#7a5b3a", 0.55)];
    return {
      width: 200,
      height: 200,
      body: patches(200, 12, "camo", (x, y, size, index) =>
        shape(camoPatch(x, y, size), tones[index % 3] ?? ink.figure),
      ),
    };
  },
  leopard: (ink) => ({
    width: 120,
    height: 120,
    body: patches(
      120,
      16,
      "leopard",
      (x, y, size) =>
        oval(x, y, 7 * size, 5 * size, mix(ink.ground, ink.figure, 0.4)) +
        stroke(`M${x - 9 * size} ${y}a9 8 0 0 1 9 -8M${x + 9 * size} ${y + 2}a9 8 0 0 1 -9 7`, ink.figure, 4.4),
    ),
  }),
  paisley: (ink) => ({
    width: 84,
    height: 92,
    body:
      [
        [22, 26, 0],
        [64, 70, 180],
      ]
        .map(
          ([x, y, turn]) =>
            `<g transform="translate(${x} ${y}) rotate(${turn})">` +
            shape("M0 -20C22 -18 22 18 0 18C-16 18 -18 -2 -4 -6C-8 -12 -6 -18 0 -20Z", ink.figure) +
            dot(2, 6, 5.5, ink.ground) +
            dot(2, 6, 2.4, lighter(ink.figure, 0.5)) +
            "</g>",
        )
        .join("") +
      dot(64, 20, 3, ink.figure, 0.8) +
      dot(20, 70, 3, ink.figure, 0.8),
  }),
  "tie-dye": (ink) => ({
    width: 420,
    height: 420,
    body: [190, 150, 112, 78, 44, 16]
      .map((radius, index) =>
        stroke(
          `M210 ${210 - radius}a${radius} ${radius} 0 1 0 1 0`,
          index % 2 ? ink.figure : lighter(ink.ground, 0.7),
          20,
          0.6,
        ),
      )
      .join(""),
  }),
  sequins: (ink) => ({
    width: 18,
    height: 18,
    body:
      dot(5, 5, 4.4, lighter(ink.ground, 0.45), 0.75) +
      dot(14, 14, 4.4, darker(ink.ground, 0.35), 0.5) +
      dot(4, 4, 1.6, "#ffffff", 0.9),
  }),
  ikat: (ink) => ({
    width: 96,
    height: 120,
    body:
      shape("M48 4L60 30L74 40L60 50L66 62L48 116L30 62L36 50L22 40L36 30Z", ink.figure, 0.85) +
      shape("M48 28L56 44L48 64L40 44Z", lighter(ink.ground, 0.6)) +
      shape("M0 40L10 60L0 80ZM96 40L86 60L96 80Z", darker(ink.figure, 0.35), 0.8),
  }),
  stars: (ink) => ({ width: 90, height: 90, body: star(24, 24, 13, ink.figure) + star(68, 68, 9, ink.figure) }),
  hearts: (ink) => ({ width: 70, height: 70, body: heart(18, 18, 8, ink.figure) + heart(53, 53, 8, ink.figure) }),
} satisfies Record<string, Weaver>;
