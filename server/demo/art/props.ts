import { darker, lighter, mix } from "./colour.ts";
import { closedPath, crescent, mirrored, points } from "./geometry.ts";
import { box, dot, oval, shape, stroke } from "./page.ts";
import type { Random } from "./seeded-random.ts";

/** A spray of long leaves growing from one point. */
export function leaves(x: number, y: number, size: number, colour: string, random: Random, count = 8): string {
  return Array.from({ length: count }, (_, index) => {
    const angle = ((-152 + (index * 124) / (count - 1) + random.between(-6, 6)) * Math.PI) / 180;
    const length = size * random.between(0.72, 1.1);
    const tip = [x + Math.cos(angle) * length, y + Math.sin(angle) * length] as const;
    const blade = crescent([x, y], tip, 18 * (index < count / 2 ? -1 : 1), size * 0.085);
    return (
      shape(blade, index % 2 ? colour : mix(colour, "#ffffff", 0.13)) +
      shape(crescent([x, y], tip, 18 * (index < count / 2 ? -1 : 1), 1.2), darker(colour, 0.3), 0.5)
    );
  }).join("");
}

export function pottedPlant(
  x: number,
  ground: number,
  size: number,
  pot: string,
  leaf: string,
  random: Random,
): string {
  const [half, height] = [size * 0.2, size * 0.34];
  const body = closedPath(
    mirrored(points(`0,0 ${half},0! ${half * 0.78},${height}! 0,${height + 6}`)).map(
      ([px, py]) => [px + x, py + ground - height] as const,
    ),
  );
  return (
    oval(x, ground + 4, half * 1.5, 12, "#2b1d4a", 0.2) +
    leaves(x, ground - height + 6, size * 0.85, leaf, random, 9) +
    shape(body, pot) +
    box(x - half, ground - height - 4, half * 2, 22, lighter(pot, 0.16)) +
    box(x - half * 0.9, ground - height + 18, half * 0.5, height - 24, lighter(pot, 0.3), 0.35)
  );
}

export function tree(x: number, ground: number, size: number, leaf: string, trunk: string, random: Random): string {
  const blobs = Array.from({ length: 9 }, (_, index) => {
    const angle = (index / 9) * Math.PI * 2;
    return dot(
      x + Math.cos(angle) * size * 0.27 + random.between(-14, 14),
      ground - size * 0.74 + Math.sin(angle) * size * 0.22,
      size * random.between(0.15, 0.21),
      index < 5 ? darker(leaf, 0.08) : leaf,
    );
  });
  const glints = Array.from({ length: 7 }, () =>
    dot(
      x - size * random.between(0, 0.34),
      ground - size * random.between(0.72, 0.98),
      size * random.between(0.03, 0.06),
      lighter(leaf, 0.25),
      0.6,
    ),
  );
  return (
    shape(
      `M${x - size * 0.045} ${ground}L${x - size * 0.025} ${ground - size * 0.62}H${x + size * 0.025}L${x + size * 0.045} ${ground}Z`,
      trunk,
    ) +
    blobs.join("") +
    dot(x, ground - size * 0.74, size * 0.25, leaf) +
    glints.join("")
  );
}

export function lampPost(x: number, ground: number, height: number, colour: string): string {
  return (
    box(x - 7, ground - height, 14, height, colour) +
    box(x - 20, ground - 44, 40, 44, colour) +
    stroke(`M${x} ${ground - height}q0 -60 56 -60`, colour, 12) +
    shape(`M${x + 26} ${ground - height - 58}h60l14 40h-88Z`, colour) +
    oval(x + 56, ground - height - 16, 36, 10, "#fff2c4", 0.9)
  );
}

/** An abstract picture in a frame. */
export function framedArt(
  x: number,
  y: number,
  width: number,
  height: number,
  colours: readonly [string, string, string],
  random: Random,
): string {
  const [paper, first, second] = colours;
  const sun = dot(x + width * random.between(0.35, 0.65), y + height * 0.38, width * 0.22, first);
  const hill = shape(
    `M${x + 12} ${y + height * 0.66}Q${x + width * 0.4} ${y + height * random.between(0.45, 0.6)} ${x + width - 12} ${y + height * 0.72}V${y + height - 12}H${x + 12}Z`,
    second,
  );
  return (
    box(x + 10, y + 14, width, height, "#2b1d4a", 0.14) +
    box(x, y, width, height, "#2f2a2c") +
    box(x + 8, y + 8, width - 16, height - 16, paper) +
    sun +
    hill
  );
}

export function brickRows(x: number, y: number, width: number, height: number, colour: string, random: Random): string {
  const [brickWidth, brickHeight] = [92, 34];
  const rows: string[] = [];
  for (let row = 0; row * brickHeight < height; row += 1) {
    const top = y + row * brickHeight;
    for (let left = x - (row % 2) * (brickWidth / 2); left < x + width; left += brickWidth) {
      if (!random.chance(0.62)) continue;
      const shade = random.chance(0.5)
        ? darker(colour, random.between(0.03, 0.1))
        : lighter(colour, random.between(0.05, 0.14));
      rows.push(box(left + 3, top + 3, brickWidth - 6, Math.min(brickHeight - 6, y + height - top), shade));
    }
    rows.push(box(x, top - 1.5, width, 3, darker(colour, 0.2), 0.3));
  }
  return rows.join("");
}
