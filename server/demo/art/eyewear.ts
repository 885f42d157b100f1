import { darker } from "./colour.ts";
import type { GlassesKind } from "./garments.ts";
import { closedPath, crescent, points } from "./geometry.ts";
import { shape, stroke } from "./page.ts";

/** Glasses around the centre of the face; the turn moves them with the nose. */
export function glasses(kind: GlassesKind, colour: string, turn: number): string {
  const lens = (side: number) => {
    const outline = points("6,-14 20,-19 41,-15 40,4 26,13 10,7").map(([x, y]): [number, number] => [
      x * side + turn * 6,
      y,
    ]);
    const path = closedPath(outline);
    const glint = shape(crescent([side * 24 + turn * 6 - 9, -9], [side * 24 + turn * 6 + 7, 5], 0, 3), "#ffffff", 0.28);
    if (kind === "sunglasses") return shape(path, colour) + glint;
    if (kind === "tinted-glasses") return shape(path, colour, 0.78) + stroke(path, darker(colour, 0.45), 2.4) + glint;
    return shape(path, "#ffffff", 0.14) + stroke(path, colour, 3.6);
  };
  const rim = kind === "tinted-glasses" ? darker(colour, 0.45) : colour;
  const bridge = `M${turn * 6 - 8} -10q8 -6 16 0M${turn * 6 - 42} -10L-46 -7M${turn * 6 + 42} -10L46 -7`;
  return lens(-1) + lens(1) + stroke(bridge, rim, 3.8);
}
