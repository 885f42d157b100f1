import { darker, lighter, mix } from "./colour.ts";
import type { Look } from "./look.ts";
import { box, dot, shape, stroke } from "./page.ts";
import type { Random } from "./seeded-random.ts";

type Ground = { wall: string; accent: string; soft: string; height: number; random: Random };

const paper = ({ wall, accent, soft, height }: Ground) =>
  box(0, 0, 1080, height, wall) +
  shape(`M640 0H1080V${height * 0.44}Z`, mix(wall, accent, 0.32)) +
  shape(`M0 ${height}H540L0 ${height * 0.7}Z`, soft);

function boards({ soft, height }: Ground): string {
  const wood = mix(soft, "#c9a27a", 0.45);
  const board = (row: number) => {
    const x = row * 186;
    const grain = `M${x + 60} 0C${x + 20} ${height * 0.3} ${x + 110} ${height * 0.6} ${x + 70} ${height}`;
    return (
      box(x, 0, 183, height, row % 2 ? lighter(wood, 0.08) : darker(wood, 0.04)) +
      stroke(grain, darker(wood, 0.2), 2.4, 0.22) +
      stroke(`M${x} 0V${height}`, darker(wood, 0.4), 3, 0.3)
    );
  };
  return box(0, 0, 1080, height, wood) + [0, 1, 2, 3, 4, 5].map(board).join("");
}

const rug = ({ wall, accent, soft, height }: Ground) =>
  box(0, 0, 1080, height, wall) +
  `<g transform="rotate(-7 540 ${height / 2})">${box(70, 110, 940, height - 220, lighter(soft, 0.5))}` +
  `<rect x="112" y="152" width="856" height="${height - 304}" fill="none" stroke="${mix(wall, accent, 0.5)}" stroke-width="9"/></g>`;

function stone({ wall, accent, height, random }: Ground): string {
  const tones = [accent, darker(wall, 0.25), lighter(wall, 0.6)];
  const flecks = Array.from({ length: 70 }, () =>
    dot(random.between(0, 1080), random.between(0, height), random.between(3, 13), random.pick(tones), 0.35),
  );
  return box(0, 0, 1080, height, lighter(wall, 0.3)) + flecks.join("");
}

function linen({ soft, height, random }: Ground): string {
  const crease = (y: number) => `M-20 ${y}C300 ${y - 120} 700 ${y + 140} 1100 ${y - 60}`;
  const creases = Array.from({ length: 7 }, () => {
    const y = Math.round(random.between(0, height));
    return stroke(crease(y), darker(soft, 0.25), 16, 0.08) + stroke(crease(y + 12), "#ffffff", 10, 0.14);
  });
  return box(0, 0, 1080, height, lighter(soft, 0.25)) + creases.join("");
}

/** What the clothes of a flat lay lie on. */
export function surface(look: Look, random: Random, height: number): string {
  const { wall, accent } = look.backdrop;
  return random.pick([paper, boards, rug, stone, linen])({
    wall,
    accent,
    soft: mix(wall, accent, 0.2),
    height,
    random,
  });
}
