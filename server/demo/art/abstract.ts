import { type Painter, tone, wallAndFloor } from "./backdrop.ts";
import { lighter, mix } from "./colour.ts";
import { box, dot, oval, shape } from "./page.ts";
import { star } from "./prints.ts";

const sunburst: Painter = (stage) => {
  const { floor, width } = stage;
  const rays = Array.from({ length: 12 }, (_, index) => {
    const angle = (from: number) => ((from * 30 - 90) * Math.PI) / 180;
    const far = (part: number) =>
      `${540 + Math.cos(angle(index + part)) * 1500} ${600 + Math.sin(angle(index + part)) * 1500}`;
    return shape(`M540 600L${far(0)}L${far(0.5)}Z`, tone(stage, 0.3));
  }).join("");
  const rings = [360, 300, 240, 180]
    .map((radius, index) => dot(540, 600, radius, tone(stage, [0.55, 0.3, 0.75, 0.45][index] ?? 0.5)))
    .join("");
  return (
    wallAndFloor(stage) +
    rays +
    rings +
    box(0, floor, width, stage.height - floor, tone(stage, 0.62)) +
    [0, 1, 2].map((band) => box(0, floor + band * 26, width, 13, tone(stage, 0.2 + band * 0.2))).join("")
  );
};

const bubbles: Painter = (stage) => {
  const { width, floor, random, page, accent, wall } = stage;
  const sky = page.paint(
    "y2k",
    (id) =>
      `<linearGradient id="${id}" x1="0" y1="0" x2=".4" y2="1"><stop offset="0" stop-color="${lighter(wall, 0.2)}"/><stop offset=".5" stop-color="${wall}"/><stop offset="1" stop-color="${mix(wall, accent, 0.75)}"/></linearGradient>`,
  );
  const chrome = page.paint(
    "chrome",
    (id) =>
      `<linearGradient id="${id}" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#ffffff"/><stop offset=".4" stop-color="${lighter(accent, 0.55)}"/><stop offset=".7" stop-color="${mix(wall, accent, 0.7)}"/><stop offset="1" stop-color="#ffffff"/></linearGradient>`,
  );
  const orbs = Array.from({ length: 9 }, () => {
    const [x, y, r] = [random.between(0, width), random.between(60, floor), random.between(30, 110)];
    return dot(x, y, r, chrome, 0.75) + oval(x - r * 0.35, y - r * 0.4, r * 0.25, r * 0.14, "#ffffff", 0.9);
  }).join("");
  const sparks = Array.from({ length: 12 }, () =>
    star4(random.between(40, width - 40), random.between(60, floor), random.between(14, 44)),
  ).join("");
  return (
    box(0, 0, width, stage.height, sky) +
    oval(540, 640, 470, 560, "#ffffff", 0.16) +
    orbs +
    sparks +
    star(880, 300, 90, chrome, 0.9) +
    oval(540, floor + 130, 470, 96, "#ffffff", 0.38) +
    oval(540, floor + 130, 390, 74, mix(wall, accent, 0.4), 0.5)
  );
};
const star4 = (x: number, y: number, size: number) =>
  shape(
    `M${x} ${y - size}Q${x + size * 0.12} ${y - size * 0.12} ${x + size} ${y}Q${x + size * 0.12} ${y + size * 0.12} ${x} ${y + size}Q${x - size * 0.12} ${y + size * 0.12} ${x - size} ${y}Q${x - size * 0.12} ${y - size * 0.12} ${x} ${y - size}Z`,
    "#ffffff",
    0.85,
  );

const disc: Painter = (stage) =>
  wallAndFloor(stage) +
  dot(stage.random.pick([450, 620]), 590, 400, tone(stage, 0.6)) +
  dot(stage.random.pick([250, 850]), 240, 90, tone(stage, 0.3));

/** Settings that are only colour and shape. */
export const ABSTRACT = { sunburst, bubbles, disc } as const;
